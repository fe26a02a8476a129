// put_add.
// Written by scripts/generate-api; contracts are in <ark/put_add.hpp>.
#pragma once

#include <ark/put_add.hpp>

// clang-format off
ARK_HOST_DEVICE inline void ark_float_put_add(float* dest, const float* source, std::size_t count, int pe) { ark::put_add(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_signal(float* dest, const float* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add(double* dest, const double* source, std::size_t count, int pe) { ark::put_add(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_signal(double* dest, const double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_add(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_signal(std::int32_t* dest, const std::int32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_add(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_signal(std::int64_t* dest, const std::int64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_add(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_signal(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_add(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_signal(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_warp(float* dest, const float* source, std::size_t count, int pe) { ark::put_add_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_signal_warp(float* dest, const float* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_warp(double* dest, const double* source, std::size_t count, int pe) { ark::put_add_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_signal_warp(double* dest, const double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_warp(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_add_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_signal_warp(std::int32_t* dest, const std::int32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_warp(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_add_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_signal_warp(std::int64_t* dest, const std::int64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_warp(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_add_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_signal_warp(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_warp(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_add_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_signal_warp(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_block(float* dest, const float* source, std::size_t count, int pe) { ark::put_add_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_signal_block(float* dest, const float* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_block(double* dest, const double* source, std::size_t count, int pe) { ark::put_add_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_signal_block(double* dest, const double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_block(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_add_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_signal_block(std::int32_t* dest, const std::int32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_block(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_add_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_signal_block(std::int64_t* dest, const std::int64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_block(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_add_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_signal_block(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_block(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_add_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_signal_block(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_nbi(float* dest, const float* source, std::size_t count, int pe) { ark::put_add_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_signal_nbi(float* dest, const float* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_nbi(double* dest, const double* source, std::size_t count, int pe) { ark::put_add_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_signal_nbi(double* dest, const double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_nbi(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_add_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_signal_nbi(std::int32_t* dest, const std::int32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_nbi(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_add_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_signal_nbi(std::int64_t* dest, const std::int64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_nbi(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_add_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_signal_nbi(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_nbi(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_add_nbi(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_signal_nbi(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_nbi_warp(float* dest, const float* source, std::size_t count, int pe) { ark::put_add_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_signal_nbi_warp(float* dest, const float* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_nbi_warp(double* dest, const double* source, std::size_t count, int pe) { ark::put_add_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_signal_nbi_warp(double* dest, const double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_nbi_warp(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_add_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_signal_nbi_warp(std::int32_t* dest, const std::int32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_nbi_warp(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_add_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_signal_nbi_warp(std::int64_t* dest, const std::int64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_nbi_warp(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_add_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_signal_nbi_warp(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_nbi_warp(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_add_nbi_warp(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_signal_nbi_warp(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_warp(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_nbi_block(float* dest, const float* source, std::size_t count, int pe) { ark::put_add_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_float_put_add_signal_nbi_block(float* dest, const float* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_nbi_block(double* dest, const double* source, std::size_t count, int pe) { ark::put_add_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_double_put_add_signal_nbi_block(double* dest, const double* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_nbi_block(std::int32_t* dest, const std::int32_t* source, std::size_t count, int pe) { ark::put_add_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int32_put_add_signal_nbi_block(std::int32_t* dest, const std::int32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_nbi_block(std::int64_t* dest, const std::int64_t* source, std::size_t count, int pe) { ark::put_add_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_int64_put_add_signal_nbi_block(std::int64_t* dest, const std::int64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_nbi_block(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, int pe) { ark::put_add_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint32_put_add_signal_nbi_block(std::uint32_t* dest, const std::uint32_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_block(dest, source, count, signal, value, op, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_nbi_block(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, int pe) { ark::put_add_nbi_block(dest, source, count, pe); }
ARK_HOST_DEVICE inline void ark_uint64_put_add_signal_nbi_block(std::uint64_t* dest, const std::uint64_t* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_block(dest, source, count, signal, value, op, pe); }
