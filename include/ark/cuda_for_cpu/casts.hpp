// CUDA's intrinsics that read the bits of a number as another type, that round, that give the high
// half of a product, and the fast forms of functions, as exact as the others here, for the CPU
// executor. Callable: kernels and host threads.
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
inline unsigned __float2uint_rn(float value) {
  return static_cast<unsigned>(std::nearbyint(value));
}
inline long long __double2ll_rn(double value) { return std::llrint(value); }
inline float __double2float_rn(double value) { return static_cast<float>(value); }
inline float __uint2float_rn(unsigned value) { return static_cast<float>(value); }
inline double __ll2double_rn(long long value) { return static_cast<double>(value); }
inline float __int2float_rn(int value) { return static_cast<float>(value); }
inline double __int2double_rn(int value) { return value; }

inline int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ using wide = unsigned __int128;
  return static_cast<unsigned long long>((static_cast<wide>(a) * b) >> 64);
}

#if !defined(__GLIBC__) || __GLIBC__ * 100 + __GLIBC_MINOR__ < 242  // which has C23's
inline float rsqrtf(float value) { return 1.0f / std::sqrt(value); }
inline double rsqrt(double value) { return 1.0 / std::sqrt(value); }
#endif
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float __frcp_rn(float value) { return 1.0f / value; }
inline float __fsqrt_rn(float value) { return std::sqrt(value); }
inline float __log2f(float value) { return std::log2(value); }
inline float __tanf(float value) { return std::tan(value); }
inline float __fdividef(float value, float by) { return value / by; }
inline float __expf(float value) { return std::exp(value); }
inline float __logf(float value) { return std::log(value); }
inline float __sinf(float value) { return std::sin(value); }
inline float __cosf(float value) { return std::cos(value); }
inline float __powf(float value, float exponent) { return std::pow(value, exponent); }
inline float __saturatef(float value) {
  return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
}
