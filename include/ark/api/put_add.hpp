// put_add.
// Written by scripts/generate-api; contracts are in <ark/put_add.hpp>.
// Templates, so that unused functions cost no compile time: an address is taken as a pointer of the
// function's own type.
#pragma once

#include <ark/api/type_lists.h>

#include <ark/put_add.hpp>

// clang-format off
#define ARK_NAMES(N, T) \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add(T* dest, const T* source, std::size_t count, int pe) { ark::put_add<V>(dest, source, count, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_signal(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal<V>(dest, source, count, signal, value, op, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_warp(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_warp<V>(dest, source, count, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_signal_warp(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_warp<V>(dest, source, count, signal, value, op, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_block(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_block<V>(dest, source, count, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_signal_block(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_block<V>(dest, source, count, signal, value, op, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_nbi(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_nbi<V>(dest, source, count, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_signal_nbi(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi<V>(dest, source, count, signal, value, op, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_nbi_warp(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_nbi_warp<V>(dest, source, count, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_signal_nbi_warp(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_warp<V>(dest, source, count, signal, value, op, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_nbi_block(T* dest, const T* source, std::size_t count, int pe) { ark::put_add_nbi_block<V>(dest, source, count, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_put_add_signal_nbi_block(T* dest, const T* source, std::size_t count, std::uint64_t* signal, std::uint64_t value, int op, int pe) { ark::put_add_signal_nbi_block<V>(dest, source, count, signal, value, op, pe); }
ARK_ADDABLE_TYPES(ARK_NAMES)
#undef ARK_NAMES
