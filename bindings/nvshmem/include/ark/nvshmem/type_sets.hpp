// NVSHMEM's sets of types, as lists of X(name, type), for the headers that define the typed names.
#pragma once

#include <ark/api/type_lists.h>

#include <ark/detail/platform/portability.hpp>
#include <cstddef>
#include <cstdint>

#if ARK_CUDA
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#else
#include <ark/cuda_for_cpu/half.hpp>
#endif

// clang-format off
#define ARK_NVSHMEM_STANDARD_INTEGERS(X)                                                          \
  X(int, int) X(long, long) X(longlong, long long) X(uint, unsigned int)                          \
  X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int32, std::int32_t)                 \
  X(int64, std::int64_t) X(uint32, std::uint32_t) X(uint64, std::uint64_t) X(size, std::size_t)

#define ARK_NVSHMEM_SMALL_INTEGERS(X)                                                             \
  X(char, char) X(schar, signed char) X(short, short) X(uchar, unsigned char)                     \
  X(ushort, unsigned short) X(int8, std::int8_t) X(int16, std::int16_t) X(uint8, std::uint8_t)    \
  X(uint16, std::uint16_t)

/// The 16-bit floating-point types of CUDA.
#define ARK_NVSHMEM_HALF_TYPES(X) X(half, __half) X(bfloat16, __nv_bfloat16)

/// Sums, products, minima and maxima.
#define ARK_NVSHMEM_ARITHMETIC_TYPES(X)                                                           \
  X(float, float) X(double, double) ARK_NVSHMEM_HALF_TYPES(X) ARK_NVSHMEM_SMALL_INTEGERS(X)       \
  ARK_NVSHMEM_STANDARD_INTEGERS(X)

/// The reductions of all types, as ARK_NVSHMEM_REDUCE(name, type, operator).
#define ARK_NVSHMEM_ARITHMETIC_REDUCTIONS(N, T)                                                   \
  ARK_NVSHMEM_REDUCE(N, T, sum) ARK_NVSHMEM_REDUCE(N, T, prod)                                    \
  ARK_NVSHMEM_REDUCE(N, T, min) ARK_NVSHMEM_REDUCE(N, T, max)
#define ARK_NVSHMEM_BITS_REDUCTIONS(N, T)                                                         \
  ARK_NVSHMEM_REDUCE(N, T, and) ARK_NVSHMEM_REDUCE(N, T, or) ARK_NVSHMEM_REDUCE(N, T, xor)
#define ARK_NVSHMEM_REDUCTIONS                                                                    \
  ARK_NVSHMEM_ARITHMETIC_TYPES(ARK_NVSHMEM_ARITHMETIC_REDUCTIONS)                                 \
  ARK_REDUCE_BITWISE_TYPES(ARK_NVSHMEM_BITS_REDUCTIONS)

/// put, get, p, g, iput, iget, put_signal; broadcast, fcollect, alltoall.
#define ARK_NVSHMEM_RMA_TYPES(X) ARK_RMA_TYPES(X) ARK_NVSHMEM_HALF_TYPES(X)

/// Sizes of elements in bits, and in bytes.
#define ARK_NVSHMEM_SIZES(X) X(8, 1) X(16, 2) X(32, 4) X(64, 8) X(128, 16)
// clang-format on
