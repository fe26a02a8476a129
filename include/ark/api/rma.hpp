// put, get, p, g, iput, iget.
// Written by scripts/generate-api; contracts are in <ark/rma.hpp>.
#pragma once

#include <ark/rma.hpp>

// clang-format off
ARK_HOST_DEVICE inline void ark_float_put(float* dest, const float* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put(double* dest, const double* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_put(char* dest, const char* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_put(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_put(short* dest, const short* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_put(int* dest, const int* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_put(long* dest, const long* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_put(long long* dest, const long long* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_put(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_put(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_put(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_put(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_put(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_put(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_put(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_put(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_put(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_put(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_put(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::put(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_warp(float* dest, const float* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_warp(double* dest, const double* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_put_warp(char* dest, const char* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_put_warp(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_put_warp(short* dest, const short* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_put_warp(int* dest, const int* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_put_warp(long* dest, const long* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_put_warp(long long* dest, const long long* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_put_warp(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_put_warp(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_put_warp(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_put_warp(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_put_warp(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_put_warp(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_put_warp(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_warp(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_warp(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_put_warp(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_put_warp(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_warp(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_warp(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_put_warp(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_put_warp(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::put_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_block(float* dest, const float* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_block(double* dest, const double* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_put_block(char* dest, const char* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_put_block(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_put_block(short* dest, const short* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_put_block(int* dest, const int* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_put_block(long* dest, const long* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_put_block(long long* dest, const long long* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_put_block(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_put_block(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_put_block(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_put_block(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_put_block(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_put_block(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_put_block(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_block(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_block(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_put_block(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_put_block(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_block(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_block(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_put_block(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_put_block(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::put_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_nbi(float* dest, const float* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_nbi(double* dest, const double* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_put_nbi(char* dest, const char* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_put_nbi(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_put_nbi(short* dest, const short* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_put_nbi(int* dest, const int* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_put_nbi(long* dest, const long* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_put_nbi(long long* dest, const long long* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_put_nbi(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_put_nbi(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_put_nbi(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_put_nbi(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_put_nbi(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_put_nbi(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_put_nbi(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_nbi(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_nbi(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_put_nbi(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_put_nbi(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_nbi(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_nbi(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_put_nbi(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_put_nbi(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::put_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_nbi_warp(float* dest, const float* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_nbi_warp(double* dest, const double* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_put_nbi_warp(char* dest, const char* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_put_nbi_warp(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_put_nbi_warp(short* dest, const short* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_put_nbi_warp(int* dest, const int* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_put_nbi_warp(long* dest, const long* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_put_nbi_warp(long long* dest, const long long* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_put_nbi_warp(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_put_nbi_warp(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_put_nbi_warp(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_put_nbi_warp(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_put_nbi_warp(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_put_nbi_warp(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_put_nbi_warp(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_nbi_warp(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_nbi_warp(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_put_nbi_warp(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_put_nbi_warp(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_nbi_warp(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_nbi_warp(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_put_nbi_warp(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_put_nbi_warp(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::put_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_nbi_block(float* dest, const float* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_nbi_block(double* dest, const double* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_put_nbi_block(char* dest, const char* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_put_nbi_block(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_put_nbi_block(short* dest, const short* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_put_nbi_block(int* dest, const int* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_put_nbi_block(long* dest, const long* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_put_nbi_block(long long* dest, const long long* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_put_nbi_block(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_put_nbi_block(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_put_nbi_block(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_put_nbi_block(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_put_nbi_block(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_put_nbi_block(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_put_nbi_block(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_nbi_block(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_nbi_block(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_put_nbi_block(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_put_nbi_block(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_nbi_block(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_nbi_block(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_put_nbi_block(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_put_nbi_block(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::put_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_get(float* dest, const float* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_get(double* dest, const double* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_get(char* dest, const char* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_get(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_get(short* dest, const short* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_get(int* dest, const int* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_get(long* dest, const long* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_get(long long* dest, const long long* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_get(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_get(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_get(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_get(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_get(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_get(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_get(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_get(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_get(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_get(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_get(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_get(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_get(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_get(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_get(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::get(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_get_warp(float* dest, const float* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_get_warp(double* dest, const double* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_get_warp(char* dest, const char* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_get_warp(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_get_warp(short* dest, const short* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_get_warp(int* dest, const int* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_get_warp(long* dest, const long* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_get_warp(long long* dest, const long long* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_get_warp(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_get_warp(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_get_warp(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_get_warp(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_get_warp(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_get_warp(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_get_warp(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_get_warp(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_get_warp(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_get_warp(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_get_warp(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_get_warp(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_get_warp(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_get_warp(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_get_warp(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::get_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_get_block(float* dest, const float* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_get_block(double* dest, const double* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_get_block(char* dest, const char* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_get_block(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_get_block(short* dest, const short* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_get_block(int* dest, const int* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_get_block(long* dest, const long* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_get_block(long long* dest, const long long* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_get_block(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_get_block(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_get_block(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_get_block(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_get_block(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_get_block(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_get_block(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_get_block(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_get_block(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_get_block(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_get_block(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_get_block(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_get_block(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_get_block(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_get_block(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::get_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_get_nbi(float* dest, const float* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_get_nbi(double* dest, const double* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_get_nbi(char* dest, const char* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_get_nbi(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_get_nbi(short* dest, const short* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_get_nbi(int* dest, const int* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_get_nbi(long* dest, const long* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_get_nbi(long long* dest, const long long* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_get_nbi(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_get_nbi(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_get_nbi(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_get_nbi(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_get_nbi(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_get_nbi(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_get_nbi(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_get_nbi(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_get_nbi(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_get_nbi(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_get_nbi(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_get_nbi(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_get_nbi(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_get_nbi(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_get_nbi(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::get_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_get_nbi_warp(float* dest, const float* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_get_nbi_warp(double* dest, const double* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_get_nbi_warp(char* dest, const char* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_get_nbi_warp(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_get_nbi_warp(short* dest, const short* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_get_nbi_warp(int* dest, const int* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_get_nbi_warp(long* dest, const long* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_get_nbi_warp(long long* dest, const long long* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_get_nbi_warp(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_get_nbi_warp(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_get_nbi_warp(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_get_nbi_warp(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_get_nbi_warp(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_get_nbi_warp(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_get_nbi_warp(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_get_nbi_warp(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_get_nbi_warp(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_get_nbi_warp(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_get_nbi_warp(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_get_nbi_warp(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_get_nbi_warp(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_get_nbi_warp(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_get_nbi_warp(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::get_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_get_nbi_block(float* dest, const float* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_get_nbi_block(double* dest, const double* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_char_get_nbi_block(char* dest, const char* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_get_nbi_block(signed char* dest, const signed char* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_short_get_nbi_block(short* dest, const short* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int_get_nbi_block(int* dest, const int* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_long_get_nbi_block(long* dest, const long* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_get_nbi_block(long long* dest, const long long* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_get_nbi_block(unsigned char* dest, const unsigned char* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_get_nbi_block(unsigned short* dest, const unsigned short* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_get_nbi_block(unsigned int* dest, const unsigned int* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_get_nbi_block(unsigned long* dest, const unsigned long* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_get_nbi_block(unsigned long long* dest, const unsigned long long* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_get_nbi_block(std::int8_t* dest, const std::int8_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_get_nbi_block(std::int16_t* dest, const std::int16_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_get_nbi_block(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_get_nbi_block(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_get_nbi_block(std::uint8_t* dest, const std::uint8_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_get_nbi_block(std::uint16_t* dest, const std::uint16_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_get_nbi_block(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_get_nbi_block(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_size_get_nbi_block(std::size_t* dest, const std::size_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_get_nbi_block(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::size_t count, int pe) { ark::get_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_put8(void* dest, const void* source, std::size_t count, int pe) { ark::put(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put16(void* dest, const void* source, std::size_t count, int pe) { ark::put(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put32(void* dest, const void* source, std::size_t count, int pe) { ark::put(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put64(void* dest, const void* source, std::size_t count, int pe) { ark::put(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put128(void* dest, const void* source, std::size_t count, int pe) { ark::put(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_putmem(void* dest, const void* source, std::size_t bytes, int pe) { ark::put(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_putmem_hinted(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::put(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_put8_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_warp(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put16_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_warp(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put32_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_warp(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put64_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_warp(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put128_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_warp(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_putmem_warp(void* dest, const void* source, std::size_t bytes, int pe) { ark::put_warp(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_putmem_hinted_warp(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::put_warp(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_put8_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_block(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put16_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_block(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put32_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_block(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put64_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_block(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put128_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_block(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_putmem_block(void* dest, const void* source, std::size_t bytes, int pe) { ark::put_block(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_putmem_hinted_block(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::put_block(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_put8_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put16_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put32_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put64_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put128_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_putmem_nbi(void* dest, const void* source, std::size_t bytes, int pe) { ark::put_nbi(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_putmem_hinted_nbi(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::put_nbi(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_put8_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_warp(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put16_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_warp(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put32_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_warp(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put64_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_warp(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put128_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_warp(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_putmem_nbi_warp(void* dest, const void* source, std::size_t bytes, int pe) { ark::put_nbi_warp(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_putmem_hinted_nbi_warp(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::put_nbi_warp(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_put8_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_block(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put16_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_block(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put32_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_block(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put64_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_block(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_put128_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::put_nbi_block(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_putmem_nbi_block(void* dest, const void* source, std::size_t bytes, int pe) { ark::put_nbi_block(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_putmem_hinted_nbi_block(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::put_nbi_block(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_get8(void* dest, const void* source, std::size_t count, int pe) { ark::get(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get16(void* dest, const void* source, std::size_t count, int pe) { ark::get(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get32(void* dest, const void* source, std::size_t count, int pe) { ark::get(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get64(void* dest, const void* source, std::size_t count, int pe) { ark::get(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get128(void* dest, const void* source, std::size_t count, int pe) { ark::get(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_getmem(void* dest, const void* source, std::size_t bytes, int pe) { ark::get(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_getmem_hinted(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::get(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_get8_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_warp(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get16_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_warp(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get32_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_warp(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get64_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_warp(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get128_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_warp(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_getmem_warp(void* dest, const void* source, std::size_t bytes, int pe) { ark::get_warp(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_getmem_hinted_warp(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::get_warp(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_get8_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_block(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get16_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_block(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get32_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_block(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get64_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_block(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get128_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_block(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_getmem_block(void* dest, const void* source, std::size_t bytes, int pe) { ark::get_block(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_getmem_hinted_block(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::get_block(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_get8_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get16_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get32_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get64_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get128_nbi(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_getmem_nbi(void* dest, const void* source, std::size_t bytes, int pe) { ark::get_nbi(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_getmem_hinted_nbi(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::get_nbi(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_get8_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_warp(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get16_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_warp(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get32_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_warp(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get64_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_warp(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get128_nbi_warp(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_warp(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_getmem_nbi_warp(void* dest, const void* source, std::size_t bytes, int pe) { ark::get_nbi_warp(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_getmem_hinted_nbi_warp(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::get_nbi_warp(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_get8_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_block(static_cast<char*>(dest), static_cast<const char*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get16_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_block(static_cast<ark::detail::raw_element<2>*>(dest), static_cast<const ark::detail::raw_element<2>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get32_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_block(static_cast<ark::detail::raw_element<4>*>(dest), static_cast<const ark::detail::raw_element<4>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get64_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_block(static_cast<ark::detail::raw_element<8>*>(dest), static_cast<const ark::detail::raw_element<8>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_get128_nbi_block(void* dest, const void* source, std::size_t count, int pe) { ark::get_nbi_block(static_cast<ark::detail::raw_element<16>*>(dest), static_cast<const ark::detail::raw_element<16>*>(source), count, pe); }
ARK_HOST_DEVICE inline void ark_getmem_nbi_block(void* dest, const void* source, std::size_t bytes, int pe) { ark::get_nbi_block(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe); }
ARK_HOST_DEVICE inline void ark_getmem_hinted_nbi_block(void* dest, const void* source, std::size_t bytes, int pe, int cache) { ark::get_nbi_block(static_cast<char*>(dest), static_cast<const char*>(source), bytes, pe, static_cast<ark::cache_policy>(cache)); }
ARK_HOST_DEVICE inline void ark_float_p(float* dest, float value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline float ark_float_g(const float* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_double_p(double* dest, double value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline double ark_double_g(const double* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_char_p(char* dest, char value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline char ark_char_g(const char* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_schar_p(signed char* dest, signed char value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline signed char ark_schar_g(const signed char* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_short_p(short* dest, short value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline short ark_short_g(const short* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_int_p(int* dest, int value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline int ark_int_g(const int* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_long_p(long* dest, long value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline long ark_long_g(const long* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_longlong_p(long long* dest, long long value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline long long ark_longlong_g(const long long* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_uchar_p(unsigned char* dest, unsigned char value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned char ark_uchar_g(const unsigned char* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_ushort_p(unsigned short* dest, unsigned short value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned short ark_ushort_g(const unsigned short* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_uint_p(unsigned int* dest, unsigned int value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned int ark_uint_g(const unsigned int* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_ulong_p(unsigned long* dest, unsigned long value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long ark_ulong_g(const unsigned long* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_p(unsigned long long* dest, unsigned long long value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline unsigned long long ark_ulonglong_g(const unsigned long long* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_int8_p(std::int8_t* dest, std::int8_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::int8_t ark_int8_g(const std::int8_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_int16_p(std::int16_t* dest, std::int16_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::int16_t ark_int16_g(const std::int16_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_int32_p(std::int32_t* dest, std::int32_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::int32_t ark_int32_g(const std::int32_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_int64_p(std::int64_t* dest, std::int64_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::int64_t ark_int64_g(const std::int64_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_uint8_p(std::uint8_t* dest, std::uint8_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint8_t ark_uint8_g(const std::uint8_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_uint16_p(std::uint16_t* dest, std::uint16_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint16_t ark_uint16_g(const std::uint16_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_uint32_p(std::uint32_t* dest, std::uint32_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint32_t ark_uint32_g(const std::uint32_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_uint64_p(std::uint64_t* dest, std::uint64_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::uint64_t ark_uint64_g(const std::uint64_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_size_p(std::size_t* dest, std::size_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::size_t ark_size_g(const std::size_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_p(std::ptrdiff_t* dest, std::ptrdiff_t value, int pe) { ark::p(dest, value, pe); }
ARK_HOST_DEVICE inline std::ptrdiff_t ark_ptrdiff_g(const std::ptrdiff_t* source, int pe) { return ark::g(source, pe); }
ARK_HOST_DEVICE inline void ark_float_iput(float* dest, const float* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_double_iput(double* dest, const double* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_char_iput(char* dest, const char* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_iput(signed char* dest, const signed char* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_short_iput(short* dest, const short* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int_iput(int* dest, const int* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_long_iput(long* dest, const long* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_iput(long long* dest, const long long* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_iput(unsigned char* dest, const unsigned char* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_iput(unsigned short* dest, const unsigned short* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_iput(unsigned int* dest, const unsigned int* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_iput(unsigned long* dest, const unsigned long* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_iput(unsigned long long* dest, const unsigned long long* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_iput(std::int8_t* dest, const std::int8_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_iput(std::int16_t* dest, const std::int16_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_iput(std::int32_t* dest, const std::int32_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_iput(std::int64_t* dest, const std::int64_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_iput(std::uint8_t* dest, const std::uint8_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_iput(std::uint16_t* dest, const std::uint16_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_iput(std::uint32_t* dest, const std::uint32_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_iput(std::uint64_t* dest, const std::uint64_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_size_iput(std::size_t* dest, const std::size_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_iput(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_float_iget(float* dest, const float* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_double_iget(double* dest, const double* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_char_iget(char* dest, const char* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_schar_iget(signed char* dest, const signed char* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_short_iget(short* dest, const short* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int_iget(int* dest, const int* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_long_iget(long* dest, const long* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_longlong_iget(long long* dest, const long long* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uchar_iget(unsigned char* dest, const unsigned char* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_ushort_iget(unsigned short* dest, const unsigned short* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint_iget(unsigned int* dest, const unsigned int* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_ulong_iget(unsigned long* dest, const unsigned long* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_ulonglong_iget(unsigned long long* dest, const unsigned long long* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int8_iget(std::int8_t* dest, const std::int8_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int16_iget(std::int16_t* dest, const std::int16_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_iget(std::int32_t* dest, const std::int32_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_iget(std::int64_t* dest, const std::int64_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint8_iget(std::uint8_t* dest, const std::uint8_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint16_iget(std::uint16_t* dest, const std::uint16_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_iget(std::uint32_t* dest, const std::uint32_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_iget(std::uint64_t* dest, const std::uint64_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_size_iget(std::size_t* dest, const std::size_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_ptrdiff_iget(std::ptrdiff_t* dest, const std::ptrdiff_t* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(dest, source, dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iput8(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(static_cast<std::uint8_t*>(dest), static_cast<const std::uint8_t*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iput16(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(static_cast<std::uint16_t*>(dest), static_cast<const std::uint16_t*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iput32(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(static_cast<std::uint32_t*>(dest), static_cast<const std::uint32_t*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iput64(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(static_cast<std::uint64_t*>(dest), static_cast<const std::uint64_t*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iput128(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iput(static_cast<ark::detail::word128*>(dest), static_cast<const ark::detail::word128*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iget8(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(static_cast<std::uint8_t*>(dest), static_cast<const std::uint8_t*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iget16(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(static_cast<std::uint16_t*>(dest), static_cast<const std::uint16_t*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iget32(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(static_cast<std::uint32_t*>(dest), static_cast<const std::uint32_t*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iget64(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(static_cast<std::uint64_t*>(dest), static_cast<const std::uint64_t*>(source), dest_stride, source_stride, count, pe); }
ARK_HOST_DEVICE inline void ark_iget128(void* dest, const void* source, std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count, int pe) { ark::iget(static_cast<ark::detail::word128*>(dest), static_cast<const ark::detail::word128*>(source), dest_stride, source_stride, count, pe); }
