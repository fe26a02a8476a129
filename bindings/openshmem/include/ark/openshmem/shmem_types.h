/* OpenSHMEM's sets of types, as lists of X(name, type). Included by <shmem.h>. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* clang-format off */
#define ARK_SHMEM_STANDARD_INTEGERS(X)                                                            \
  X(int, int) X(long, long) X(longlong, long long) X(uint, unsigned int)                          \
  X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int32, int32_t) X(int64, int64_t)    \
  X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t) X(ptrdiff, ptrdiff_t)

#define ARK_SHMEM_SMALL_INTEGERS(X)                                                               \
  X(char, char) X(schar, signed char) X(short, short) X(uchar, unsigned char)                     \
  X(ushort, unsigned short) X(int8, int8_t) X(int16, int16_t) X(uint8, uint8_t)                   \
  X(uint16, uint16_t)

/* put, get, p, g, iput, iget, ibput, ibget, put_signal; minimum and maximum; data movement. */
#define ARK_SHMEM_RMA_TYPES(X)                                                                    \
  X(float, float) X(double, double) X(longdouble, long double) ARK_SHMEM_SMALL_INTEGERS(X)        \
  ARK_SHMEM_STANDARD_INTEGERS(X)

/* Atomics, wait and test. */
#define ARK_SHMEM_AMO_TYPES(X) ARK_SHMEM_STANDARD_INTEGERS(X)
/* fetch, set, swap. */
#define ARK_SHMEM_EXTENDED_TYPES(X) X(float, float) X(double, double) ARK_SHMEM_AMO_TYPES(X)
/* and, or, xor of atomics. */
#define ARK_SHMEM_BITWISE_TYPES(X)                                                                \
  X(uint, unsigned int) X(ulong, unsigned long) X(ulonglong, unsigned long long)                  \
  X(int32, int32_t) X(int64, int64_t) X(uint32, uint32_t) X(uint64, uint64_t)

/* and, or, xor of reductions. */
#define ARK_SHMEM_BITS_TYPES(X)                                                                   \
  X(uchar, unsigned char) X(ushort, unsigned short) X(uint, unsigned int)                         \
  X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t)      \
  X(int32, int32_t) X(int64, int64_t) X(uint8, uint8_t) X(uint16, uint16_t)                       \
  X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t)

/* Sums, products, scans: as RMA, and complex. */
__extension__ typedef float _Complex ark_shmem_complexf;
__extension__ typedef double _Complex ark_shmem_complexd;
#define ARK_SHMEM_COMPLEX_TYPES(X) X(complexf, ark_shmem_complexf) X(complexd, ark_shmem_complexd)
#define ARK_SHMEM_SUM_TYPES(X) ARK_SHMEM_RMA_TYPES(X) ARK_SHMEM_COMPLEX_TYPES(X)

/* The reductions over active sets. */
#define ARK_SHMEM_TO_ALL_INTEGERS(X)                                                              \
  X(short, short) X(int, int) X(long, long) X(longlong, long long)
#define ARK_SHMEM_TO_ALL_REALS(X)                                                                 \
  ARK_SHMEM_TO_ALL_INTEGERS(X) X(float, float) X(double, double) X(longdouble, long double)
#define ARK_SHMEM_TO_ALL_SUMS(X) ARK_SHMEM_TO_ALL_REALS(X) ARK_SHMEM_COMPLEX_TYPES(X)

/* The reductions, as ARK_SHMEM_REDUCTION(name, type, operator): of teams, and over active sets. */
#define ARK_SHMEM_BITS_REDUCTIONS(N, T)                                                           \
  ARK_SHMEM_REDUCTION(N, T, and) ARK_SHMEM_REDUCTION(N, T, or) ARK_SHMEM_REDUCTION(N, T, xor)
#define ARK_SHMEM_ORDER_REDUCTIONS(N, T)                                                          \
  ARK_SHMEM_REDUCTION(N, T, min) ARK_SHMEM_REDUCTION(N, T, max)
#define ARK_SHMEM_SUM_REDUCTIONS(N, T)                                                            \
  ARK_SHMEM_REDUCTION(N, T, sum) ARK_SHMEM_REDUCTION(N, T, prod)
#define ARK_SHMEM_TEAM_REDUCTIONS                                                                 \
  ARK_SHMEM_BITS_TYPES(ARK_SHMEM_BITS_REDUCTIONS) ARK_SHMEM_RMA_TYPES(ARK_SHMEM_ORDER_REDUCTIONS) \
  ARK_SHMEM_SUM_TYPES(ARK_SHMEM_SUM_REDUCTIONS)
#define ARK_SHMEM_TO_ALL_REDUCTIONS                                                               \
  ARK_SHMEM_TO_ALL_INTEGERS(ARK_SHMEM_BITS_REDUCTIONS)                                            \
  ARK_SHMEM_TO_ALL_REALS(ARK_SHMEM_ORDER_REDUCTIONS)                                              \
  ARK_SHMEM_TO_ALL_SUMS(ARK_SHMEM_SUM_REDUCTIONS)

/* Sizes of elements in bits, and in bytes. */
#define ARK_SHMEM_SIZES(X) X(8, 1) X(16, 2) X(32, 4) X(64, 8) X(128, 16)
