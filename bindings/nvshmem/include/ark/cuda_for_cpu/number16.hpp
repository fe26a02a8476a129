// Numbers of 16 bits, alone and in pairs, with CUDA's operators and functions: the implementation
// of half.hpp. Callable: kernels and host threads; shuffles: kernels.
//
// An operation is done in float or double and rounded to nearest, ties to even. For sums, products,
// quotients, square roots and fused additions of normal numbers this is the exact result, rounded.
// The other functions are as exact as those of float, CUDA's are not.
#pragma once

#include <ark/detail/platform/half_bits.hpp>
#include <ark/simt.hpp>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace ark::cuda_for_cpu {

/// A float next to `value` whose last bit is set if the value is inexact, so that rounding it to 16
/// bits is rounding `value`.
inline float rounded_to_odd(double value) {
  const auto nearest = static_cast<float>(value);
  if (nearest == value || std::isnan(value)) return nearest;
  const auto raw = std::bit_cast<std::uint32_t>(nearest);
  return std::bit_cast<float>((raw - (std::fabs(nearest) > std::fabs(value) ? 1 : 0)) | 1);
}

/// Limited to the values of Integer; 0 for a NaN.
template <class Integer>
Integer to_integer(float whole) {
  using range = std::numeric_limits<Integer>;
  if (std::isnan(whole)) return 0;
  if (whole <= static_cast<float>(range::min())) return range::min();
  if (whole >= static_cast<float>(range::max())) return range::max();
  return static_cast<Integer>(whole);
}

/// Directions in which a float is rounded to 16 bits.
enum class direction { to_zero, down, up };

/// The shuffles of a type of at most 8 bytes.
template <class Self>
struct shuffled_by_lanes {
#define ARK_SHUFFLE(name, op, Lane)                                                             \
  friend Self name(unsigned mask, Self value, Lane lane, int width = 32) {                      \
    return moved(mask, ark::detail::shuffle_op::op, value, static_cast<unsigned>(lane), width); \
  }
  ARK_SHUFFLE(__shfl_sync, index, int)
  ARK_SHUFFLE(__shfl_up_sync, up, unsigned)
  ARK_SHUFFLE(__shfl_down_sync, down, unsigned)
  ARK_SHUFFLE(__shfl_xor_sync, bfly, int)
#undef ARK_SHUFFLE

 private:
  static Self moved(unsigned mask, ark::detail::shuffle_op op, Self value, unsigned lane,
                    int width) {
    const std::uint64_t bits =
        ark::detail::warp_shuffle(mask, op, ark::detail::bits_of(value), lane, width);
    std::memcpy(static_cast<void*>(&value), &bits, sizeof value);
    return value;
  }
};

/// Self: the type that derives. Kernels read it through pointers to other types.
template <class Self, ark::detail::half_bits Bits>
struct __attribute__((may_alias)) number16 : shuffled_by_lanes<Self> {
  number16() = default;
  template <class T>
  requires(std::is_arithmetic_v<T>) number16(T value)
      : bits_(ark::detail::half_detail::round_to(Bits{}, in_float(value))) {}

  operator float() const { return ark::detail::half_detail::to_float(Bits{bits_}); }

  /// Not CUDA's.
  [[nodiscard]] std::uint16_t ark_bits() const { return bits_; }
  static Self ark_of_bits(std::uint16_t bits) {
    Self number;
    number.bits_ = bits;
    return number;
  }
  static Self ark_rounded(float value, direction to) {
    const Self nearest(value);
    const float got = nearest;
    const bool too_high = got > value, too_low = got < value;
    // The bits of the next number above or below: the magnitude grows with the bits.
    const auto next = [&](bool up) {
      const bool grows = up != std::signbit(got);
      return ark_of_bits(static_cast<std::uint16_t>(nearest.bits_ + (grows ? 1 : -1)));
    };
    const bool down = to == direction::down || (to == direction::to_zero && value > 0);
    if (down) return too_high ? next(false) : nearest;
    return too_low ? next(true) : nearest;
  }

#define ARK_OF_TWO(name, result)              \
  friend Self name(Self first, Self second) { \
    const float a = first, b = second;        \
    return Self(result);                      \
  }
#define ARK_OF_ONE(name, result)  \
  friend Self name(Self number) { \
    const float a = number;       \
    return Self(result);          \
  }
#define ARK_COMPARISON(name, condition)       \
  friend bool name(Self first, Self second) { \
    const float a = first, b = second;        \
    return condition;                         \
  }
#define ARK_ARITHMETIC(sign, assign, name)    \
  ARK_OF_TWO(operator sign, a sign b)         \
  ARK_OF_TWO(name, a sign b)                  \
  ARK_OF_TWO(name##_rn, a sign b)             \
  ARK_OF_TWO(name##_sat, saturated(a sign b)) \
  friend Self& operator assign(Self& first, Self second) { return first = first sign second; }
// Comparisons with a NaN: false by name, true by name##u, and C++'s by operator.
#define ARK_ORDER(sign, name)                                        \
  ARK_COMPARISON(operator sign, a sign b)                            \
  ARK_COMPARISON(name, a sign b && !std::isnan(a) && !std::isnan(b)) \
  ARK_COMPARISON(name##u, a sign b || std::isnan(a) || std::isnan(b))

  ARK_ARITHMETIC(+, +=, __hadd)
  ARK_ARITHMETIC(-, -=, __hsub)
  ARK_ARITHMETIC(*, *=, __hmul)
  ARK_ARITHMETIC(/, /=, __hdiv)
  ARK_ORDER(==, __heq)
  ARK_ORDER(!=, __hne)
  ARK_ORDER(<, __hlt)
  ARK_ORDER(<=, __hle)
  ARK_ORDER(>, __hgt)
  ARK_ORDER(>=, __hge)

  ARK_OF_ONE(operator+, a)
  ARK_OF_ONE(operator-, -a)
  ARK_OF_ONE(__hneg, -a)
  ARK_OF_ONE(__habs, std::fabs(a))
  friend Self& operator++(Self& number) { return number = number + Self(1.0f); }
  friend Self& operator--(Self& number) { return number = number - Self(1.0f); }
  friend Self operator++(Self& number, int) { return std::exchange(number, number + Self(1.0f)); }
  friend Self operator--(Self& number, int) { return std::exchange(number, number - Self(1.0f)); }

  ARK_OF_TWO(__hmax, std::fmax(a, b))
  ARK_OF_TWO(__hmin, std::fmin(a, b))
  ARK_OF_TWO(__hmax_nan, std::isnan(a) || std::isnan(b) ? NAN : std::fmax(a, b))
  ARK_OF_TWO(__hmin_nan, std::isnan(a) || std::isnan(b) ? NAN : std::fmin(a, b))
  friend bool __hisnan(Self number) { return std::isnan(static_cast<float>(number)); }
  friend int __hisinf(Self number) {
    const float a = number;
    return std::isinf(a) ? (a > 0 ? 1 : -1) : 0;
  }
  friend Self __hfma(Self a, Self b, Self c) { return Self(fused(a, b, c)); }
  friend Self __hfma_sat(Self a, Self b, Self c) { return Self(saturated(fused(a, b, c))); }
  friend Self __hfma_relu(Self a, Self b, Self c) { return __hmax_nan(__hfma(a, b, c), Self(0)); }

  ARK_OF_ONE(hsqrt, std::sqrt(a))
  ARK_OF_ONE(hrsqrt, 1 / std::sqrt(a))
  ARK_OF_ONE(hrcp, 1 / a)
  ARK_OF_ONE(hexp, std::exp(a))
  ARK_OF_ONE(hexp2, std::exp2(a))
  ARK_OF_ONE(hexp10, std::pow(10.0f, a))
  ARK_OF_ONE(hlog, std::log(a))
  ARK_OF_ONE(hlog2, std::log2(a))
  ARK_OF_ONE(hlog10, std::log10(a))
  ARK_OF_ONE(hsin, std::sin(a))
  ARK_OF_ONE(hcos, std::cos(a))
  ARK_OF_ONE(htanh, std::tanh(a))
  ARK_OF_ONE(htanh_approx, std::tanh(a))
  ARK_OF_ONE(hfloor, std::floor(a))
  ARK_OF_ONE(hceil, std::ceil(a))
  ARK_OF_ONE(htrunc, std::trunc(a))
  ARK_OF_ONE(hrint, std::nearbyint(a))
#undef ARK_OF_TWO
#undef ARK_OF_ONE
#undef ARK_COMPARISON
#undef ARK_ARITHMETIC
#undef ARK_ORDER

  friend Self atomicAdd(Self* address, Self value) {
    return ark::detail::legacy_update(address, [value](Self old) { return old + value; });
  }

 private:
  template <class T>
  static float in_float(T value) {
    if constexpr (std::is_same_v<T, float>)
      return value;
    else
      return rounded_to_odd(static_cast<double>(value));
  }
  // The product is exact in double.
  static double fused(double a, double b, double c) { return a * b + c; }
  static float saturated(double value) {
    return value > 0 ? (value < 1 ? rounded_to_odd(value) : 1.0f) : 0.0f;
  }

  std::uint16_t bits_;
};

/// Two numbers side by side. The functions apply to both; comparisons by operator hold for both.
template <class Self, class T>
struct __attribute__((may_alias)) pair16 : shuffled_by_lanes<Self> {
  T x, y;

  pair16() = default;
  pair16(T first, T second) : x(first), y(second) {}

#define ARK_OF_TWO(name, of_one) \
  friend Self name(Self a, Self b) { return {of_one(a.x, b.x), of_one(a.y, b.y)}; }
#define ARK_OF_ONE(name, of_one) \
  friend Self name(Self a) { return {of_one(a.x), of_one(a.y)}; }
#define ARK_ARITHMETIC(sign, assign, name, of_one) \
  ARK_OF_TWO(operator sign, of_one)                \
  ARK_OF_TWO(name, of_one)                         \
  ARK_OF_TWO(name##_rn, of_one)                    \
  ARK_OF_TWO(name##_sat, of_one##_sat)             \
  friend Self& operator assign(Self& a, Self b) { return a = a sign b; }
#define ARK_ORDER(sign, kind)                                                                      \
  friend bool operator sign(Self a, Self b) { return a.x sign b.x && a.y sign b.y; }               \
  friend bool __hb##kind##2(Self a, Self b) { return __h##kind(a.x, b.x) && __h##kind(a.y, b.y); } \
  friend Self __h##kind##2(Self a, Self b) {                                                       \
    return {T(__h##kind(a.x, b.x)), T(__h##kind(a.y, b.y))};                                       \
  }                                                                                                \
  friend unsigned __h##kind##2_mask(Self a, Self b) {                                              \
    return (__h##kind(a.x, b.x) ? 0xffffu : 0) | (__h##kind(a.y, b.y) ? 0xffff0000u : 0);          \
  }
#define ARK_OF_THREE(name, of_one)                         \
  friend Self name(Self a, Self b, Self c) {               \
    return {of_one(a.x, b.x, c.x), of_one(a.y, b.y, c.y)}; \
  }

  ARK_ARITHMETIC(+, +=, __hadd2, __hadd)
  ARK_ARITHMETIC(-, -=, __hsub2, __hsub)
  ARK_ARITHMETIC(*, *=, __hmul2, __hmul)
  ARK_ARITHMETIC(/, /=, __h2div, __hdiv)
  ARK_ORDER(==, eq)
  ARK_ORDER(!=, ne)
  ARK_ORDER(<, lt)
  ARK_ORDER(<=, le)
  ARK_ORDER(>, gt)
  ARK_ORDER(>=, ge)
  friend Self operator+(Self a) { return a; }
  ARK_OF_ONE(operator-, __hneg)
  ARK_OF_ONE(__hneg2, __hneg)
  ARK_OF_ONE(__habs2, __habs)
  ARK_OF_TWO(__hmax2, __hmax)
  ARK_OF_TWO(__hmin2, __hmin)
  ARK_OF_TWO(__hmax2_nan, __hmax_nan)
  ARK_OF_TWO(__hmin2_nan, __hmin_nan)
  ARK_OF_THREE(__hfma2, __hfma)
  ARK_OF_THREE(__hfma2_sat, __hfma_sat)
  ARK_OF_THREE(__hfma2_relu, __hfma_relu)
  ARK_OF_ONE(h2sqrt, hsqrt)
  ARK_OF_ONE(h2rsqrt, hrsqrt)
  ARK_OF_ONE(h2rcp, hrcp)
  ARK_OF_ONE(h2exp, hexp)
  ARK_OF_ONE(h2exp2, hexp2)
  ARK_OF_ONE(h2exp10, hexp10)
  ARK_OF_ONE(h2log, hlog)
  ARK_OF_ONE(h2log2, hlog2)
  ARK_OF_ONE(h2log10, hlog10)
  ARK_OF_ONE(h2sin, hsin)
  ARK_OF_ONE(h2cos, hcos)
  ARK_OF_ONE(h2tanh, htanh)
  ARK_OF_ONE(h2tanh_approx, htanh)
  ARK_OF_ONE(h2floor, hfloor)
  ARK_OF_ONE(h2ceil, hceil)
  ARK_OF_ONE(h2trunc, htrunc)
  ARK_OF_ONE(h2rint, hrint)
#undef ARK_OF_TWO
#undef ARK_OF_ONE
#undef ARK_ARITHMETIC
#undef ARK_ORDER
#undef ARK_OF_THREE

  friend Self __hisnan2(Self a) { return {T(__hisnan(a.x)), T(__hisnan(a.y))}; }
  friend float __low2float(Self a) { return a.x; }
  friend float __high2float(Self a) { return a.y; }
  friend Self __lowhigh2highlow(Self a) { return {a.y, a.x}; }
  /// With CUDA atomic for each number separately, here for both together.
  friend Self atomicAdd(Self* address, Self value) {
    return ark::detail::legacy_update(address, [value](Self old) { return old + value; });
  }
};

}  // namespace ark::cuda_for_cpu
