#include <ark/ark.hpp>
#include <ark/ctx.hpp>

// A context from its creation to its end.
extern "C" __global__ void ctx_own(double* dest, const double* source, std::size_t count, int pe) {
  ark_ctx_t ctx;
  ark_ctx_create(0, &ctx);
  ark_ctx_double_put_nbi(ctx, dest, source, count, pe);
  ark_ctx_fence(ctx);
  ark_ctx_double_p(ctx, dest + count, 1, pe);
  ark_ctx_destroy(ctx);
}
