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

}  // namespace ark::detail
#endif
