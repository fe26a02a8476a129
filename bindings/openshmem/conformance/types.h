/* The types of OpenSHMEM, each with the sets that families take: what the bed has as CHECKS, once
 * for each type, which undefines NAME, TYPE, SETS and PART. FEW_TYPES: only types that cover each
 * width and kind. ONE_OF_KIND: the type is one of them. */
#define ONE_OF_KIND 1
#define RMA 1      /* put, get; collectives but for bits */
#define AMO 2      /* inc, add, compare_swap; waits and tests */
#define EXTENDED 4 /* fetch, set, swap */
#define BITWISE 8  /* and, or, xor of atomics */
#define BITS 16    /* and, or, xor of reductions */
#define COMPLEX 32 /* sums, products, scans */

#define NAME float
#define TYPE float
#define SETS (RMA | EXTENDED)
#include CHECKS
#if LONG_DOUBLE
#define NAME longdouble
#define TYPE long double
#define SETS (RMA)
#include CHECKS
#endif
#define NAME short
#define TYPE short
#define SETS (RMA)
#include CHECKS
#define NAME int
#define TYPE int
#define SETS (RMA | AMO | EXTENDED)
#include CHECKS
#define NAME uchar
#define TYPE unsigned char
#define SETS (RMA | BITS)
#include CHECKS
#define NAME uint64
#define TYPE uint64_t
#define SETS (RMA | AMO | EXTENDED | BITWISE | BITS)
#include CHECKS
#if COMPLEX_TYPES
#define NAME complexf
#define TYPE COMPLEX_OF(float)
#define SETS (COMPLEX)
#define PART float
#include CHECKS
#endif
#if !FEW_TYPES
#undef ONE_OF_KIND
#define ONE_OF_KIND 0
#define NAME double
#define TYPE double
#define SETS (RMA | EXTENDED)
#include CHECKS
#define NAME char
#define TYPE char
#define SETS (RMA)
#include CHECKS
#define NAME schar
#define TYPE signed char
#define SETS (RMA)
#include CHECKS
#define NAME long
#define TYPE long
#define SETS (RMA | AMO | EXTENDED)
#include CHECKS
#define NAME longlong
#define TYPE long long
#define SETS (RMA | AMO | EXTENDED)
#include CHECKS
#define NAME ushort
#define TYPE unsigned short
#define SETS (RMA | BITS)
#include CHECKS
#define NAME uint
#define TYPE unsigned int
#define SETS (RMA | AMO | EXTENDED | BITWISE | BITS)
#include CHECKS
#define NAME ulong
#define TYPE unsigned long
#define SETS (RMA | AMO | EXTENDED | BITWISE | BITS)
#include CHECKS
#define NAME ulonglong
#define TYPE unsigned long long
#define SETS (RMA | AMO | EXTENDED | BITWISE | BITS)
#include CHECKS
#define NAME int8
#define TYPE int8_t
#define SETS (RMA | BITS)
#include CHECKS
#define NAME int16
#define TYPE int16_t
#define SETS (RMA | BITS)
#include CHECKS
#define NAME int32
#define TYPE int32_t
#define SETS (RMA | AMO | EXTENDED | BITWISE | BITS)
#include CHECKS
#define NAME int64
#define TYPE int64_t
#define SETS (RMA | AMO | EXTENDED | BITWISE | BITS)
#include CHECKS
#define NAME uint8
#define TYPE uint8_t
#define SETS (RMA | BITS)
#include CHECKS
#define NAME uint16
#define TYPE uint16_t
#define SETS (RMA | BITS)
#include CHECKS
#define NAME uint32
#define TYPE uint32_t
#define SETS (RMA | AMO | EXTENDED | BITWISE | BITS)
#include CHECKS
#define NAME size
#define TYPE size_t
#define SETS (RMA | AMO | EXTENDED | BITS)
#include CHECKS
#define NAME ptrdiff
#define TYPE ptrdiff_t
#define SETS (RMA | AMO | EXTENDED)
#include CHECKS
#if HALF_TYPES
#define NAME half
#define TYPE __half
#define SETS (RMA)
#include CHECKS
#define NAME bfloat16
#define TYPE __nv_bfloat16
#define SETS (RMA)
#include CHECKS
#endif
#if COMPLEX_TYPES
#define NAME complexd
#define TYPE COMPLEX_OF(double)
#define SETS (COMPLEX)
#define PART double
#include CHECKS
#endif
#endif
#undef ONE_OF_KIND
