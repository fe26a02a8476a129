// Inline PTX, with ptx_bulk.hpp and ptx_cache.hpp: all of it. Code for the GPU only.
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

/// The number of the running grid: no other grid of the context that runs now has it.
ARK_DEVICE inline std::uint64_t ptx_grid_id() {
  std::uint64_t id;
  asm volatile("mov.u64 %0, %gridid;" : "=l"(id));
  return id;
}

/// Bytes of dynamic shared memory that the launch has given the block.
ARK_DEVICE inline std::uint32_t ptx_dynamic_shared_bytes() {
  std::uint32_t bytes;
  asm volatile("mov.u32 %0, %dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}

}  // namespace ark::detail
#endif
