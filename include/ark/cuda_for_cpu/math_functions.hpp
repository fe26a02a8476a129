// CUDA's functions of real numbers that the C library lacks, for the CPU executor. Callable:
// kernels and host threads.
#pragma once

#include <cmath>

#define ARK_REAL_FUNCTIONS(T, f)                                                              \
  inline T norm3d##f(T a, T b, T c) { return std::sqrt(a * a + b * b + c * c); }              \
  inline T norm4d##f(T a, T b, T c, T d) { return std::sqrt(a * a + b * b + c * c + d * d); } \
  inline T rnorm3d##f(T a, T b, T c) { return 1 / norm3d##f(a, b, c); }                       \
  inline T rhypot##f(T a, T b) { return 1 / std::hypot(a, b); }                               \
  inline T rcbrt##f(T value) { return 1 / std::cbrt(value); }                                 \
  inline T normcdf##f(T value) { return std::erfc(-value * T(0.70710678118654752440)) / 2; }  \
  inline T fdivide##f(T value, T by) { return value / by; }
ARK_REAL_FUNCTIONS(float, f)
ARK_REAL_FUNCTIONS(double, )
#undef ARK_REAL_FUNCTIONS

// Of value times pi: exact at multiples of a half. The C library of newer systems has them.
#if !defined(__GLIBC__) || __GLIBC__ * 100 + __GLIBC_MINOR__ < 241
#define ARK_PI_FUNCTIONS(T, f)                                                \
  inline T sinpi##f(T value) {                                                \
    const T rest = std::remainder(value, T(2)), size = std::fabs(rest);       \
    const T folded = size > T(0.5) ? 1 - size : size;                         \
    return std::copysign(std::sin(folded * T(3.14159265358979323846)), rest); \
  }                                                                           \
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
