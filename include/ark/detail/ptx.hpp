// Inline PTX: all of it. Code for the GPU only.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstdint>

#if ARK_DEVICE_PASS
namespace ark::detail {

/// Nanoseconds of the GPU's global timer; only differences mean anything.
ARK_DEVICE inline std::uint64_t ptx_global_timer_ns() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

/// Bytes of dynamic shared memory that the launch has asked for.
ARK_DEVICE inline unsigned ptx_dynamic_shared_bytes() {
  unsigned bytes;
  asm("mov.u32 %0, %dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}

}  // namespace ark::detail
#endif
