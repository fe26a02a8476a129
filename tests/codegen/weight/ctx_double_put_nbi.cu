#include <ark/ark.hpp>
#include <ark/ctx.hpp>

extern "C" __global__ void ctx_double_put_nbi(ark_ctx_t ctx, double* dest, const double* source,
                                              std::size_t count, int pe) {
  ark_ctx_double_put_nbi(ctx, dest, source, count, pe);
}
