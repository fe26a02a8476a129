#include <ark/ark.hpp>

// put_signal_wait as a part of a kernel that leaves it 40 registers.
extern "C" __global__ void __maxnreg__(40)
    put_signal_wait_capped(void* dest, const void* source, std::size_t bytes, std::uint64_t* signal,
                           std::uint64_t value, int pe) {
  ark_putmem_signal_nbi_block(dest, source, bytes, signal, value, ARK_SIGNAL_SET, pe);
  ark_signal_wait_until(signal, ARK_CMP_EQ, value);
}
