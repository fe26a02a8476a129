#include <ark/ark.hpp>

extern "C" __global__ void put_signal_wait(void* dest, const void* source, std::size_t bytes,
                                           std::uint64_t* signal, std::uint64_t value, int pe) {
  ark_putmem_signal_nbi_block(dest, source, bytes, signal, value, ARK_SIGNAL_SET, pe);
  ark_signal_wait_until(signal, ARK_CMP_EQ, value);
}
