// CUDA's vectors of 1 to 4 elements, with its sizes and alignments, and their make_ functions, for
// the CPU executor. uint3 and dim3 are those of <ark/simt.hpp>. Callable: kernels and host threads.
#pragma once

#include <ark/simt.hpp>

#if !defined(__VECTOR_TYPES_H__)

// Kernels load four floats, or sixteen bytes of anything, through a pointer to one of these.
#define ARK_VECTOR(name, alignment, ...)                       \
  struct __attribute__((may_alias, aligned(alignment))) name { \
    __VA_ARGS__;                                               \
  }
#define ARK_MAKE_VECTORS(name, T)                                       \
  constexpr name##1 make_##name##1(T x) { return {x}; }                 \
  constexpr name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  constexpr name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  constexpr name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
#define ARK_VECTORS_BUT_3(name, T, alignment2, alignment4) \
  ARK_VECTOR(name##1, alignof(T), T x);                    \
  ARK_VECTOR(name##2, alignment2, T x, y);                 \
  ARK_VECTOR(name##4, alignment4, T x, y, z, w);
#define ARK_VECTORS(name, T, alignment2, alignment4) \
  ARK_VECTORS_BUT_3(name, T, alignment2, alignment4) \
  ARK_VECTOR(name##3, alignof(T), T x, y, z);        \
  ARK_MAKE_VECTORS(name, T)

ARK_VECTORS(char, signed char, 2, 4)
ARK_VECTORS(uchar, unsigned char, 2, 4)
ARK_VECTORS(short, short, 4, 8)
ARK_VECTORS(ushort, unsigned short, 4, 8)
ARK_VECTORS(int, int, 8, 16)
ARK_VECTORS_BUT_3(uint, unsigned, 8, 16)
ARK_MAKE_VECTORS(uint, unsigned)
ARK_VECTORS(long, long, 16, 16)
ARK_VECTORS(ulong, unsigned long, 16, 16)
ARK_VECTORS(longlong, long long, 16, 16)
ARK_VECTORS(ulonglong, unsigned long long, 16, 16)
ARK_VECTORS(float, float, 8, 16)
ARK_VECTORS(double, double, 16, 16)
#undef ARK_VECTORS
#undef ARK_VECTORS_BUT_3
#undef ARK_MAKE_VECTORS
#undef ARK_VECTOR

#endif
