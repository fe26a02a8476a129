// Inline PTX: identity, time, words of run-time width, additions without a result. Atomics, bulk
// copies and cache hints have files of their own (ptx_*.hpp). Code for the GPU only.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>

#if ARK_DEVICE_PASS
namespace ark::detail {

/// Nanoseconds of the GPU's global timer. Only differences are meaningful.
ARK_DEVICE inline std::uint64_t ptx_global_timer_ns() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

/// The global timer in units of 2^20 ns, about a millisecond, modulo 2^32: differences up to 52
/// days.
ARK_DEVICE inline std::uint32_t ptx_global_timer_ms() {
  return static_cast<std::uint32_t>(ptx_global_timer_ns() >> 20);
}

/// The number of the running grid, unique among the grids of the CUDA context that run at the same
/// time.
ARK_DEVICE inline std::uint64_t ptx_grid_id() {
  std::uint64_t id;
  asm("mov.u64 %0, %gridid;" : "=l"(id));
  return id;
}

/// The index of the calling thread in its warp.
ARK_DEVICE inline std::uint32_t ptx_lane() {
  std::uint32_t lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  return lane;
}

/// Bytes of dynamic shared memory that the launch gives to each block.
ARK_DEVICE inline std::uint32_t ptx_dynamic_shared_bytes() {
  std::uint32_t bytes;
  asm("mov.u32 %0, %dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}

/// A barrier of the block at which the threads of a warp may arrive by different instructions.
ARK_DEVICE inline void ptx_barrier_apart() { asm volatile("barrier.sync 0;" ::: "memory"); }

/// Load a word of constant memory, which is constant while a kernel runs: a compiler may hoist the
/// load out of a loop.
ARK_DEVICE inline std::uint64_t ptx_load_constant(const std::uint64_t* word) {
  std::uint64_t value;
  asm("ld.const.u64 %0, [%1];" : "=l"(value) : "l"(__cvta_generic_to_constant(word)));
  return value;
}
ARK_DEVICE inline std::uint32_t ptx_load_constant(const std::uint32_t* word) {
  std::uint32_t value;
  asm("ld.const.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_constant(word)));
  return value;
}

/// Load a word of global memory, from the SM's cache if it has it. Of block scope: ptxas does not
/// move such loads, so that several in a row overlap.
ARK_DEVICE inline std::uint64_t ptx_load_here(const std::uint64_t* word) {
  std::uint64_t value;
  asm volatile("ld.relaxed.cta.global.u64 %0, [%1];"
               : "=l"(value)
               : "l"(__cvta_generic_to_global(word))
               : "memory");
  return value;
}

// The width is chosen by predicates, not branches, so that several loads are in flight.
#define ARK_PTX_LOAD_NARROW(LOAD, ADDRESS)                              \
  std::uint64_t value = 0;                                              \
  asm volatile(                                                         \
      "{ .reg .pred %%is<9>;\n"                                         \
      " setp.eq.u32 %%is8, %2, 8;\n setp.eq.u32 %%is4, %2, 4;\n"        \
      " setp.eq.u32 %%is2, %2, 2;\n setp.eq.u32 %%is1, %2, 1;\n"        \
      " @%%is8 " LOAD ".u64 %0, [%1];\n @%%is4 " LOAD                   \
      ".u32 %0, [%1];\n"                                                \
      " @%%is2 " LOAD ".u16 %0, [%1];\n @%%is1 " LOAD ".u8 %0, [%1]; }" \
      : "+l"(value)                                                     \
      : "l"(ADDRESS), "r"(bytes)                                        \
      : "memory");                                                      \
  return value
/// Load `bytes` of any memory, zero-extended: 1, 2, 4 or 8; 0: nothing.
ARK_DEVICE inline std::uint64_t ptx_load_narrow(const void* from, unsigned bytes) {
  ARK_PTX_LOAD_NARROW("ld", from);
}
/// ptx_load_narrow() past the SM's cache: relaxed, at system scope. Global memory only.
ARK_DEVICE inline std::uint64_t ptx_load_narrow_fresh(const void* from, unsigned bytes) {
  ARK_PTX_LOAD_NARROW("ld.relaxed.sys.global", __cvta_generic_to_global(from));
}
#undef ARK_PTX_LOAD_NARROW
/// Load 16 bytes of global memory past the SM's cache: relaxed, at system scope, each word of 4
/// bytes by itself.
ARK_DEVICE inline uint4 ptx_load_wide_fresh(const uint4* from) {
  uint4 value;
  asm volatile("ld.relaxed.sys.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "l"(__cvta_generic_to_global(from))
               : "memory");
  return value;
}
/// Store the low `bytes` of `value`: 1, 2, 4 or 8; 0: nothing. By predicates.
ARK_DEVICE inline void ptx_store_narrow(void* to, std::uint64_t value, unsigned bytes) {
  asm volatile(
      "{ .reg .pred %%is<9>;\n"
      " setp.eq.u32 %%is8, %2, 8;\n setp.eq.u32 %%is4, %2, 4;\n"
      " setp.eq.u32 %%is2, %2, 2;\n setp.eq.u32 %%is1, %2, 1;\n"
      " @%%is8 st.u64 [%0], %1;\n @%%is4 st.u32 [%0], %1;\n"
      " @%%is2 st.u16 [%0], %1;\n @%%is1 st.u8 [%0], %1; }" ::"l"(to),
      "l"(value), "r"(bytes)
      : "memory");
}

/// words + index * Stride in one instruction: a compiler would use shifts and masks of 64 bits.
template <unsigned Stride>
ARK_DEVICE inline std::uint64_t* ptx_element(std::uint64_t* words, std::uint32_t index) {
  std::uint64_t* at;
  asm("mad.wide.u32 %0, %1, %2, %3;"
      : "=l"(at)
      : "r"(index), "n"(Stride * sizeof *words), "l"(words));
  return at;
}

// Add to a word atomically, at system scope. The old value is not returned.
#define ARK_PTX_RED_ADD(NAME, ORDER, WORD, TYPE, C)                  \
  ARK_DEVICE inline void NAME(WORD* word, WORD value) {              \
    asm volatile("red." ORDER ".sys.global.add." TYPE                \
                 " [%0], %1;" ::"l"(__cvta_generic_to_global(word)), \
                 C(value)                                            \
                 : "memory");                                        \
  }
#define ARK_PTX_RED_ADDS(NAME, ORDER)                     \
  ARK_PTX_RED_ADD(NAME, ORDER, std::uint32_t, "u32", "r") \
  ARK_PTX_RED_ADD(NAME, ORDER, std::uint64_t, "u64", "l") \
  ARK_PTX_RED_ADD(NAME, ORDER, float, "f32", "f")         \
  ARK_PTX_RED_ADD(NAME, ORDER, double, "f64", "d")
ARK_PTX_RED_ADDS(ptx_red_add, "relaxed")
ARK_PTX_RED_ADDS(ptx_red_add_release, "release")
#undef ARK_PTX_RED_ADDS
#undef ARK_PTX_RED_ADD
// AND, OR and XOR of a word, atomically, at system scope. The old value is not returned.
#define ARK_PTX_RED_BITS(OPERATION, WORD, BITS, C)                     \
  ARK_DEVICE inline void ptx_red_##OPERATION(WORD* word, WORD value) { \
    asm volatile("red.relaxed.sys.global." #OPERATION "." BITS         \
                 " [%0], %1;" ::"l"(__cvta_generic_to_global(word)),   \
                 C(value)                                              \
                 : "memory");                                          \
  }
ARK_PTX_RED_BITS(and, std::uint32_t, "b32", "r")
ARK_PTX_RED_BITS(and, std::uint64_t, "b64", "l")
ARK_PTX_RED_BITS(or, std::uint32_t, "b32", "r")
ARK_PTX_RED_BITS(or, std::uint64_t, "b64", "l")
ARK_PTX_RED_BITS(xor, std::uint32_t, "b32", "r")
ARK_PTX_RED_BITS(xor, std::uint64_t, "b64", "l")
#undef ARK_PTX_RED_BITS

/// 16-bit floating-point types by their bits. Subnormal numbers are kept.
ARK_DEVICE inline float ptx_float_of_f16(std::uint16_t bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}
ARK_DEVICE inline std::uint16_t ptx_f16_of_float(float value) {
  std::uint16_t bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
ARK_DEVICE inline void ptx_red_add_f16(std::uint16_t* word, std::uint16_t value) {
  asm volatile(
      "red.relaxed.sys.global.add.noftz.f16 [%0], %1;" ::"l"(__cvta_generic_to_global(word)),
      "h"(value)
      : "memory");
}
#if ARK_BFLOAT16_ADD
ARK_DEVICE inline void ptx_red_add_bf16(std::uint16_t* word, std::uint16_t value) {
  asm volatile(
      "red.relaxed.sys.global.add.noftz.bf16 [%0], %1;" ::"l"(__cvta_generic_to_global(word)),
      "h"(value)
      : "memory");
}
#else
/// Returns the old value.
ARK_DEVICE inline std::uint16_t ptx_cas_b16_relaxed(std::uint16_t* word, std::uint16_t expected,
                                                    std::uint16_t desired) {
  std::uint16_t old;
  asm volatile("atom.relaxed.sys.global.cas.b16 %0, [%1], %2, %3;"
               : "=h"(old)
               : "l"(__cvta_generic_to_global(word)), "h"(expected), "h"(desired)
               : "memory");
  return old;
}
#endif

}  // namespace ark::detail
#endif
