#include <ark/ark.hpp>

extern "C" __global__ void double_put_nbi(double* dest, const double* source, std::size_t count,
                                          int pe) {
  ark_double_put_nbi(dest, source, count, pe);
}
