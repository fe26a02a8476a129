#include <ark/ark.hpp>

extern "C" __global__ void shared_put_signal(double* dest, std::size_t count, std::uint64_t* signal,
                                             int pe) {
  ARK_DYNAMIC_SHARED(double, tile);
  ark::put_signal_nbi(dest, ark::from_shared(tile), count, signal, 1, ARK_SIGNAL_ADD, pe);
}
