// wait_until and test.
// Written by scripts/generate-api; contracts are in <ark/wait.hpp>.
// Templates, so that unused functions cost no compile time: an address is taken as a pointer of the
// function's own type.
#pragma once

#include <ark/api/type_lists.h>

#include <ark/wait.hpp>

// clang-format off
#define ARK_NAMES(N, T) \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_wait_until(T* ivar, int cmp, T value) { ark::wait_until<V>(ivar, cmp, value); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_wait_until_all(T* ivars, std::size_t count, const int* status, int cmp, T value) { ark::wait_until_all<V>(ivars, count, status, cmp, value); } \
  template <class V = T> ARK_HOST_DEVICE void ark_##N##_wait_until_all_vector(T* ivars, std::size_t count, const int* status, int cmp, const T* values) { ark::wait_until_all<V>(ivars, count, status, cmp, static_cast<T>(0), values); } \
  template <class V = T> ARK_HOST_DEVICE std::size_t ark_##N##_wait_until_any(T* ivars, std::size_t count, const int* status, int cmp, T value) { return ark::wait_until_any<V>(ivars, count, status, cmp, value); } \
  template <class V = T> ARK_HOST_DEVICE std::size_t ark_##N##_wait_until_any_vector(T* ivars, std::size_t count, const int* status, int cmp, const T* values) { return ark::wait_until_any<V>(ivars, count, status, cmp, static_cast<T>(0), values); } \
  template <class V = T> ARK_HOST_DEVICE std::size_t ark_##N##_wait_until_some(T* ivars, std::size_t count, std::size_t* indices, const int* status, int cmp, T value) { return ark::wait_until_some<V>(ivars, count, indices, status, cmp, value); } \
  template <class V = T> ARK_HOST_DEVICE std::size_t ark_##N##_wait_until_some_vector(T* ivars, std::size_t count, std::size_t* indices, const int* status, int cmp, const T* values) { return ark::wait_until_some<V>(ivars, count, indices, status, cmp, static_cast<T>(0), values); } \
  template <class V = T> ARK_HOST_DEVICE int ark_##N##_test(T* ivar, int cmp, T value) { return ark::test<V>(ivar, cmp, value); } \
  template <class V = T> ARK_HOST_DEVICE int ark_##N##_test_all(T* ivars, std::size_t count, const int* status, int cmp, T value) { return ark::test_all<V>(ivars, count, status, cmp, value); } \
  template <class V = T> ARK_HOST_DEVICE int ark_##N##_test_all_vector(T* ivars, std::size_t count, const int* status, int cmp, const T* values) { return ark::test_all<V>(ivars, count, status, cmp, static_cast<T>(0), values); } \
  template <class V = T> ARK_HOST_DEVICE std::size_t ark_##N##_test_any(T* ivars, std::size_t count, const int* status, int cmp, T value) { return ark::test_any<V>(ivars, count, status, cmp, value); } \
  template <class V = T> ARK_HOST_DEVICE std::size_t ark_##N##_test_any_vector(T* ivars, std::size_t count, const int* status, int cmp, const T* values) { return ark::test_any<V>(ivars, count, status, cmp, static_cast<T>(0), values); } \
  template <class V = T> ARK_HOST_DEVICE std::size_t ark_##N##_test_some(T* ivars, std::size_t count, std::size_t* indices, const int* status, int cmp, T value) { return ark::test_some<V>(ivars, count, indices, status, cmp, value); } \
  template <class V = T> ARK_HOST_DEVICE std::size_t ark_##N##_test_some_vector(T* ivars, std::size_t count, std::size_t* indices, const int* status, int cmp, const T* values) { return ark::test_some<V>(ivars, count, indices, status, cmp, static_cast<T>(0), values); }
ARK_AMO_TYPES(ARK_NAMES)
#undef ARK_NAMES
