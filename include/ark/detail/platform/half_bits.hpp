// 16-bit floating-point values as bits: conversions and atomic additions, the same names for g++
// and nvcc. Sums are exact and then rounded to nearest, ties to even; subnormal numbers are kept; a
// sum that is not a number is 0x7fff.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/portability.hpp>
#include <cstdint>
#include <cstring>
#include <type_traits>

// CUDA's types, of <cuda_fp16.h> and <cuda_bf16.h>.
struct __half;
struct __nv_bfloat16;

namespace ark::detail {

/// IEEE binary16.
struct float16_bits {
  std::uint16_t bits;
};
/// The upper half of a float.
struct bfloat16_bits {
  std::uint16_t bits;
};

template <class T>
concept half_bits = std::is_same_v<T, float16_bits> || std::is_same_v<T, bfloat16_bits>;

template <class T>
inline constexpr bool is_float16 = std::is_same_v<T, ::__half>
#if defined(__FLT16_MANT_DIG__) && !ARK_CUDA
                                   || std::is_same_v<T, _Float16>
#endif
    ;
template <class T>
inline constexpr bool is_bfloat16 = std::is_same_v<T, ::__nv_bfloat16>
#if defined(__BFLT16_MANT_DIG__) && !ARK_CUDA
                                    || std::is_same_v<T, __bf16>
#endif
    ;

namespace half_detail {

inline constexpr std::uint16_t not_a_number = 0x7fff;

ARK_HOST_DEVICE inline std::uint32_t raw_of(float value) {
  std::uint32_t raw;
  std::memcpy(&raw, &value, sizeof raw);
  return raw;
}
ARK_HOST_DEVICE inline float float_of(std::uint32_t raw) {
  float value;
  std::memcpy(&value, &raw, sizeof value);
  return value;
}

ARK_HOST_DEVICE inline float to_float(float16_bits value) {
#if ARK_DEVICE_PASS
  return ptx_float_of_f16(value.bits);
#else
  const std::uint32_t sign = (value.bits & 0x8000u) << 16, exponent = value.bits >> 10 & 0x1f;
  const std::uint32_t fraction = value.bits & 0x3ff;
  if (exponent == 0x1f) return float_of(sign | 0x7f800000 | fraction << 13);
  if (exponent != 0) return float_of(sign | (exponent + 112) << 23 | fraction << 13);
  return float_of(sign | raw_of(static_cast<float>(fraction) * 0x1p-24f));
#endif
}
ARK_HOST_DEVICE inline float to_float(bfloat16_bits value) {
  return float_of(static_cast<std::uint32_t>(value.bits) << 16);
}

/// `raw` without its last `bits`, rounded to nearest, ties to even.
ARK_HOST_DEVICE constexpr std::uint32_t rounded(std::uint32_t raw, unsigned bits) {
  return (raw + (1u << (bits - 1)) - 1 + (raw >> bits & 1)) >> bits;
}

ARK_HOST_DEVICE inline std::uint16_t round_to(float16_bits, float value) {
#if ARK_DEVICE_PASS
  return ptx_f16_of_float(value);
#else
  const std::uint32_t raw = raw_of(value), sign = raw >> 16 & 0x8000, size = raw & 0x7fffffff;
  if (size > 0x7f800000) return not_a_number;
  const std::uint32_t to_infinity = 0x477ff000, least_normal = 0x38800000;  // 65520, 2^-14
  if (size >= to_infinity) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (size >= least_normal)
    return static_cast<std::uint16_t>(sign | rounded(size - (112u << 23), 13));
  // In [0.5, 1) the last bit of a float is worth 2^-24, like that of a subnormal number of 16 bits.
  return static_cast<std::uint16_t>(sign | (raw_of(float_of(size) + 0.5f) - raw_of(0.5f)));
#endif
}
ARK_HOST_DEVICE inline std::uint16_t round_to(bfloat16_bits, float value) {
  const std::uint32_t raw = raw_of(value);
  if ((raw & 0x7fffffff) > 0x7f800000) return not_a_number;
  return static_cast<std::uint16_t>(rounded(raw, 16));
}

/// A float has more than twice the bits of both types, so rounding twice equals rounding once.
template <half_bits Half>
ARK_HOST_DEVICE inline std::uint16_t sum(Half a, Half b) {
  return round_to(Half{}, to_float(a) + to_float(b));
}

#if ARK_DEVICE_PASS
ARK_DEVICE inline void red_add(float16_bits* word, float16_bits value) {
  ptx_red_add_f16(&word->bits, value.bits);
}
ARK_DEVICE inline void red_add(bfloat16_bits* word, bfloat16_bits value) {
#if ARK_BFLOAT16_ADD
  ptx_red_add_bf16(&word->bits, value.bits);
#else
  std::uint16_t seen = load_relaxed(&word->bits);
  for (;;) {
    const std::uint16_t now =
        ptx_cas_b16_relaxed(&word->bits, seen, sum(bfloat16_bits{seen}, value));
    if (now == seen) return;
    seen = now;
  }
#endif
}
#else
template <half_bits Half>
void add(Half* word, Half value) {
  const std::atomic_ref<std::uint16_t> bits(word->bits);
  std::uint16_t seen = bits.load(std::memory_order_relaxed);
  while (!bits.compare_exchange_weak(seen, sum(Half{seen}, value), std::memory_order_release,
                                     std::memory_order_relaxed)) {
  }
}
#endif

}  // namespace half_detail

template <class T>
using half_bits_of = std::conditional_t<is_float16<T>, float16_bits, bfloat16_bits>;

/// Add at system scope. On a CPU with release, which costs a compare-exchange nothing.
template <half_bits Half>
ARK_HOST_DEVICE inline void add_relaxed(Half* word, std::type_identity_t<Half> value) {
#if ARK_DEVICE_PASS
  half_detail::red_add(word, value);
#else
  half_detail::add(word, value);
#endif
}

}  // namespace ark::detail
