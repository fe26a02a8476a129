// put, get, p, g, put_signal, wait and quiet in the order of a stream. The contracts are in
// <ark/on_stream.hpp>.
#pragma once

#include <ark/nvshmem/atomics_and_waits.hpp>
#include <ark/nvshmem/scoped_transfers.hpp>

namespace ark::nvshmem {

/// Operations of streams that <ark/on_stream.hpp> does not have.
namespace stream_operation {

template <class T>
struct put_value {
  T* dest;
  T value;
  int pe;

  ARK_HOST_DEVICE errc operator()() const { return ark::p(dest, value, pe); }
};

/// By one block.
template <class T>
struct strided {
  T* dest;
  const T* source;
  std::ptrdiff_t dst;
  std::ptrdiff_t sst;
  std::size_t count;
  int pe;
  bool reads;

  ARK_HOST_DEVICE errc operator()() const {
    return reads ? ark::iget_block(dest, source, dst, sst, count, pe)
                 : ark::iput_block(dest, source, dst, sst, count, pe);
  }
};

template <class T>
struct wait_all {
  const T* words;
  std::size_t count;
  const int* excluded;
  int cmp;
  T value;
  const T* values;

  ARK_HOST_DEVICE errc operator()() const {
    return ark::wait_until_all(words, count, excluded, cmp, value, values);
  }
};

}  // namespace stream_operation

/// Queue an operation whose arguments are checked when it runs.
template <class Operation>
errc queue(const char* call, cudaStream_t stream, device::stream_shape shape,
           const Operation& operation) {
  const ark::detail::caller from(call);
  return from.code == errc::ok ? ark::detail::queue_operation(call, stream, shape, operation)
                               : from.code;
}

template <class T>
void queue_strided(const char* call, T* dest, const T* source, std::ptrdiff_t dst,
                   std::ptrdiff_t sst, std::size_t count, int pe, bool reads, cudaStream_t stream) {
  const auto shape = device::shape_of_collective(count * sizeof(T));
  queue(call, stream, shape,
        stream_operation::strided<T>{dest, source, dst, sst, count, pe, reads});
}

/// The only call on a stream that waits: its result is a value.
template <class T>
T get_value(const T* source, int pe, cudaStream_t stream) {
  stream_sync(stream);
  return ark::g(source, pe);
}

}  // namespace ark::nvshmem

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
    ark::nvshmem::queue("nvshmemx_" #N "_p_on_stream", stream, {},                                 \
                        ark::nvshmem::stream_operation::put_value<T>{dest, value, pe});            \
  }                                                                                                \
  ARK_NVSHMEM_CALL T nvshmemx_##N##_g_on_stream(const T* source, int pe, cudaStream_t stream) {    \
    return ark::nvshmem::get_value(source, pe, stream);                                            \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_iput_on_stream(                                             \
      T* dest, const T* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t count, int pe, \
      cudaStream_t stream) {                                                                       \
    ark::nvshmem::queue_strided("nvshmemx_" #N "_iput_on_stream", dest, source, dst, sst, count,   \
                                pe, false, stream);                                                \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_iget_on_stream(                                             \
      T* dest, const T* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t count, int pe, \
      cudaStream_t stream) {                                                                       \
    ark::nvshmem::queue_strided("nvshmemx_" #N "_iget_on_stream", dest, source, dst, sst, count,   \
                                pe, true, stream);                                                 \
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
    ark::nvshmem::queue_strided("nvshmemx_iput" #S "_on_stream", static_cast<word*>(dest),       \
                                static_cast<const word*>(source), dst, sst, count, pe, false,    \
                                stream);                                                         \
  }                                                                                              \
  ARK_NVSHMEM_CALL void nvshmemx_iget##S##_on_stream(                                            \
      void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t count, \
      int pe, cudaStream_t stream) {                                                             \
    using word = ark::nvshmem::word_of<B>::type;                                                 \
    ark::nvshmem::queue_strided("nvshmemx_iget" #S "_on_stream", static_cast<word*>(dest),       \
                                static_cast<const word*>(source), dst, sst, count, pe, true,     \
                                stream);                                                         \
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
    ark::nvshmem::queue(                                                                           \
        "nvshmemx_" #N "_wait_until_all_on_stream", stream, {},                                    \
        ark::nvshmem::stream_operation::wait_all<T>{ivars, count, status, cmp, value, nullptr});   \
  }                                                                                                \
  ARK_NVSHMEM_CALL void nvshmemx_##N##_wait_until_all_vector_on_stream(                            \
      const T* ivars, std::size_t count, const int* status, int cmp, const T* values,              \
      cudaStream_t stream) {                                                                       \
    ark::nvshmem::queue(                                                                           \
        "nvshmemx_" #N "_wait_until_all_vector_on_stream", stream, {},                             \
        ark::nvshmem::stream_operation::wait_all<T>{ivars, count, status, cmp,                     \
                                                    ark::nvshmem::unused_value(values), values});  \
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
