// Inline PTX of accesses that carry cache hints. 16 bytes each, on global memory only: other state
// spaces have no such hints.
//
// The accesses are weak, or relaxed at system scope: a caller that needs an order adds a release,
// an acquire or a fence. They never use the read-only path (.nc), because peers write the same
// memory while kernels run.
#pragma once

#include <ark/detail/platform/ptx.hpp>
#include <cstdint>

namespace ark::detail {

/// The L2 eviction priority of the line of an access.
enum class l2_priority { normal, evict_first, evict_last, unchanged };

#if ARK_DEVICE_PASS

/// The operand that gives an access its `priority`. It costs one instruction: create it once per
/// copy.
ARK_DEVICE inline std::uint64_t ptx_l2_policy(l2_priority priority) {
  std::uint64_t policy = 0;
#if ARK_L2_POLICY
  switch (priority) {
    case l2_priority::normal:
      asm("createpolicy.fractional.L2::evict_normal.b64 %0;" : "=l"(policy));
      break;
    case l2_priority::evict_first:
      asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
      break;
    case l2_priority::evict_last:
      asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
      break;
    case l2_priority::unchanged:
      asm("createpolicy.fractional.L2::evict_unchanged.b64 %0;" : "=l"(policy));
      break;
  }
#endif
  return policy;
}

/// Load 16 bytes of global memory past L1.
ARK_DEVICE inline uint4 ptx_load_hinted(const uint4* from, [[maybe_unused]] std::uint64_t policy) {
  uint4 value;
#if ARK_L2_POLICY
  asm volatile("ld.global.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "l"(__cvta_generic_to_global(from)), "l"(policy)
               : "memory");
#else
  asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "l"(__cvta_generic_to_global(from))
               : "memory");
#endif
  return value;
}

/// ptx_load_hinted(), relaxed at system scope: never a line that the SM's cache has kept.
ARK_DEVICE inline uint4 ptx_load_hinted_fresh(const uint4* from,
                                              [[maybe_unused]] std::uint64_t policy) {
#if ARK_L2_POLICY
  uint4 value;
  asm volatile(
      "ld.relaxed.sys.global.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
      : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
      : "l"(__cvta_generic_to_global(from)), "l"(policy)
      : "memory");
  return value;
#else
  return ptx_load_wide_fresh(from);
#endif
}

/// Store 16 bytes to global memory past L1.
ARK_DEVICE inline void ptx_store_hinted(uint4* to, const uint4& value,
                                        [[maybe_unused]] std::uint64_t policy) {
#if ARK_L2_POLICY
  asm volatile("st.global.L1::no_allocate.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(
                   __cvta_generic_to_global(to)),
               "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w), "l"(policy)
               : "memory");
#else
  asm volatile("st.global.cg.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)),
               "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w)
               : "memory");
#endif
}

#endif

}  // namespace ark::detail
