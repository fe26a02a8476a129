// put, get, p, g, put_signal, wait and quiet in the order of a stream. The contracts are in
// <ark/on_stream.hpp>.
#pragma once

#include <ark/nvshmem/atomics_and_waits.hpp>
#include <ark/nvshmem/transfers.hpp>

#define ARK_NVSHMEM_CALL template <class = void>
#define ARK_NVSHMEM_SIGNAL std::uint64_t *signal, std::uint64_t value, int op, int pe

#define ARK_NVSHMEM_TYPED(N, T)                                                                    \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_put_on_stream(T* dest, const T* source, std::size_t count,  \
                                                     int pe, cudaStream_t stream) {                \
    ark::put_on_stream(dest, source, count, pe, stream);                                           \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_put_nbi_on_stream(                                          \
      T* dest, const T* source, std::size_t count, int pe, cudaStream_t stream) {                  \
    ark::put_nbi_on_stream(dest, source, count, pe, stream);                                       \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_get_on_stream(T* dest, const T* source, std::size_t count,  \
                                                     int pe, cudaStream_t stream) {                \
    ark::get_on_stream(dest, source, count, pe, stream);                                           \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_get_nbi_on_stream(                                          \
      T* dest, const T* source, std::size_t count, int pe, cudaStream_t stream) {                  \
    ark::get_nbi_on_stream(dest, source, count, pe, stream);                                       \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_p_on_stream(T* dest, T value, int pe,                       \
                                                   cudaStream_t stream) {                          \
    ark::p_on_stream(dest, value, pe, stream);                                                     \
  }                                                                                                \
  ARK_NVSHMEM_CALL T nvshmemx_##N##_g_on_stream(const T* source, int pe, cudaStream_t stream) {    \
    return ark::g_on_stream(source, pe, stream);                                                   \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_iput_on_stream(                                             \
      T* dest, const T* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t count, int pe, \
      cudaStream_t stream) {                                                                       \
    ark::iput_on_stream(dest, source, dst, sst, count, pe, stream);                                \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_iget_on_stream(                                             \
      T* dest, const T* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t count, int pe, \
      cudaStream_t stream) {                                                                       \
    ark::iget_on_stream(dest, source, dst, sst, count, pe, stream);                                \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_put_signal_on_stream(                                       \
      T* dest, const T* source, std::size_t count, ARK_NVSHMEM_SIGNAL, cudaStream_t stream) {      \
    ark::put_signal_on_stream(dest, source, count, signal, value, op, pe, stream);                 \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_put_signal_nbi_on_stream(                                   \
      T* dest, const T* source, std::size_t count, ARK_NVSHMEM_SIGNAL, cudaStream_t stream) {      \
    ark::put_signal_nbi_on_stream(dest, source, count, signal, value, op, pe, stream);             \
  }
ARK_NVSHMEM_RMA_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED

#define ARK_NVSHMEM_RAW(S, B)                                                                     \
  ARK_NVSHMEM_CALL void nvshmemx_put##S##_on_stream(                                              \
      void* dest, const void* source, std::size_t count, int pe, cudaStream_t stream) {           \
    ark::put_on_stream(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, pe, \
                       stream);                                                                   \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmemx_put##S##_nbi_on_stream(                                          \
      void* dest, const void* source, std::size_t count, int pe, cudaStream_t stream) {           \
    ark::put_nbi_on_stream(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, \
                           pe, stream);                                                           \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmemx_get##S##_on_stream(                                              \
      void* dest, const void* source, std::size_t count, int pe, cudaStream_t stream) {           \
    ark::get_on_stream(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, pe, \
                       stream);                                                                   \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmemx_get##S##_nbi_on_stream(                                          \
      void* dest, const void* source, std::size_t count, int pe, cudaStream_t stream) {           \
    ark::get_nbi_on_stream(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), count, \
                           pe, stream);                                                           \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmemx_put##S##_signal_on_stream(void* dest, const void* source,        \
                                                           std::size_t count, ARK_NVSHMEM_SIGNAL, \
                                                           cudaStream_t stream) {                 \
    ark::put_signal_on_stream(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source),     \
                              count, signal, value, op, pe, stream);                              \
  }                                                                                               \
  ARK_NVSHMEM_CALL void nvshmemx_put##S##_signal_nbi_on_stream(                                   \
      void* dest, const void* source, std::size_t count, ARK_NVSHMEM_SIGNAL,                      \
      cudaStream_t stream) {                                                                      \
    ark::put_signal_nbi_on_stream(ark::nvshmem::as_raw<B>(dest), ark::nvshmem::as_raw<B>(source), \
                                  count, signal, value, op, pe, stream);                          \
  }
ARK_NVSHMEM_SIZES(ARK_NVSHMEM_RAW)
ARK_NVSHMEM_RAW(mem, 1)
#undef ARK_NVSHMEM_RAW

#define ARK_NVSHMEM_STRIDED(S, B)                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_iput##S##_on_stream(                                            \
      void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t count, \
      int pe, cudaStream_t stream) {                                                             \
    using word = ark::nvshmem::word_of<B>::type;                                                 \
    ark::iput_on_stream(static_cast<word*>(dest), static_cast<const word*>(source), dst, sst,    \
                        count, pe, stream);                                                      \
  }                                                                                              \
  ARK_NVSHMEM_CALL void nvshmemx_iget##S##_on_stream(                                            \
      void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t count, \
      int pe, cudaStream_t stream) {                                                             \
    using word = ark::nvshmem::word_of<B>::type;                                                 \
    ark::iget_on_stream(static_cast<word*>(dest), static_cast<const word*>(source), dst, sst,    \
                        count, pe, stream);                                                      \
  }
ARK_NVSHMEM_SIZES(ARK_NVSHMEM_STRIDED)
#undef ARK_NVSHMEM_STRIDED

#define ARK_NVSHMEM_TYPED(N, T)                                                                    \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_wait_until_on_stream(const T* ivar, int cmp, T value,       \
                                                            cudaStream_t stream) {                 \
    ark::wait_until_on_stream(ivar, cmp, value, stream);                                           \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_wait_until_all_on_stream(const T* ivars, std::size_t count, \
                                                                const int* status, int cmp,        \
                                                                T value, cudaStream_t stream) {    \
    ark::wait_until_all_on_stream(ivars, count, status, cmp, value, stream);                       \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_wait_until_all_vector_on_stream(                            \
      const T* ivars, std::size_t count, const int* status, int cmp, const T* values,              \
      cudaStream_t stream) {                                                                       \
    ark::wait_until_all_vector_on_stream(ivars, count, status, cmp, values, stream);               \
  }
ARK_AMO_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED

ARK_NVSHMEM_CALL void nvshmemx_signal_op_on_stream(ARK_NVSHMEM_SIGNAL, cudaStream_t stream) {
  ark::signal_on_stream(signal, value, op, pe, stream);
}
ARK_NVSHMEM_CALL void nvshmemx_signal_wait_until_on_stream(const std::uint64_t* signal, int cmp,
                                                           std::uint64_t value,
                                                           cudaStream_t stream) {
  ark::signal_wait_until_on_stream(signal, cmp, value, stream);
}
ARK_NVSHMEM_CALL void nvshmemx_quiet_on_stream(cudaStream_t stream) {
  ark::quiet_on_stream(stream);
}
ARK_NVSHMEM_CALL void nvshmemx_flush_on_stream(cudaStream_t stream) {
  ark::quiet_on_stream(stream);
}

#undef ARK_NVSHMEM_CALL
#undef ARK_NVSHMEM_SIGNAL
