// CUDA's intrinsics that read the bits of a number as another type, and that round to int, for the
// CPU executor. Callable: kernels and host threads.
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
