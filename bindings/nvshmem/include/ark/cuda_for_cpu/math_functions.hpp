// CUDA's functions of real numbers that the C library lacks, for the CPU executor. Callable:
// kernels and host threads.
#pragma once

#include <cmath>
#include <limits>

namespace ark::cuda_for_cpu {

inline constexpr double two_by_root_pi = 1.1283791670955125739;

/// |y| with erf(y) = x, -0.5 <= x <= 0.5: Halley's iteration from the first terms of the series.
inline double erf_inverse_near_0(double x) {
  double y = x / two_by_root_pi * (1 + 0.2617993877991494 * x * x);
  for (int i = 0; i < 3; ++i) {
    const double off = std::erf(y) - x;
    y -= off / (two_by_root_pi * std::exp(-y * y) + y * off);
  }
  return y;
}
/// y with erfc(y) = x, 0 < x <= 0.5: the same from a rational approximation (Abramowitz and Stegun
/// 26.2.22).
inline double erfc_inverse_of_tail(double x) {
  const double t = std::sqrt(-2 * std::log(x / 2));
  double y =
      0.70710678118654752440 * (t - (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)));
  for (int i = 0; i < 3; ++i) {
    const double off = std::erfc(y) - x;
    y += off / (two_by_root_pi * std::exp(-y * y) - y * off);
  }
  return y;
}

/// The modified Bessel function of the first kind, of order 0 or 1, for x >= 0: a series of
/// positive terms.
inline double bessel_i(int order, double x) {
  double term = order == 0 ? 1 : x / 2, sum = term;
  for (double k = 1; term > sum * 1e-17 && sum <= std::numeric_limits<double>::max(); ++k) {
    term *= x / 2 / k * (x / 2 / (k + order));
    sum += term;
  }
  return sum;
}

}  // namespace ark::cuda_for_cpu

inline double erfcinv(double x) {
  if (!(x >= 0 && x <= 2)) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0 || x == 2) return (1 - x) * std::numeric_limits<double>::infinity();
  if (x > 1.5) return -ark::cuda_for_cpu::erfc_inverse_of_tail(2 - x);
  return x < 0.5 ? ark::cuda_for_cpu::erfc_inverse_of_tail(x)
                 : ark::cuda_for_cpu::erf_inverse_near_0(1 - x);
}
inline double erfinv(double x) {
  if (std::fabs(x) <= 0.5) return ark::cuda_for_cpu::erf_inverse_near_0(x);
  return std::copysign(erfcinv(1 - std::fabs(x)), x);
}
inline double normcdfinv(double x) { return -1.41421356237309504880 * erfcinv(2 * x); }
/// exp(x * x) * erfc(x)
inline double erfcx(double x) {
  if (x < -27) return std::numeric_limits<double>::infinity();
  const double square = x * x;
  if (x < 25) return std::exp(square) * (1 + std::fma(x, x, -square)) * std::erfc(x);
  double term = 1, sum = 1;
  for (int k = 1; k < 16; k += 2) sum += term *= -k / (2 * square);
  return ark::cuda_for_cpu::two_by_root_pi / 2 / x * sum;
}
inline double cyl_bessel_i0(double x) { return ark::cuda_for_cpu::bessel_i(0, std::fabs(x)); }
inline double cyl_bessel_i1(double x) {
  return std::copysign(ark::cuda_for_cpu::bessel_i(1, std::fabs(x)), x);
}
// clang-format off
inline float erfcinvf(float x) { return static_cast<float>(erfcinv(x)); }
inline float erfinvf(float x) { return static_cast<float>(erfinv(x)); }
inline float normcdfinvf(float x) { return static_cast<float>(normcdfinv(x)); }
inline float erfcxf(float x) { return static_cast<float>(erfcx(x)); }
inline float cyl_bessel_i0f(float x) { return static_cast<float>(cyl_bessel_i0(x)); }
inline float cyl_bessel_i1f(float x) { return static_cast<float>(cyl_bessel_i1(x)); }
// clang-format on

#define ARK_REAL_FUNCTIONS(T, f)                                                              \
  inline T norm3d##f(T a, T b, T c) { return std::sqrt(a * a + b * b + c * c); }              \
  inline T norm4d##f(T a, T b, T c, T d) { return std::sqrt(a * a + b * b + c * c + d * d); } \
  inline T rnorm3d##f(T a, T b, T c) { return 1 / norm3d##f(a, b, c); }                       \
  inline T norm##f(int count, const T* values) {                                              \
    T length = 0;                                                                             \
    for (int i = 0; i < count; ++i) length = std::hypot(length, values[i]);                   \
    return length;                                                                            \
  }                                                                                           \
  inline T rnorm##f(int count, const T* values) { return 1 / norm##f(count, values); }        \
  inline T rnorm4d##f(T a, T b, T c, T d) { return 1 / norm4d##f(a, b, c, d); }               \
  inline T rhypot##f(T a, T b) { return 1 / std::hypot(a, b); }                               \
  inline T rcbrt##f(T value) { return 1 / std::cbrt(value); }                                 \
  inline T normcdf##f(T value) { return std::erfc(-value * T(0.70710678118654752440)) / 2; }  \
  inline T fdivide##f(T value, T by) { return value / by; }
ARK_REAL_FUNCTIONS(float, f)
ARK_REAL_FUNCTIONS(double, )
#undef ARK_REAL_FUNCTIONS

// Functions of value times pi: exact at multiples of a half. The C library of newer systems has
// them.
#if !defined(__GLIBC__) || __GLIBC__ * 100 + __GLIBC_MINOR__ < 241
#define ARK_PI_FUNCTIONS(T, f)                                                     \
  inline T sinpi##f(T value) {                                                     \
    const T from_even = std::remainder(value, T(2)), size = std::fabs(from_even);  \
    const T folded = size > T(0.5) ? 1 - size : size;                              \
    return std::copysign(std::sin(folded * T(3.14159265358979323846)), from_even); \
  }                                                                                \
  inline T cospi##f(T value) { return sinpi##f(std::fabs(std::remainder(value, T(2))) + T(0.5)); }
ARK_PI_FUNCTIONS(float, f)
ARK_PI_FUNCTIONS(double, )
#undef ARK_PI_FUNCTIONS
#endif
inline void sincospif(float value, float* sine, float* cosine) {
  *sine = sinpif(value);
  *cosine = cospif(value);
}
inline void sincospi(double value, double* sine, double* cosine) {
  *sine = sinpi(value);
  *cosine = cospi(value);
}
