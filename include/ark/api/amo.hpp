// Atomics.
// Written by scripts/generate-api; contracts are in <ark/amo.hpp>.
// Templates, so that unused functions cost no compile time: an address is taken as a pointer of the
// function's own type.
#pragma once

#include <ark/api/type_lists.h>

#include <ark/amo.hpp>

// clang-format off
#define ARK_NAMES(N, T) \
  template <class V = T> ARK_HOST_DEVICE T ark_##N##_atomic_fetch(const T* source, int pe) { return ark::atomic_fetch<V>(source, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_set(T* dest, T value, int pe) { ark::atomic_set<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE T ark_##N##_atomic_swap(T* dest, T value, int pe) { return ark::atomic_swap<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_fetch_nbi(T* fetch, const T* source, int pe) { ark::atomic_fetch_nbi<V>(fetch, source, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_swap_nbi(T* fetch, T* dest, T value, int pe) { ark::atomic_swap_nbi<V>(fetch, dest, value, pe); }
ARK_EXTENDED_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  template <class V = T> ARK_HOST_DEVICE T ark_##N##_atomic_compare_swap(T* dest, T cond, T value, int pe) { return ark::atomic_compare_swap<V>(dest, cond, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_compare_swap_nbi(T* fetch, T* dest, T cond, T value, int pe) { ark::atomic_compare_swap_nbi<V>(fetch, dest, cond, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_inc(T* dest, int pe) { ark::atomic_inc<V>(dest, pe); } \
  template <class V = T> ARK_HOST_DEVICE T ark_##N##_atomic_fetch_inc(T* dest, int pe) { return ark::atomic_fetch_inc<V>(dest, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_fetch_inc_nbi(T* fetch, T* dest, int pe) { ark::atomic_fetch_inc_nbi<V>(fetch, dest, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_add(T* dest, T value, int pe) { ark::atomic_add<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE T ark_##N##_atomic_fetch_add(T* dest, T value, int pe) { return ark::atomic_fetch_add<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_fetch_add_nbi(T* fetch, T* dest, T value, int pe) { ark::atomic_fetch_add_nbi<V>(fetch, dest, value, pe); }
ARK_AMO_TYPES(ARK_NAMES)
#undef ARK_NAMES
#define ARK_NAMES(N, T) \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_and(T* dest, T value, int pe) { ark::atomic_and<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE T ark_##N##_atomic_fetch_and(T* dest, T value, int pe) { return ark::atomic_fetch_and<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_fetch_and_nbi(T* fetch, T* dest, T value, int pe) { ark::atomic_fetch_and_nbi<V>(fetch, dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_or(T* dest, T value, int pe) { ark::atomic_or<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE T ark_##N##_atomic_fetch_or(T* dest, T value, int pe) { return ark::atomic_fetch_or<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_fetch_or_nbi(T* fetch, T* dest, T value, int pe) { ark::atomic_fetch_or_nbi<V>(fetch, dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_xor(T* dest, T value, int pe) { ark::atomic_xor<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE T ark_##N##_atomic_fetch_xor(T* dest, T value, int pe) { return ark::atomic_fetch_xor<V>(dest, value, pe); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_atomic_fetch_xor_nbi(T* fetch, T* dest, T value, int pe) { ark::atomic_fetch_xor_nbi<V>(fetch, dest, value, pe); }
ARK_BITWISE_TYPES(ARK_NAMES)
#undef ARK_NAMES
