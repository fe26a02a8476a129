// put, get and put_signal by one thread. The contracts are in <ark/rma.hpp> and <ark/signal.hpp>.
#pragma once

#include <ark/nvshmem/constants.hpp>
#include <ark/nvshmem/type_sets.hpp>

namespace ark::nvshmem {

/// An untyped address as one of elements of `Bytes` bytes.
template <std::size_t Bytes>
using raw = ark::detail::raw_element<Bytes>;

template <std::size_t Bytes>
ARK_HOST_DEVICE raw<Bytes>* as_raw(void* address) {
  return static_cast<raw<Bytes>*>(address);
}
template <std::size_t Bytes>
ARK_HOST_DEVICE const raw<Bytes>* as_raw(const void* address) {
  return static_cast<const raw<Bytes>*>(address);
}

/// The unsigned word of `Bytes` bytes: strided transfers move whole aligned elements.
template <std::size_t Bytes>
struct word_of;
template <>
struct word_of<1> {
  using type = std::uint8_t;
};
template <>
struct word_of<2> {
  using type = std::uint16_t;
};
template <>
struct word_of<4> {
  using type = std::uint32_t;
};
template <>
struct word_of<8> {
  using type = std::uint64_t;
};
template <>
struct word_of<16> {
  using type = ark::detail::word128;
};

/// A put to the own PE may have any dest. `name`: of ark's call, for messages.
template <class Scope, ark::device::completion Until, class T>
ARK_HOST_DEVICE void put_by(T* dest, const T* source, std::size_t count, int pe, const char* name) {
  ark::device::put_bytes<Scope, ark::device::own_memory_options>(
      dest, source, ark::device::bytes_of(count, sizeof(T)), pe, {Until},
      ark::device::call_of<T>(name, count));
}
template <class Scope, class T>
ARK_HOST_DEVICE void put_blocking(T* dest, const T* source, std::size_t count, int pe,
                                  const char* name) {
  put_by<Scope, ark::device::completion::local>(dest, source, count, pe, name);
}
template <class Scope, class T>
ARK_HOST_DEVICE void put_nbi(T* dest, const T* source, std::size_t count, int pe,
                             const char* name) {
  put_by<Scope, ark::device::completion::deferred>(dest, source, count, pe, name);
}

}  // namespace ark::nvshmem

#define ARK_NVSHMEM_CALL  \
  template <class = void> \
  ARK_HOST_DEVICE
#define ARK_NVSHMEM_SIGNAL std::uint64_t *signal, std::uint64_t value, int op, int pe

#define ARK_NVSHMEM_TYPED(N, T)                                                                   \
  ARK_NVSHMEM_CALL void nvshmem_##N##_put(T* dest, const T* source, std::size_t count, int pe) {  \
    ark::nvshmem::put_blocking<ark::device::thread_scope>(dest, source, count, pe, "ark_put");    \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmem_##N##_put_nbi(T* dest, const T* source, std::size_t count,        \
                                              int pe) {                                           \
    ark::nvshmem::put_nbi<ark::device::thread_scope>(dest, source, count, pe, "ark_put_nbi");     \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmem_##N##_get(T* dest, const T* source, std::size_t count, int pe) {  \
    ark::get(dest, source, count, pe);                                                            \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmem_##N##_get_nbi(T* dest, const T* source, std::size_t count,        \
                                              int pe) {                                           \
    ark::get_nbi(dest, source, count, pe);                                                        \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmem_##N##_p(T* dest, T value, int pe) { ark::p(dest, value, pe); }    \
  ARK_NVSHMEM_CALL T nvshmem_##N##_g(const T* source, int pe) { return ark::g(source, pe); }      \
  ARK_NVSHMEM_CALL void nvshmem_##N##_iput(T* dest, const T* source, std::ptrdiff_t dst,          \
                                           std::ptrdiff_t sst, std::size_t count, int pe) {       \
    ark::iput(dest, source, dst, sst, count, pe);                                                 \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmem_##N##_iget(T* dest, const T* source, std::ptrdiff_t dst,          \
                                           std::ptrdiff_t sst, std::size_t count, int pe) {       \
    ark::iget(dest, source, dst, sst, count, pe);                                                 \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmem_##N##_put_signal(T* dest, const T* source, std::size_t count,     \
                                                 ARK_NVSHMEM_SIGNAL) {                            \
    ark::put_signal(dest, source, count, signal, value, op, pe);                                  \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmem_##N##_put_signal_nbi(T* dest, const T* source, std::size_t count, \
                                                     ARK_NVSHMEM_SIGNAL) {                        \
    ark::put_signal_nbi(dest, source, count, signal, value, op, pe);                              \
  }
ARK_NVSHMEM_RMA_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED

// put32, put32_signal, ...; S is "mem" for bytes.
#define ARK_NVSHMEM_RAW(S, B)                                                                      \
  ARK_NVSHMEM_CALL void nvshmem_put##S(void* dest, const void* source, std::size_t count,          \
                                       int pe) {                                                   \
    ark::nvshmem::put_blocking<ark::device::thread_scope>(                                         \
        ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, pe, "ark_put");     \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmem_put##S##_nbi(void* dest, const void* source, std::size_t count,    \
                                             int pe) {                                             \
    ark::nvshmem::put_nbi<ark::device::thread_scope>(                                              \
        ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, pe, "ark_put_nbi"); \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmem_get##S(void* dest, const void* source, std::size_t count,          \
                                       int pe) {                                                   \
    ark::get(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, pe);           \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmem_get##S##_nbi(void* dest, const void* source, std::size_t count,    \
                                             int pe) {                                             \
    ark::get_nbi(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, pe);       \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmem_put##S##_signal(void* dest, const void* source, std::size_t count, \
                                                ARK_NVSHMEM_SIGNAL) {                              \
    ark::put_signal(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, signal, \
                    value, op, pe);                                                                \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmem_put##S##_signal_nbi(void* dest, const void* source,                \
                                                    std::size_t count, ARK_NVSHMEM_SIGNAL) {       \
    ark::put_signal_nbi(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count,     \
                        signal, value, op, pe);                                                    \
  }
ARK_NVSHMEM_SIZES(ARK_NVSHMEM_RAW)
ARK_NVSHMEM_RAW(mem, 1)
#undef ARK_NVSHMEM_RAW

#define ARK_NVSHMEM_STRIDED(S, B)                                                               \
  ARK_NVSHMEM_CALL void nvshmem_iput##S(void* dest, const void* source, std::ptrdiff_t dst,     \
                                        std::ptrdiff_t sst, std::size_t count, int pe) {        \
    using word = ark::nvshmem::word_of<B>::type;                                                \
    ark::iput(static_cast<word*>(dest), static_cast<const word*>(source), dst, sst, count, pe); \
  }                                                                                             \
  ARK_NVSHMEM_CALL void nvshmem_iget##S(void* dest, const void* source, std::ptrdiff_t dst,     \
                                        std::ptrdiff_t sst, std::size_t count, int pe) {        \
    using word = ark::nvshmem::word_of<B>::type;                                                \
    ark::iget(static_cast<word*>(dest), static_cast<const word*>(source), dst, sst, count, pe); \
  }
ARK_NVSHMEM_SIZES(ARK_NVSHMEM_STRIDED)
#undef ARK_NVSHMEM_STRIDED

#undef ARK_NVSHMEM_CALL
#undef ARK_NVSHMEM_SIGNAL
