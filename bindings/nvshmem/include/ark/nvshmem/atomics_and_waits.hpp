// Atomics, signals, wait and test. The contracts are in <ark/amo.hpp>, <ark/signal.hpp> and
// <ark/wait.hpp>.
#pragma once

#include <ark/nvshmem/constants.hpp>
#include <ark/nvshmem/type_sets.hpp>
#include <ark/nvshmem/unavailable.hpp>

#define ARK_NVSHMEM_CALL  \
  template <class = void> \
  ARK_HOST_DEVICE

#define ARK_NVSHMEM_TYPED(N, T)                                              \
  ARK_NVSHMEM_CALL T nvshmem_##N##_atomic_fetch(const T* source, int pe) {   \
    return ark::atomic_fetch(source, pe);                                    \
  }                                                                          \
  ARK_NVSHMEM_CALL void nvshmem_##N##_atomic_set(T* dest, T value, int pe) { \
    ark::atomic_set(dest, value, pe);                                        \
  }                                                                          \
  ARK_NVSHMEM_CALL T nvshmem_##N##_atomic_swap(T* dest, T value, int pe) {   \
    return ark::atomic_swap(dest, value, pe);                                \
  }
ARK_EXTENDED_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED

#define ARK_NVSHMEM_TYPED(N, T)                                                                  \
  ARK_NVSHMEM_CALL T nvshmem_##N##_atomic_compare_swap(T* dest, T cond, T value, int pe) {       \
    return ark::atomic_compare_swap(dest, cond, value, pe);                                      \
  }                                                                                              \
  ARK_NVSHMEM_CALL void nvshmem_##N##_atomic_inc(T* dest, int pe) { ark::atomic_inc(dest, pe); } \
  ARK_NVSHMEM_CALL T nvshmem_##N##_atomic_fetch_inc(T* dest, int pe) {                           \
    return ark::atomic_fetch_inc(dest, pe);                                                      \
  }                                                                                              \
  ARK_NVSHMEM_CALL void nvshmem_##N##_atomic_add(T* dest, T value, int pe) {                     \
    ark::atomic_add(dest, value, pe);                                                            \
  }                                                                                              \
  ARK_NVSHMEM_CALL T nvshmem_##N##_atomic_fetch_add(T* dest, T value, int pe) {                  \
    return ark::atomic_fetch_add(dest, value, pe);                                               \
  }
ARK_AMO_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED

#define ARK_NVSHMEM_BITWISE(N, T, op)                                            \
  ARK_NVSHMEM_CALL void nvshmem_##N##_atomic_##op(T* dest, T value, int pe) {    \
    ark::atomic_##op(dest, value, pe);                                           \
  }                                                                              \
  ARK_NVSHMEM_CALL T nvshmem_##N##_atomic_fetch_##op(T* dest, T value, int pe) { \
    return ark::atomic_fetch_##op(dest, value, pe);                              \
  }
#define ARK_NVSHMEM_TYPED(N, T)  \
  ARK_NVSHMEM_BITWISE(N, T, and) \
  ARK_NVSHMEM_BITWISE(N, T, or)  \
  ARK_NVSHMEM_BITWISE(N, T, xor)
ARK_BITWISE_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED
#undef ARK_NVSHMEM_BITWISE

// --- Signals

ARK_HOST_DEVICE inline void nvshmemx_signal_op(std::uint64_t* signal, std::uint64_t value, int op,
                                               int pe) {
  ark::device::signal_word(signal, value, op, pe,
                           ark::device::call_of<std::uint64_t>("nvshmemx_signal_op"));
}
ARK_HOST_DEVICE inline std::uint64_t nvshmem_signal_fetch(const std::uint64_t* signal) {
  return ark_signal_fetch(signal);
}
ARK_HOST_DEVICE inline std::uint64_t nvshmem_signal_wait_until(std::uint64_t* signal, int cmp,
                                                               std::uint64_t value) {
  return ark_signal_wait_until(signal, cmp, value);
}

// --- wait and test. Programs pass volatile words, too: ark reads them atomically.

namespace ark::nvshmem {
template <class T>
ARK_HOST_DEVICE const T* words(const volatile T* address) {
  return const_cast<const T*>(address);
}
/// The value of the calls that compare each word with its own element of `values`.
template <class T>
ARK_HOST_DEVICE T unused_value([[maybe_unused]] const T* values) {
  return {};
}
}  // namespace ark::nvshmem

#define ARK_NVSHMEM_FAMILY(N, T, family, result)                                                   \
  ARK_NVSHMEM_CALL result nvshmem_##N##_##family(const volatile T* ivar, int cmp, T value) {       \
    return static_cast<result>(ark::family(ark::nvshmem::words(ivar), cmp, value));                \
  }                                                                                                \
  ARK_NVSHMEM_CALL result nvshmem_##N##_##family##_all(const volatile T* ivars, std::size_t count, \
                                                       const int* status, int cmp, T value) {      \
    return static_cast<result>(                                                                    \
        ark::family##_all(ark::nvshmem::words(ivars), count, status, cmp, value));                 \
  }                                                                                                \
  ARK_NVSHMEM_CALL result nvshmem_##N##_##family##_all_vector(                                     \
      const volatile T* ivars, std::size_t count, const int* status, int cmp, const T* values) {   \
    return static_cast<result>(ark::family##_all(ark::nvshmem::words(ivars), count, status, cmp,   \
                                                 ark::nvshmem::unused_value(values), values));     \
  }                                                                                                \
  ARK_NVSHMEM_CALL std::size_t nvshmem_##N##_##family##_any(                                       \
      const volatile T* ivars, std::size_t count, const int* status, int cmp, T value) {           \
    return ark::family##_any(ark::nvshmem::words(ivars), count, status, cmp, value);               \
  }                                                                                                \
  ARK_NVSHMEM_CALL std::size_t nvshmem_##N##_##family##_any_vector(                                \
      const volatile T* ivars, std::size_t count, const int* status, int cmp, const T* values) {   \
    return ark::family##_any(ark::nvshmem::words(ivars), count, status, cmp,                       \
                             ark::nvshmem::unused_value(values), values);                          \
  }                                                                                                \
  ARK_NVSHMEM_CALL std::size_t nvshmem_##N##_##family##_some(                                      \
      const volatile T* ivars, std::size_t count, std::size_t* indices, const int* status,         \
      int cmp, T value) {                                                                          \
    return ark::family##_some(ark::nvshmem::words(ivars), count, indices, status, cmp, value);     \
  }                                                                                                \
  ARK_NVSHMEM_CALL std::size_t nvshmem_##N##_##family##_some_vector(                               \
      const volatile T* ivars, std::size_t count, std::size_t* indices, const int* status,         \
      int cmp, const T* values) {                                                                  \
    return ark::family##_some(ark::nvshmem::words(ivars), count, indices, status, cmp,             \
                              ark::nvshmem::unused_value(values), values);                         \
  }
#define ARK_NVSHMEM_TYPED(N, T)              \
  ARK_NVSHMEM_FAMILY(N, T, wait_until, void) \
  ARK_NVSHMEM_FAMILY(N, T, test, int)
ARK_AMO_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED
#undef ARK_NVSHMEM_FAMILY

#define ARK_NVSHMEM_WITHOUT(N, family)                                 \
  ARK_NVSHMEM_UNAVAILABLE(nvshmem_##N##_##family,                      \
                          "ark waits for words of 4 and 8 bytes: use " \
                          "nvshmem_int_" #family)
#define ARK_NVSHMEM_FAMILY(N, family)         \
  ARK_NVSHMEM_WITHOUT(N, family)              \
  ARK_NVSHMEM_WITHOUT(N, family##_all)        \
  ARK_NVSHMEM_WITHOUT(N, family##_any)        \
  ARK_NVSHMEM_WITHOUT(N, family##_some)       \
  ARK_NVSHMEM_WITHOUT(N, family##_all_vector) \
  ARK_NVSHMEM_WITHOUT(N, family##_any_vector) \
  ARK_NVSHMEM_WITHOUT(N, family##_some_vector)
ARK_NVSHMEM_FAMILY(short, wait_until)
ARK_NVSHMEM_FAMILY(short, test)
ARK_NVSHMEM_FAMILY(ushort, wait_until)
ARK_NVSHMEM_FAMILY(ushort, test)
#undef ARK_NVSHMEM_FAMILY
#undef ARK_NVSHMEM_WITHOUT

#undef ARK_NVSHMEM_CALL
