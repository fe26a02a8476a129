// Host threads have the names of long double; a kernel (IN_KERNEL) does not, because a GPU's is a
// double.
#include <ark/ark.hpp>
#include <ark/ctx.hpp>

#if defined(IN_KERNEL)
__global__ void kernel(long double* dest) { ark_longdouble_p(dest, 1.0L, 0); }
#endif

long double host_thread(long double* dest, const long double* source, std::uint64_t* signal) {
  ark_longdouble_p(dest, 1.0L, 0);
  ark_longdouble_put_signal(dest, source, 1, signal, 1, ARK_SIGNAL_SET, 0);
  ark_ctx_longdouble_get_nbi(ARK_CTX_DEFAULT, dest, source, 1, 0);
  ark_longdouble_sum_reduce(ARK_TEAM_WORLD, dest, source, 1);
  return ark_longdouble_g(source, 0);
}
