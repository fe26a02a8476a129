/* What the sources of the program c_api have in common. */
#pragma once

#include <ark/ark.h>
#include <stdio.h>

/* Wrong values so far, and the PEs of the program: this one, the one that it writes to, and the one
 * that writes to it. */
extern int wrong, me, pes, next, previous;

#define EXPECT(condition)                                                                 \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      ++wrong;                                                                            \
      fprintf(stderr, "PE %d: %s:%d: %s\n", ark_my_pe(), __FILE__, __LINE__, #condition); \
    }                                                                                     \
  } while (0)

/* clang-format off */
#define RMA_TYPES(DO)                                                                          \
  DO(float, float) DO(double, double) DO(char, char) DO(schar, signed char) DO(short, short)   \
  DO(int, int) DO(long, long) DO(longlong, long long) DO(uchar, unsigned char)                 \
  DO(ushort, unsigned short) DO(uint, unsigned) DO(ulong, unsigned long)                       \
  DO(ulonglong, unsigned long long) DO(int8, int8_t) DO(int16, int16_t) DO(int32, int32_t)     \
  DO(int64, int64_t) DO(uint8, uint8_t) DO(uint16, uint16_t) DO(uint32, uint32_t)              \
  DO(uint64, uint64_t) DO(size, size_t) DO(ptrdiff, ptrdiff_t) DO(longdouble, long double)
#define STANDARD_TYPES(DO)                                                                     \
  DO(int, int) DO(long, long) DO(longlong, long long) DO(uint, unsigned)                       \
  DO(ulong, unsigned long) DO(ulonglong, unsigned long long) DO(int32, int32_t)                \
  DO(int64, int64_t) DO(uint32, uint32_t) DO(uint64, uint64_t) DO(size, size_t)                \
  DO(ptrdiff, ptrdiff_t)
#define EXTENDED_TYPES(DO) STANDARD_TYPES(DO) DO(float, float) DO(double, double)
#define BITWISE_TYPES(DO)                                                                      \
  DO(uint, unsigned) DO(ulong, unsigned long) DO(ulonglong, unsigned long long)                \
  DO(int32, int32_t) DO(int64, int64_t) DO(uint32, uint32_t) DO(uint64, uint64_t)
/* clang-format on */

/* contexts.c: every call with a context. */
void contexts(void);
