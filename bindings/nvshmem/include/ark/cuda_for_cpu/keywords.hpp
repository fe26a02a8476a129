// CUDA's keywords, min and max for the CPU executor.
#pragma once

#include <ark/cuda_for_cpu/cuda_errors.hpp>
#include <ark/simt.hpp>

#define ARK_CUDA_ON_CPU 1  // ark-cuda-to-cpu writes it into the conditions that test for nvcc

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__  // kernels and host threads share every variable of the process
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __maxnreg__(count)
#define __grid_constant__

#if !defined(__clang__)  // which has it, as nvcc
#define __builtin_assume(condition) ((condition) ? void() : __builtin_unreachable())
#endif

inline void __brkpt() { __trap(); }

// A message instead of a variable that blocks share. arkc++ -nvshmem rewrites __shared__ in
// declarations, also by a macro that stands for the word alone.
#define __shared__ \
  _Pragma(         \
      "GCC error \"__shared__ on the CPU executor: write ARK_SHARED(float[32], name); \
or ARK_DYNAMIC_SHARED(float, name); arkc++ -nvshmem rewrites declarations, also in headers; a macro \
may stand for the word alone, not for a declaration with its parameters\"")

// Calls then return cudaErrorAssert.
#if defined(ARK_ASSERT_AS)
#undef ARK_ASSERT_AS
#define ARK_ASSERT_AS(expression, text)                               \
  (static_cast<bool>(expression)                                      \
       ? static_cast<void>(0)                                         \
       : ::ark::cuda_for_cpu::kernel_assert(text, __FILE__, __LINE__, \
                                            __extension__ __PRETTY_FUNCTION__))
#endif

// Functions, not templates, as CUDA's: next to those of a `using namespace std` they are preferred.
// clang-format off
#define ARK_MIN_MAX(T)                                     \
  constexpr T min(T a, T b) { return b < a ? b : a; }      \
  constexpr T max(T a, T b) { return a < b ? b : a; }
// One argument of each type: they compare as the second.
#define ARK_MIN_MAX_PAIR(T, U)                                           \
  ARK_MIN_MAX(T)                                                         \
  ARK_MIN_MAX(U)                                                         \
  constexpr U min(T a, U b) { return min(static_cast<U>(a), b); }        \
  constexpr U min(U a, T b) { return min(a, static_cast<U>(b)); }        \
  constexpr U max(T a, U b) { return max(static_cast<U>(a), b); }        \
  constexpr U max(U a, T b) { return max(a, static_cast<U>(b)); }
// clang-format on
ARK_MIN_MAX_PAIR(int, unsigned)
ARK_MIN_MAX_PAIR(long, unsigned long)
ARK_MIN_MAX_PAIR(long long, unsigned long long)
ARK_MIN_MAX_PAIR(float, double)
#undef ARK_MIN_MAX_PAIR
#undef ARK_MIN_MAX
// clang-format off
constexpr unsigned umin(unsigned a, unsigned b) { return min(a, b); }
constexpr unsigned umax(unsigned a, unsigned b) { return max(a, b); }
constexpr long long llmin(long long a, long long b) { return min(a, b); }
constexpr long long llmax(long long a, long long b) { return max(a, b); }
constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }
// clang-format on
