#include <ark/ark.hpp>

extern "C" __global__ void mixed(double* dest, const double* source, std::size_t count,
                                 std::uint64_t* signal, std::uint64_t value, int pe) {
  ark_double_put(dest, source, count, pe);
  ark_double_put_signal(dest + count, source, count, signal, value, ARK_SIGNAL_SET, pe);
  ark_quiet();
  ark_signal_wait_until(signal, ARK_CMP_EQ, value);
  ark_barrier_all();
  ark_double_p(dest, ark_double_g(source, pe), pe);
}
