// CUDA's intrinsics that read the bits of a number as another type, that round to int, and the fast
// forms of functions, as exact as the others here, for the CPU executor. Callable: kernels and host
// threads.
#pragma once

#include <bit>
#include <cmath>

inline int __float_as_int(float value) { return std::bit_cast<int>(value); }
inline unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }
inline float __int_as_float(int bits) { return std::bit_cast<float>(bits); }
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
inline long long __double_as_longlong(double value) { return std::bit_cast<long long>(value); }
inline double __longlong_as_double(long long bits) { return std::bit_cast<double>(bits); }
inline int __float2int_rn(float value) { return static_cast<int>(std::nearbyint(value)); }
inline int __float2int_rz(float value) { return static_cast<int>(value); }
inline int __float2int_rd(float value) { return static_cast<int>(std::floor(value)); }
inline int __float2int_ru(float value) { return static_cast<int>(std::ceil(value)); }
inline int __double2int_rn(double value) { return static_cast<int>(std::nearbyint(value)); }
inline int __double2int_rz(double value) { return static_cast<int>(value); }
inline int __double2int_rd(double value) { return static_cast<int>(std::floor(value)); }
inline int __double2int_ru(double value) { return static_cast<int>(std::ceil(value)); }
inline float __int2float_rn(int value) { return static_cast<float>(value); }
inline double __int2double_rn(int value) { return value; }

#if !defined(__GLIBC__) || __GLIBC__ * 100 + __GLIBC_MINOR__ < 242  // which has C23's
inline float rsqrtf(float value) { return 1.0f / std::sqrt(value); }
inline double rsqrt(double value) { return 1.0 / std::sqrt(value); }
#endif
inline float __fdividef(float value, float by) { return value / by; }
inline float __expf(float value) { return std::exp(value); }
inline float __logf(float value) { return std::log(value); }
inline float __sinf(float value) { return std::sin(value); }
inline float __cosf(float value) { return std::cos(value); }
inline float __powf(float value, float exponent) { return std::pow(value, exponent); }
inline float __saturatef(float value) {
  return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
}
