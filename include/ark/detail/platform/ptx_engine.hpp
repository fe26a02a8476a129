// Inline PTX that only warps of the SM engine use. Code for the GPU only.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>

#if ARK_DEVICE_PASS
namespace ark::detail {

/// ptx_lane(), read anew each time: what a compiler would compute once from it, before a loop, it
/// would hold in registers.
ARK_DEVICE inline std::uint32_t ptx_lane_anew() {
  std::uint32_t lane;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  return lane;
}

/// ptx_store_narrow() to global memory: relaxed, at system scope.
ARK_DEVICE inline void ptx_store_narrow_fresh(void* to, std::uint64_t value, unsigned bytes) {
  asm volatile(
      "{ .reg .pred %%is<9>;\n"
      " setp.eq.u32 %%is8, %2, 8;\n setp.eq.u32 %%is4, %2, 4;\n"
      " setp.eq.u32 %%is2, %2, 2;\n setp.eq.u32 %%is1, %2, 1;\n"
      " @%%is8 st.relaxed.sys.global.u64 [%0], %1;\n @%%is4 st.relaxed.sys.global.u32 [%0], %1;\n"
      " @%%is2 st.relaxed.sys.global.u16 [%0], %1;\n @%%is1 st.relaxed.sys.global.u8 [%0], %1; }" ::
          "l"(__cvta_generic_to_global(to)),
      "l"(value), "r"(bytes)
      : "memory");
}

/// ptx_red_add() of an element whose bits are in `value`: 0: 32 bits, 1: 64 bits, 2: float, 3:
/// double. By predicates.
ARK_DEVICE inline void ptx_red_add_kind(void* word, std::uint64_t value, unsigned kind) {
  asm volatile(
      "{ .reg .pred %%is<4>;\n .reg .b32 %%low;\n cvt.u32.u64 %%low, %1;\n"
      " setp.eq.u32 %%is0, %2, 0;\n setp.eq.u32 %%is1, %2, 1;\n"
      " setp.eq.u32 %%is2, %2, 2;\n setp.eq.u32 %%is3, %2, 3;\n"
      " @%%is0 red.relaxed.sys.global.add.u32 [%0], %%low;\n"
      " @%%is1 red.relaxed.sys.global.add.u64 [%0], %1;\n"
      " @%%is2 red.relaxed.sys.global.add.f32 [%0], %%low;\n"
      " @%%is3 red.relaxed.sys.global.add.f64 [%0], %1; }" ::"l"(__cvta_generic_to_global(word)),
      "l"(value), "r"(kind)
      : "memory");
}

}  // namespace ark::detail
#endif
