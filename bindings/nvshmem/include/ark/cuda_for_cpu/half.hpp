// CUDA's half and bfloat16, their pairs, and the functions that convert them, for the CPU executor.
// Callable: kernels and host threads.
#pragma once

#include <ark/cuda_for_cpu/number16.hpp>
#include <ark/cuda_for_cpu/vector_types.hpp>

// A number as its bits.
struct __half_raw {
  unsigned short x;
};
struct __nv_bfloat16_raw {
  unsigned short x;
};

struct __attribute__((may_alias)) __half
    : ark::cuda_for_cpu::number16<__half, ark::detail::float16_bits> {
  using number16::number16;
  __half() = default;
  __half(__half_raw raw) : __half(ark_of_bits(raw.x)) {}
  operator __half_raw() const { return {ark_bits()}; }
};
struct __attribute__((may_alias)) __nv_bfloat16
    : ark::cuda_for_cpu::number16<__nv_bfloat16, ark::detail::bfloat16_bits> {
  using number16::number16;
  __nv_bfloat16() = default;
  __nv_bfloat16(__nv_bfloat16_raw raw) : __nv_bfloat16(ark_of_bits(raw.x)) {}
  operator __nv_bfloat16_raw() const { return {ark_bits()}; }
};
struct __attribute__((may_alias, aligned(4))) __half2 : ark::cuda_for_cpu::pair16<__half2, __half> {
  using pair16::pair16;
  __half2() = default;
};
struct __attribute__((may_alias, aligned(4))) __nv_bfloat162
    : ark::cuda_for_cpu::pair16<__nv_bfloat162, __nv_bfloat16> {
  using pair16::pair16;
  __nv_bfloat162() = default;
};
using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

// N: half or bfloat16, as in the functions' names. T: its type, T2: that of a pair.
#define ARK_FROM_NUMBERS(N, T, T2)                                                        \
  inline T __float2##N(float value) { return {value}; }                                   \
  inline T __float2##N##_rn(float value) { return {value}; }                              \
  inline T __double2##N(double value) { return {value}; }                                 \
  inline T __float2##N##_rz(float value) {                                                \
    return T::ark_rounded(value, ark::cuda_for_cpu::direction::to_zero);                  \
  }                                                                                       \
  inline T __float2##N##_rd(float value) {                                                \
    return T::ark_rounded(value, ark::cuda_for_cpu::direction::down);                     \
  }                                                                                       \
  inline T __float2##N##_ru(float value) {                                                \
    return T::ark_rounded(value, ark::cuda_for_cpu::direction::up);                       \
  }                                                                                       \
  inline T __short_as_##N(short bits) {                                                   \
    return T::ark_of_bits(static_cast<unsigned short>(bits));                             \
  }                                                                                       \
  inline T __ushort_as_##N(unsigned short bits) { return T::ark_of_bits(bits); }          \
  inline short __##N##_as_short(T value) { return static_cast<short>(value.ark_bits()); } \
  inline unsigned short __##N##_as_ushort(T value) { return value.ark_bits(); }           \
  inline float __##N##2float(T value) { return value; }

#define ARK_FROM_AND_TO(N, T, name, Integer)                                                  \
  inline T __##name##2##N##_rn(Integer value) { return {value}; }                             \
  inline Integer __##N##2##name##_rn(T value) {                                               \
    return ark::cuda_for_cpu::to_integer<Integer>(std::nearbyint(static_cast<float>(value))); \
  }                                                                                           \
  inline Integer __##N##2##name##_rz(T value) {                                               \
    return ark::cuda_for_cpu::to_integer<Integer>(value);                                     \
  }                                                                                           \
  inline Integer __##N##2##name##_rd(T value) {                                               \
    return ark::cuda_for_cpu::to_integer<Integer>(std::floor(static_cast<float>(value)));     \
  }                                                                                           \
  inline Integer __##N##2##name##_ru(T value) {                                               \
    return ark::cuda_for_cpu::to_integer<Integer>(std::ceil(static_cast<float>(value)));      \
  }
#define ARK_FROM_AND_TO_INTEGERS(N, T)          \
  ARK_FROM_AND_TO(N, T, short, short)           \
  ARK_FROM_AND_TO(N, T, ushort, unsigned short) \
  ARK_FROM_AND_TO(N, T, int, int)               \
  ARK_FROM_AND_TO(N, T, uint, unsigned)         \
  ARK_FROM_AND_TO(N, T, ll, long long)          \
  ARK_FROM_AND_TO(N, T, ull, unsigned long long)

#define ARK_PAIRS(N, T, T2)                                                       \
  inline T2 make_##N##2(T x, T y) { return {x, y}; }                              \
  inline T2 __halves2##N##2(T x, T y) { return {x, y}; }                          \
  inline T2 __##N##2##N##2(T value) { return {value, value}; }                    \
  inline T2 __float2##N##2_rn(float value) { return {T(value), T(value)}; }       \
  inline T2 __floats2##N##2_rn(float x, float y) { return {T(x), T(y)}; }         \
  inline T2 __float22##N##2_rn(float2 value) { return {T(value.x), T(value.y)}; } \
  inline float2 __##N##22float2(T2 value) { return {value.x, value.y}; }          \
  inline T __low2##N(T2 value) { return value.x; }                                \
  inline T __high2##N(T2 value) { return value.y; }                               \
  inline T2 __low2##N##2(T2 value) { return {value.x, value.x}; }                 \
  inline T2 __high2##N##2(T2 value) { return {value.y, value.y}; }                \
  inline T2 __lows2##N##2(T2 a, T2 b) { return {a.x, b.x}; }                      \
  inline T2 __highs2##N##2(T2 a, T2 b) { return {a.y, b.y}; }

// clang-format off
#define ARK_NAMES_OF(N, T, T2) \
  ARK_FROM_NUMBERS(N, T, T2) ARK_FROM_AND_TO_INTEGERS(N, T) ARK_PAIRS(N, T, T2)
ARK_NAMES_OF(half, __half, __half2)
ARK_NAMES_OF(bfloat16, __nv_bfloat16, __nv_bfloat162)
// clang-format on
#undef ARK_NAMES_OF
#undef ARK_FROM_NUMBERS
#undef ARK_FROM_AND_TO
#undef ARK_FROM_AND_TO_INTEGERS
#undef ARK_PAIRS

#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
