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
inline int __double2hiint(double value) {
  return static_cast<int>(std::bit_cast<long long>(value) >> 32);
}
inline int __double2loint(double value) {
  return static_cast<int>(std::bit_cast<long long>(value));
}
inline double __hiloint2double(int high, int low) {
  return std::bit_cast<double>(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

// To integers, rounded to nearest, to zero, down or up, and back.
#define ARK_TO_INTEGER(from, T, to, Integer)                                                       \
  inline Integer __##from##2##to##_rn(T value) {                                                   \
    return static_cast<Integer>(std::nearbyint(value));                                            \
  }                                                                                                \
  inline Integer __##from##2##to##_rz(T value) { return static_cast<Integer>(value); }             \
  inline Integer __##from##2##to##_rd(T value) { return static_cast<Integer>(std::floor(value)); } \
  inline Integer __##from##2##to##_ru(T value) { return static_cast<Integer>(std::ceil(value)); }  \
  inline T __##to##2##from##_rn(Integer value) { return static_cast<T>(value); }
#define ARK_TO_INTEGERS(from, T)          \
  ARK_TO_INTEGER(from, T, int, int)       \
  ARK_TO_INTEGER(from, T, uint, unsigned) \
  ARK_TO_INTEGER(from, T, ll, long long)  \
  ARK_TO_INTEGER(from, T, ull, unsigned long long)
ARK_TO_INTEGERS(float, float)
ARK_TO_INTEGERS(double, double)
#undef ARK_TO_INTEGER
#undef ARK_TO_INTEGERS
inline float __double2float_rn(double value) { return static_cast<float>(value); }

inline int __mulhi(int a, int b) { return static_cast<int>((static_cast<long long>(a) * b) >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<unsigned long long>(a) * b) >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ using wide = unsigned __int128;
  return static_cast<unsigned long long>((static_cast<wide>(a) * b) >> 64);
}
inline long long __mul64hi(long long a, long long b) {
  __extension__ using wide = __int128;
  return static_cast<long long>((static_cast<wide>(a) * b) >> 64);
}

// Product of the lower 24 bits.
inline int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
// |a - b| + c
inline unsigned __sad(int a, int b, unsigned c) {
  return (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b)
                : static_cast<unsigned>(b) - static_cast<unsigned>(a)) +
         c;
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
// Averages, rounded down and up.
inline int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
inline int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
inline unsigned __urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }

/// Byte i of the result is the byte of [low, high] that hexadecimal digit i of `selector` names;
/// its sign, eight times, if the digit is 8 or more.
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(high) << 32 | low;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned digit = selector >> (4 * i) & 0xf;
    unsigned byte = static_cast<unsigned>(bytes >> (8 * (digit & 7))) & 0xff;
    if (digit >= 8) byte = (byte & 0x80) != 0 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}
// [low, high] shifted by the lower five bits of `by`, or by 32 at most (c).
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both << (by & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (by & 31));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) {
  return by >= 32 ? low : __funnelshift_l(low, high, by);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
  return by >= 32 ? high : __funnelshift_r(low, high, by);
}
/// `sum` and the products of the four bytes of both.
inline int __dp4a(int a, int b, int sum) {
  for (int i = 0; i < 32; i += 8)
    sum += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
  return sum;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  for (int i = 0; i < 32; i += 8) sum += (a >> i & 0xff) * (b >> i & 0xff);
  return sum;
}

/// `sum` and the products of the two halves of a and the two lower (lo) or higher (hi) bytes of b.
constexpr int __dp2a_lo(int a, int b, int sum) {
  return sum + static_cast<short>(a) * static_cast<signed char>(b) +
         static_cast<short>(a >> 16) * static_cast<signed char>(b >> 8);
}
constexpr unsigned __dp2a_lo(unsigned a, unsigned b, unsigned sum) {
  return sum + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}
constexpr int __dp2a_hi(int a, int b, int sum) { return __dp2a_lo(a, b >> 16, sum); }
constexpr unsigned __dp2a_hi(unsigned a, unsigned b, unsigned sum) {
  return __dp2a_lo(a, b >> 16, sum);
}
/// The place of a bit of `mask` that is set: the `count`-th from bit `base` upwards, downwards if
/// `count` is negative, `base` itself for 0. ~0 if there is none.
constexpr unsigned __fns(unsigned mask, unsigned base, int count) {
  const int step = count < 0 ? -1 : 1;
  int left = count < 0 ? -count : count == 0 ? 1 : count;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) != 0 && --left == 0) return static_cast<unsigned>(at);
    if (count == 0) break;
  }
  return ~0u;
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
inline float __exp10f(float value) { return std::pow(10.0f, value); }
inline float __log10f(float value) { return std::log10(value); }
inline float __frsqrt_rn(float value) { return 1.0f / std::sqrt(value); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __dsqrt_rn(double value) { return std::sqrt(value); }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
inline void __sincosf(float value, float* sine, float* cosine) {
  *sine = std::sin(value);
  *cosine = std::cos(value);
}
inline float __saturatef(float value) {
  return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
}
