#include <ark/ark.hpp>

extern "C" __global__ void long_atomic_add(long* dest, long value, int pe) {
  ark_long_atomic_add(dest, value, pe);
}
