// put, get, strided transfers and put_signal by the caller's warp or block: nvshmemx_NAME_warp and
// nvshmemx_NAME_block. The contracts are in <ark/rma.hpp> and <ark/signal.hpp>.
#pragma once

#include <ark/nvshmem/transfers.hpp>

#define ARK_NVSHMEM_CALL  \
  template <class = void> \
  ARK_HOST_DEVICE
#define ARK_NVSHMEM_SIGNAL std::uint64_t *signal, std::uint64_t value, int op, int pe

#define ARK_NVSHMEM_SCOPED(N, T, scope)                                                            \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_put_##scope(T* dest, const T* source, std::size_t count,    \
                                                   int pe) {                                       \
    ark::nvshmem::put_blocking<ark::device::scope##_scope>(dest, source, count, pe,                \
                                                           "ark_put_" #scope);                     \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_put_nbi_##scope(T* dest, const T* source,                   \
                                                       std::size_t count, int pe) {                \
    ark::nvshmem::put_nbi<ark::device::scope##_scope>(dest, source, count, pe,                     \
                                                      "ark_put_nbi_" #scope);                      \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_get_##scope(T* dest, const T* source, std::size_t count,    \
                                                   int pe) {                                       \
    ark::get_##scope(dest, source, count, pe);                                                     \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_get_nbi_##scope(T* dest, const T* source,                   \
                                                       std::size_t count, int pe) {                \
    ark::get_nbi_##scope(dest, source, count, pe);                                                 \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_put_signal_##scope(T* dest, const T* source,                \
                                                          std::size_t count, ARK_NVSHMEM_SIGNAL) { \
    ark::put_signal_##scope(dest, source, count, signal, value, op, pe);                           \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_put_signal_nbi_##scope(                                     \
      T* dest, const T* source, std::size_t count, ARK_NVSHMEM_SIGNAL) {                           \
    ark::put_signal_nbi_##scope(dest, source, count, signal, value, op, pe);                       \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_iput_##scope(T* dest, const T* source, std::ptrdiff_t dst,  \
                                                    std::ptrdiff_t sst, std::size_t count,         \
                                                    int pe) {                                      \
    ark::iput_##scope(dest, source, dst, sst, count, pe);                                          \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_iget_##scope(T* dest, const T* source, std::ptrdiff_t dst,  \
                                                    std::ptrdiff_t sst, std::size_t count,         \
                                                    int pe) {                                      \
    ark::iget_##scope(dest, source, dst, sst, count, pe);                                          \
  }
#define ARK_NVSHMEM_TYPED(N, T) ARK_NVSHMEM_SCOPED(N, T, warp) ARK_NVSHMEM_SCOPED(N, T, block)
ARK_NVSHMEM_RMA_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED
#undef ARK_NVSHMEM_SCOPED

#define ARK_NVSHMEM_SCOPED(S, B, scope)                                                            \
  ARK_NVSHMEM_CALL void nvshmemx_put##S##_##scope(void* dest, const void* source,                  \
                                                  std::size_t count, int pe) {                     \
    ark::nvshmem::put_blocking<ark::device::scope##_scope>(ark::nvshmem::as_raw<B>(dest),          \
                                                           ark::nvshmem::as_raw<B>(source), count, \
                                                           pe, "ark_put_" #scope);                 \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_put##S##_nbi_##scope(void* dest, const void* source,              \
                                                      std::size_t count, int pe) {                 \
    ark::nvshmem::put_nbi<ark::device::scope##_scope>(ark::nvshmem::as_raw<B>(dest),               \
                                                      ark::nvshmem::as_raw<B>(source), count, pe,  \
                                                      "ark_put_nbi_" #scope);                      \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_get##S##_##scope(void* dest, const void* source,                  \
                                                  std::size_t count, int pe) {                     \
    ark::get_##scope(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, pe);   \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_get##S##_nbi_##scope(void* dest, const void* source,              \
                                                      std::size_t count, int pe) {                 \
    ark::get_nbi_##scope(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count,    \
                         pe);                                                                      \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_put##S##_signal_##scope(void* dest, const void* source,           \
                                                         std::size_t count, ARK_NVSHMEM_SIGNAL) {  \
    ark::put_signal_##scope(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, \
                            signal, value, op, pe);                                                \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_put##S##_signal_nbi_##scope(                                      \
      void* dest, const void* source, std::size_t count, ARK_NVSHMEM_SIGNAL) {                     \
    ark::put_signal_nbi_##scope(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source),    \
                                count, signal, value, op, pe);                                     \
  }
#define ARK_NVSHMEM_RAW(S, B) ARK_NVSHMEM_SCOPED(S, B, warp) ARK_NVSHMEM_SCOPED(S, B, block)
ARK_NVSHMEM_SIZES(ARK_NVSHMEM_RAW)
ARK_NVSHMEM_RAW(mem, 1)
#undef ARK_NVSHMEM_RAW
#undef ARK_NVSHMEM_SCOPED

#define ARK_NVSHMEM_SCOPED(S, B, scope)                                                            \
  ARK_NVSHMEM_CALL void nvshmemx_iput##S##_##scope(void* dest, const void* source,                 \
                                                   std::ptrdiff_t dst, std::ptrdiff_t sst,         \
                                                   std::size_t count, int pe) {                    \
    using word = ark::nvshmem::word_of<B>::type;                                                   \
    ark::iput_##scope(static_cast<word*>(dest), static_cast<const word*>(source), dst, sst, count, \
                      pe);                                                                         \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_iget##S##_##scope(void* dest, const void* source,                 \
                                                   std::ptrdiff_t dst, std::ptrdiff_t sst,         \
                                                   std::size_t count, int pe) {                    \
    using word = ark::nvshmem::word_of<B>::type;                                                   \
    ark::iget_##scope(static_cast<word*>(dest), static_cast<const word*>(source), dst, sst, count, \
                      pe);                                                                         \
  }
#define ARK_NVSHMEM_STRIDED(S, B) ARK_NVSHMEM_SCOPED(S, B, warp) ARK_NVSHMEM_SCOPED(S, B, block)
ARK_NVSHMEM_SIZES(ARK_NVSHMEM_STRIDED)
#undef ARK_NVSHMEM_STRIDED
#undef ARK_NVSHMEM_SCOPED

// NVSHMEM's flush waits until sources may be reused; ark waits for delivery.
ARK_NVSHMEM_CALL void nvshmemx_flush() { ark::quiet(); }
ARK_NVSHMEM_CALL void nvshmemx_flush_warp() { ark::quiet_warp(); }
ARK_NVSHMEM_CALL void nvshmemx_flush_block() { ark::quiet_block(); }

#undef ARK_NVSHMEM_CALL
#undef ARK_NVSHMEM_SIGNAL
