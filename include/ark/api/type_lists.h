/* The types of OpenSHMEM 1.6 that its families have: DO(name, type) for each.
 * Written by scripts/generate-api. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* clang-format off */
#define ARK_RMA_TYPES(DO) DO(float, float) DO(double, double) DO(char, char) DO(schar, signed char) DO(short, short) DO(int, int) DO(long, long) DO(longlong, long long) DO(uchar, unsigned char) DO(ushort, unsigned short) DO(uint, unsigned int) DO(ulong, unsigned long) DO(ulonglong, unsigned long long) DO(int8, int8_t) DO(int16, int16_t) DO(int32, int32_t) DO(int64, int64_t) DO(uint8, uint8_t) DO(uint16, uint16_t) DO(uint32, uint32_t) DO(uint64, uint64_t) DO(size, size_t) DO(ptrdiff, ptrdiff_t)
#define ARK_LONG_DOUBLE_TYPES(DO) DO(longdouble, long double)
#define ARK_AMO_TYPES(DO) DO(int, int) DO(long, long) DO(longlong, long long) DO(uint, unsigned int) DO(ulong, unsigned long) DO(ulonglong, unsigned long long) DO(int32, int32_t) DO(int64, int64_t) DO(uint32, uint32_t) DO(uint64, uint64_t) DO(size, size_t) DO(ptrdiff, ptrdiff_t)
#define ARK_EXTENDED_TYPES(DO) DO(float, float) DO(double, double) DO(int, int) DO(long, long) DO(longlong, long long) DO(uint, unsigned int) DO(ulong, unsigned long) DO(ulonglong, unsigned long long) DO(int32, int32_t) DO(int64, int64_t) DO(uint32, uint32_t) DO(uint64, uint64_t) DO(size, size_t) DO(ptrdiff, ptrdiff_t)
#define ARK_ADDABLE_TYPES(DO) DO(float, float) DO(double, double) DO(int32, int32_t) DO(int64, int64_t) DO(uint32, uint32_t) DO(uint64, uint64_t)
#define ARK_BITWISE_TYPES(DO) DO(uint, unsigned int) DO(ulong, unsigned long) DO(ulonglong, unsigned long long) DO(int32, int32_t) DO(int64, int64_t) DO(uint32, uint32_t) DO(uint64, uint64_t)
#define ARK_REDUCE_BITWISE_TYPES(DO) DO(uchar, unsigned char) DO(ushort, unsigned short) DO(uint, unsigned int) DO(ulong, unsigned long) DO(ulonglong, unsigned long long) DO(int8, int8_t) DO(int16, int16_t) DO(int32, int32_t) DO(int64, int64_t) DO(uint8, uint8_t) DO(uint16, uint16_t) DO(uint32, uint32_t) DO(uint64, uint64_t) DO(size, size_t)
