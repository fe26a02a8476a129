#include <ark/ark.hpp>

extern "C" __global__ void shared_put(double* dest, std::size_t count, int pe) {
  ARK_DYNAMIC_SHARED(double, tile);
  ark::put_nbi(dest, ark::from_shared(tile), count, pe);
  ark::bulk_wait_read();
}
