// The rival of int_p and signal_add: a store to mapped memory, and a flag that releases it.
#include <cuda/atomic>

extern "C" __global__ void by_hand_store(int* dest, int value, int* flag) {
  *dest = value;
  cuda::atomic_ref<int, cuda::thread_scope_system>{*flag}.store(1, cuda::memory_order_release);
}
