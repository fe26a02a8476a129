// Atomics.
// Written by scripts/generate-api; contracts are in <ark/amo.hpp>.
#pragma once

#include <ark/amo.hpp>

// clang-format off
ARK_HOST_DEVICE inline float ark_float_atomic_fetch(const float* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_float_atomic_set(float* dest, float value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline float ark_float_atomic_swap(float* dest, float value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_float_atomic_fetch_nbi(float* fetch, const float* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_float_atomic_swap_nbi(float* fetch, float* dest, float value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline double ark_double_atomic_fetch(const double* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_double_atomic_set(double* dest, double value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline double ark_double_atomic_swap(double* dest, double value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_double_atomic_fetch_nbi(double* fetch, const double* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_double_atomic_swap_nbi(double* fetch, double* dest, double value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline int ark_int_atomic_fetch(const int* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_int_atomic_set(int* dest, int value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline int ark_int_atomic_swap(int* dest, int value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int_atomic_fetch_nbi(int* fetch, const int* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_int_atomic_swap_nbi(int* fetch, int* dest, int value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline long ark_long_atomic_fetch(const long* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_long_atomic_set(long* dest, long value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline long ark_long_atomic_swap(long* dest, long value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_long_atomic_fetch_nbi(long* fetch, const long* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_long_atomic_swap_nbi(long* fetch, long* dest, long value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline long long ark_longlong_atomic_fetch(const long long* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_longlong_atomic_set(long long* dest, long long value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline long long ark_longlong_atomic_swap(long long* dest, long long value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_longlong_atomic_fetch_nbi(long long* fetch, const long long* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_longlong_atomic_swap_nbi(long long* fetch, long long* dest, long long value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_atomic_fetch(const unsigned int* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_set(unsigned int* dest, unsigned int value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_atomic_swap(unsigned int* dest, unsigned int value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_fetch_nbi(unsigned int* fetch, const unsigned int* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_swap_nbi(unsigned int* fetch, unsigned int* dest, unsigned int value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_atomic_fetch(const unsigned long* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_set(unsigned long* dest, unsigned long value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_atomic_swap(unsigned long* dest, unsigned long value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_fetch_nbi(unsigned long* fetch, const unsigned long* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_swap_nbi(unsigned long* fetch, unsigned long* dest, unsigned long value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_atomic_fetch(const unsigned long long* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_set(unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_atomic_swap(unsigned long long* dest, unsigned long long value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_fetch_nbi(unsigned long long* fetch, const unsigned long long* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_swap_nbi(unsigned long long* fetch, unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_atomic_fetch(const std::int32_t* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_set(std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_atomic_swap(std::int32_t* dest, std::int32_t value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_fetch_nbi(std::int32_t* fetch, const std::int32_t* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_swap_nbi(std::int32_t* fetch, std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_atomic_fetch(const std::int64_t* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_set(std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_atomic_swap(std::int64_t* dest, std::int64_t value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_fetch_nbi(std::int64_t* fetch, const std::int64_t* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_swap_nbi(std::int64_t* fetch, std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_atomic_fetch(const std::uint32_t* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_set(std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_atomic_swap(std::uint32_t* dest, std::uint32_t value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_fetch_nbi(std::uint32_t* fetch, const std::uint32_t* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_swap_nbi(std::uint32_t* fetch, std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_atomic_fetch(const std::uint64_t* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_set(std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_atomic_swap(std::uint64_t* dest, std::uint64_t value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_fetch_nbi(std::uint64_t* fetch, const std::uint64_t* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_swap_nbi(std::uint64_t* fetch, std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline std::size_t ark_size_atomic_fetch(const std::size_t* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_size_atomic_set(std::size_t* dest, std::size_t value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline std::size_t ark_size_atomic_swap(std::size_t* dest, std::size_t value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_size_atomic_fetch_nbi(std::size_t* fetch, const std::size_t* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_size_atomic_swap_nbi(std::size_t* fetch, std::size_t* dest, std::size_t value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline std::ptrdiff_t ark_ptrdiff_atomic_fetch(const std::ptrdiff_t* source, int pe) { return ark::atomic_fetch(source, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_atomic_set(std::ptrdiff_t* dest, std::ptrdiff_t value, int pe) { ark::atomic_set(dest, value, pe); }
ARK_HOST_DEVICE inline std::ptrdiff_t ark_ptrdiff_atomic_swap(std::ptrdiff_t* dest, std::ptrdiff_t value, int pe) { return ark::atomic_swap(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_atomic_fetch_nbi(std::ptrdiff_t* fetch, const std::ptrdiff_t* source, int pe) { ark::atomic_fetch_nbi(fetch, source, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_atomic_swap_nbi(std::ptrdiff_t* fetch, std::ptrdiff_t* dest, std::ptrdiff_t value, int pe) { ark::atomic_swap_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline int ark_int_atomic_compare_swap(int* dest, int cond, int value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_int_atomic_compare_swap_nbi(int* fetch, int* dest, int cond, int value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_int_atomic_inc(int* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline int ark_int_atomic_fetch_inc(int* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_int_atomic_fetch_inc_nbi(int* fetch, int* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline long ark_long_atomic_compare_swap(long* dest, long cond, long value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_long_atomic_compare_swap_nbi(long* fetch, long* dest, long cond, long value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_long_atomic_inc(long* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline long ark_long_atomic_fetch_inc(long* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_long_atomic_fetch_inc_nbi(long* fetch, long* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline long long ark_longlong_atomic_compare_swap(long long* dest, long long cond, long long value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_longlong_atomic_compare_swap_nbi(long long* fetch, long long* dest, long long cond, long long value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_longlong_atomic_inc(long long* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline long long ark_longlong_atomic_fetch_inc(long long* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_longlong_atomic_fetch_inc_nbi(long long* fetch, long long* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_atomic_compare_swap(unsigned int* dest, unsigned int cond, unsigned int value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_compare_swap_nbi(unsigned int* fetch, unsigned int* dest, unsigned int cond, unsigned int value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_inc(unsigned int* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_atomic_fetch_inc(unsigned int* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_fetch_inc_nbi(unsigned int* fetch, unsigned int* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_atomic_compare_swap(unsigned long* dest, unsigned long cond, unsigned long value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_compare_swap_nbi(unsigned long* fetch, unsigned long* dest, unsigned long cond, unsigned long value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_inc(unsigned long* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_atomic_fetch_inc(unsigned long* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_fetch_inc_nbi(unsigned long* fetch, unsigned long* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_atomic_compare_swap(unsigned long long* dest, unsigned long long cond, unsigned long long value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_compare_swap_nbi(unsigned long long* fetch, unsigned long long* dest, unsigned long long cond, unsigned long long value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_inc(unsigned long long* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_atomic_fetch_inc(unsigned long long* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_fetch_inc_nbi(unsigned long long* fetch, unsigned long long* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_atomic_compare_swap(std::int32_t* dest, std::int32_t cond, std::int32_t value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_compare_swap_nbi(std::int32_t* fetch, std::int32_t* dest, std::int32_t cond, std::int32_t value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_inc(std::int32_t* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_atomic_fetch_inc(std::int32_t* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_fetch_inc_nbi(std::int32_t* fetch, std::int32_t* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_atomic_compare_swap(std::int64_t* dest, std::int64_t cond, std::int64_t value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_compare_swap_nbi(std::int64_t* fetch, std::int64_t* dest, std::int64_t cond, std::int64_t value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_inc(std::int64_t* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_atomic_fetch_inc(std::int64_t* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_fetch_inc_nbi(std::int64_t* fetch, std::int64_t* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_atomic_compare_swap(std::uint32_t* dest, std::uint32_t cond, std::uint32_t value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_compare_swap_nbi(std::uint32_t* fetch, std::uint32_t* dest, std::uint32_t cond, std::uint32_t value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_inc(std::uint32_t* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_atomic_fetch_inc(std::uint32_t* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_fetch_inc_nbi(std::uint32_t* fetch, std::uint32_t* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_atomic_compare_swap(std::uint64_t* dest, std::uint64_t cond, std::uint64_t value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_compare_swap_nbi(std::uint64_t* fetch, std::uint64_t* dest, std::uint64_t cond, std::uint64_t value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_inc(std::uint64_t* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_atomic_fetch_inc(std::uint64_t* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_fetch_inc_nbi(std::uint64_t* fetch, std::uint64_t* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline std::size_t ark_size_atomic_compare_swap(std::size_t* dest, std::size_t cond, std::size_t value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_size_atomic_compare_swap_nbi(std::size_t* fetch, std::size_t* dest, std::size_t cond, std::size_t value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_size_atomic_inc(std::size_t* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline std::size_t ark_size_atomic_fetch_inc(std::size_t* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_size_atomic_fetch_inc_nbi(std::size_t* fetch, std::size_t* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline std::ptrdiff_t ark_ptrdiff_atomic_compare_swap(std::ptrdiff_t* dest, std::ptrdiff_t cond, std::ptrdiff_t value, int pe) { return ark::atomic_compare_swap(dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_atomic_compare_swap_nbi(std::ptrdiff_t* fetch, std::ptrdiff_t* dest, std::ptrdiff_t cond, std::ptrdiff_t value, int pe) { ark::atomic_compare_swap_nbi(fetch, dest, cond, value, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_atomic_inc(std::ptrdiff_t* dest, int pe) { ark::atomic_inc(dest, pe); }
ARK_HOST_DEVICE inline std::ptrdiff_t ark_ptrdiff_atomic_fetch_inc(std::ptrdiff_t* dest, int pe) { return ark::atomic_fetch_inc(dest, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_atomic_fetch_inc_nbi(std::ptrdiff_t* fetch, std::ptrdiff_t* dest, int pe) { ark::atomic_fetch_inc_nbi(fetch, dest, pe); }
ARK_HOST_DEVICE inline void ark_int_atomic_add(int* dest, int value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline int ark_int_atomic_fetch_add(int* dest, int value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int_atomic_fetch_add_nbi(int* fetch, int* dest, int value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_long_atomic_add(long* dest, long value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline long ark_long_atomic_fetch_add(long* dest, long value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_long_atomic_fetch_add_nbi(long* fetch, long* dest, long value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_longlong_atomic_add(long long* dest, long long value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline long long ark_longlong_atomic_fetch_add(long long* dest, long long value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_longlong_atomic_fetch_add_nbi(long long* fetch, long long* dest, long long value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_add(unsigned int* dest, unsigned int value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_atomic_fetch_add(unsigned int* dest, unsigned int value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_fetch_add_nbi(unsigned int* fetch, unsigned int* dest, unsigned int value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_add(unsigned long* dest, unsigned long value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_atomic_fetch_add(unsigned long* dest, unsigned long value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_fetch_add_nbi(unsigned long* fetch, unsigned long* dest, unsigned long value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_add(unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_atomic_fetch_add(unsigned long long* dest, unsigned long long value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_fetch_add_nbi(unsigned long long* fetch, unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_add(std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_atomic_fetch_add(std::int32_t* dest, std::int32_t value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_fetch_add_nbi(std::int32_t* fetch, std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_add(std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_atomic_fetch_add(std::int64_t* dest, std::int64_t value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_fetch_add_nbi(std::int64_t* fetch, std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_add(std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_atomic_fetch_add(std::uint32_t* dest, std::uint32_t value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_fetch_add_nbi(std::uint32_t* fetch, std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_add(std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_atomic_fetch_add(std::uint64_t* dest, std::uint64_t value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_fetch_add_nbi(std::uint64_t* fetch, std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_size_atomic_add(std::size_t* dest, std::size_t value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline std::size_t ark_size_atomic_fetch_add(std::size_t* dest, std::size_t value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_size_atomic_fetch_add_nbi(std::size_t* fetch, std::size_t* dest, std::size_t value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_atomic_add(std::ptrdiff_t* dest, std::ptrdiff_t value, int pe) { ark::atomic_add(dest, value, pe); }
ARK_HOST_DEVICE inline std::ptrdiff_t ark_ptrdiff_atomic_fetch_add(std::ptrdiff_t* dest, std::ptrdiff_t value, int pe) { return ark::atomic_fetch_add(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_atomic_fetch_add_nbi(std::ptrdiff_t* fetch, std::ptrdiff_t* dest, std::ptrdiff_t value, int pe) { ark::atomic_fetch_add_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_and(unsigned int* dest, unsigned int value, int pe) { ark::atomic_and(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_atomic_fetch_and(unsigned int* dest, unsigned int value, int pe) { return ark::atomic_fetch_and(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_fetch_and_nbi(unsigned int* fetch, unsigned int* dest, unsigned int value, int pe) { ark::atomic_fetch_and_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_and(unsigned long* dest, unsigned long value, int pe) { ark::atomic_and(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_atomic_fetch_and(unsigned long* dest, unsigned long value, int pe) { return ark::atomic_fetch_and(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_fetch_and_nbi(unsigned long* fetch, unsigned long* dest, unsigned long value, int pe) { ark::atomic_fetch_and_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_and(unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_and(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_atomic_fetch_and(unsigned long long* dest, unsigned long long value, int pe) { return ark::atomic_fetch_and(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_fetch_and_nbi(unsigned long long* fetch, unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_fetch_and_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_and(std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_and(dest, value, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_atomic_fetch_and(std::int32_t* dest, std::int32_t value, int pe) { return ark::atomic_fetch_and(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_fetch_and_nbi(std::int32_t* fetch, std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_fetch_and_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_and(std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_and(dest, value, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_atomic_fetch_and(std::int64_t* dest, std::int64_t value, int pe) { return ark::atomic_fetch_and(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_fetch_and_nbi(std::int64_t* fetch, std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_fetch_and_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_and(std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_and(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_atomic_fetch_and(std::uint32_t* dest, std::uint32_t value, int pe) { return ark::atomic_fetch_and(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_fetch_and_nbi(std::uint32_t* fetch, std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_fetch_and_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_and(std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_and(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_atomic_fetch_and(std::uint64_t* dest, std::uint64_t value, int pe) { return ark::atomic_fetch_and(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_fetch_and_nbi(std::uint64_t* fetch, std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_fetch_and_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_or(unsigned int* dest, unsigned int value, int pe) { ark::atomic_or(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_atomic_fetch_or(unsigned int* dest, unsigned int value, int pe) { return ark::atomic_fetch_or(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_fetch_or_nbi(unsigned int* fetch, unsigned int* dest, unsigned int value, int pe) { ark::atomic_fetch_or_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_or(unsigned long* dest, unsigned long value, int pe) { ark::atomic_or(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_atomic_fetch_or(unsigned long* dest, unsigned long value, int pe) { return ark::atomic_fetch_or(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_fetch_or_nbi(unsigned long* fetch, unsigned long* dest, unsigned long value, int pe) { ark::atomic_fetch_or_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_or(unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_or(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_atomic_fetch_or(unsigned long long* dest, unsigned long long value, int pe) { return ark::atomic_fetch_or(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_fetch_or_nbi(unsigned long long* fetch, unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_fetch_or_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_or(std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_or(dest, value, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_atomic_fetch_or(std::int32_t* dest, std::int32_t value, int pe) { return ark::atomic_fetch_or(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_fetch_or_nbi(std::int32_t* fetch, std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_fetch_or_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_or(std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_or(dest, value, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_atomic_fetch_or(std::int64_t* dest, std::int64_t value, int pe) { return ark::atomic_fetch_or(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_fetch_or_nbi(std::int64_t* fetch, std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_fetch_or_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_or(std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_or(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_atomic_fetch_or(std::uint32_t* dest, std::uint32_t value, int pe) { return ark::atomic_fetch_or(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_fetch_or_nbi(std::uint32_t* fetch, std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_fetch_or_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_or(std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_or(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_atomic_fetch_or(std::uint64_t* dest, std::uint64_t value, int pe) { return ark::atomic_fetch_or(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_fetch_or_nbi(std::uint64_t* fetch, std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_fetch_or_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_xor(unsigned int* dest, unsigned int value, int pe) { ark::atomic_xor(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_atomic_fetch_xor(unsigned int* dest, unsigned int value, int pe) { return ark::atomic_fetch_xor(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint_atomic_fetch_xor_nbi(unsigned int* fetch, unsigned int* dest, unsigned int value, int pe) { ark::atomic_fetch_xor_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_xor(unsigned long* dest, unsigned long value, int pe) { ark::atomic_xor(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_atomic_fetch_xor(unsigned long* dest, unsigned long value, int pe) { return ark::atomic_fetch_xor(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulong_atomic_fetch_xor_nbi(unsigned long* fetch, unsigned long* dest, unsigned long value, int pe) { ark::atomic_fetch_xor_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_xor(unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_xor(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_atomic_fetch_xor(unsigned long long* dest, unsigned long long value, int pe) { return ark::atomic_fetch_xor(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_atomic_fetch_xor_nbi(unsigned long long* fetch, unsigned long long* dest, unsigned long long value, int pe) { ark::atomic_fetch_xor_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_xor(std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_xor(dest, value, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_atomic_fetch_xor(std::int32_t* dest, std::int32_t value, int pe) { return ark::atomic_fetch_xor(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int32_atomic_fetch_xor_nbi(std::int32_t* fetch, std::int32_t* dest, std::int32_t value, int pe) { ark::atomic_fetch_xor_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_xor(std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_xor(dest, value, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_atomic_fetch_xor(std::int64_t* dest, std::int64_t value, int pe) { return ark::atomic_fetch_xor(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_int64_atomic_fetch_xor_nbi(std::int64_t* fetch, std::int64_t* dest, std::int64_t value, int pe) { ark::atomic_fetch_xor_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_xor(std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_xor(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_atomic_fetch_xor(std::uint32_t* dest, std::uint32_t value, int pe) { return ark::atomic_fetch_xor(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint32_atomic_fetch_xor_nbi(std::uint32_t* fetch, std::uint32_t* dest, std::uint32_t value, int pe) { ark::atomic_fetch_xor_nbi(fetch, dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_xor(std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_xor(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_atomic_fetch_xor(std::uint64_t* dest, std::uint64_t value, int pe) { return ark::atomic_fetch_xor(dest, value, pe); }
ARK_HOST_DEVICE inline void ark_uint64_atomic_fetch_xor_nbi(std::uint64_t* fetch, std::uint64_t* dest, std::uint64_t value, int pe) { ark::atomic_fetch_xor_nbi(fetch, dest, value, pe); }
