// Copies and fills of device memory, which is memory of the process.
#pragma once

#include <ark/cuda_for_cpu/allocation.hpp>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

enum cudaMemcpyKind : int {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4,
};
namespace ark::cuda_for_cpu {

/// `height` rows of `width` bytes, `pitch` bytes apart.
struct rows {
  std::size_t width;
  std::size_t height;
  std::size_t dest_pitch;
  std::size_t source_pitch;
};
inline void copy_rows(void* dest, const void* source, rows all) {
  for (std::size_t row = 0; row < all.height; ++row) {
    std::memmove(static_cast<char*>(dest) + row * all.dest_pitch,
                 static_cast<const char*>(source) + row * all.source_pitch, all.width);
  }
}
inline void fill_rows(void* dest, std::size_t pitch, int value, std::size_t width,
                      std::size_t height) {
  for (std::size_t row = 0; row < height; ++row)
    std::memset(static_cast<char*>(dest) + row * pitch, value, width);
}
inline bool overlap(const rows& all) {
  return all.width > all.dest_pitch || all.width > all.source_pitch;
}
inline bool is_empty(const rows& all) { return all.width == 0 || all.height == 0; }
inline rows one_row(std::size_t bytes) { return {bytes, 1, bytes, bytes}; }

/// Run `kernel` in the order of the null stream. host_waits: it uses memory that the host uses.
/// Otherwise this returns while earlier work keeps the stream busy, as CUDA does.
template <class... Parameters>
cudaError_t on_null_stream(const char* call, bool host_waits, void (*kernel)(Parameters...),
                           std::type_identity_t<Parameters>... arguments) {
  return as_cuda(call, [&] {
    if (ark::initialized()) {
      if (!host_waits && !detail::stream_is_ready(nullptr)) {
        ark::launch({1, 1}, kernel, arguments...);
        return;
      }
      ark::stream_sync(nullptr);
    }
    kernel(arguments...);
  });
}

inline cudaError_t copy(const char* call, void* dest, const void* source, const rows& all,
                        cudaMemcpyKind kind) {
  if (overlap(all)) return remember(cudaErrorInvalidValue);
  if (is_empty(all)) return cudaSuccess;
  if (dest == nullptr || source == nullptr) return remember(cudaErrorInvalidValue);
  const bool on_device = (kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault) &&
                         is_device_memory(dest) && is_device_memory(source);
  return on_null_stream(call, !on_device, copy_rows, dest, source, all);
}
inline cudaError_t fill(const char* call, void* dest, std::size_t pitch, int value,
                        std::size_t width, std::size_t height) {
  if (width > pitch) return remember(cudaErrorInvalidValue);
  if (width == 0 || height == 0) return cudaSuccess;
  if (dest == nullptr) return remember(cudaErrorInvalidValue);
  return on_null_stream(call, !is_device_memory(dest), fill_rows, dest, pitch, value, width,
                        height);
}
inline cudaError_t fill_async(const char* call, void* dest, std::size_t pitch, int value,
                              std::size_t width, std::size_t height, cudaStream_t stream) {
  if (width > pitch) return remember(cudaErrorInvalidValue);
  if (width == 0 || height == 0) return cudaSuccess;
  if (dest == nullptr) return remember(cudaErrorInvalidValue);
  return as_cuda(call, [&] {
    ark::launch({1, 1, 0, stream}, fill_rows, dest, pitch, value, width, height);
  });
}

/// Which sides of an asynchronous copy are pageable memory of the host. The program may reuse such
/// a source at once, and read such a dest.
struct pageable_sides {
  bool source;
  bool dest;
};
/// A copy between two of the host's memories is complete when the call returns, as CUDA's.
inline pageable_sides sides_of(const void* dest, const void* source, cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return {false, true};
    case cudaMemcpyHostToDevice:
      return {is_pageable(source), false};
    case cudaMemcpyDeviceToHost:
      return {false, is_pageable(dest)};
    case cudaMemcpyDeviceToDevice:
      return {false, false};
    case cudaMemcpyDefault:
      break;
  }
  return {is_pageable(source), is_pageable(dest)};
}

/// Shared: a kernel's arguments are copied.
using staging_memory = std::shared_ptr<std::byte[]>;
inline void copy_staged_rows(staging_memory staged, void* dest, rows all) {
  copy_rows(dest, staged.get(), all);
}
/// Throws out_of_memory.
inline void queue_staged_copy(void* dest, const void* source, rows all, cudaStream_t stream) {
  const staging_memory staged(new (std::nothrow) std::byte[all.width * all.height]);
  if (staged == nullptr) throw error(errc::out_of_memory, "a copy of the source");
  rows to_staged = all, from_staged = all;
  to_staged.dest_pitch = from_staged.source_pitch = all.width;
  copy_rows(staged.get(), source, to_staged);
  ark::launch({1, 1, 0, stream}, copy_staged_rows, staged, dest, from_staged);
}

inline cudaError_t copy_async(const char* call, void* dest, const void* source, const rows& all,
                              pageable_sides pageable, cudaStream_t stream) {
  if (overlap(all)) return remember(cudaErrorInvalidValue);
  if (is_empty(all)) return cudaSuccess;
  if (dest == nullptr || source == nullptr) return remember(cudaErrorInvalidValue);
  return as_cuda(call, [&] {
    if (pageable.dest) {
      ark::stream_sync(stream);
      copy_rows(dest, source, all);
    } else if (!pageable.source) {
      ark::launch({1, 1, 0, stream}, copy_rows, dest, source, all);
    } else if (detail::stream_is_ready(stream)) {
      copy_rows(dest, source, all);
    } else {
      queue_staged_copy(dest, source, all, stream);
    }
  });
}

}  // namespace ark::cuda_for_cpu

/// In the order of the null stream. They return when they are done, except in memory that only
/// kernels use.
inline cudaError_t cudaMemcpy(void* dest, const void* source, std::size_t bytes,
                              cudaMemcpyKind kind) {
  return ark::cuda_for_cpu::copy("cudaMemcpy", dest, source, ark::cuda_for_cpu::one_row(bytes),
                                 kind);
}
inline cudaError_t cudaMemset(void* dest, int value, std::size_t bytes) {
  return ark::cuda_for_cpu::fill("cudaMemset", dest, bytes, value, bytes, 1);
}
/// To and from a `__device__` or `__constant__` variable, which is a variable of the process.
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* source, std::size_t bytes,
                               std::size_t offset_bytes = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  if (offset_bytes > sizeof symbol || bytes > sizeof symbol - offset_bytes)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return ark::cuda_for_cpu::copy("cudaMemcpyToSymbol",
                                 reinterpret_cast<char*>(&symbol) + offset_bytes, source,
                                 ark::cuda_for_cpu::one_row(bytes), kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* dest, const T& symbol, std::size_t bytes,
                                 std::size_t offset_bytes = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  if (offset_bytes > sizeof symbol || bytes > sizeof symbol - offset_bytes)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return ark::cuda_for_cpu::copy("cudaMemcpyFromSymbol", dest,
                                 reinterpret_cast<const char*>(&symbol) + offset_bytes,
                                 ark::cuda_for_cpu::one_row(bytes), kind);
}
/// From now on the variable is no pageable memory for copies.
template <class T>
cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  *address = const_cast<std::remove_const_t<T>*>(&symbol);
  ark::cuda_for_cpu::memory().registered.add(&symbol, sizeof symbol,
                                             ark::cuda_for_cpu::allocation_kind::device);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}

/// In the order of the stream. A copy from pageable memory returns when it has read its source, one
/// to pageable memory when it is done, others at once.
inline cudaError_t cudaMemcpyAsync(void* dest, const void* source, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  return ark::cuda_for_cpu::copy_async("cudaMemcpyAsync", dest, source,
                                       ark::cuda_for_cpu::one_row(bytes),
                                       ark::cuda_for_cpu::sides_of(dest, source, kind), stream);
}
inline cudaError_t cudaMemsetAsync(void* dest, int value, std::size_t bytes,
                                   cudaStream_t stream = nullptr) {
  return ark::cuda_for_cpu::fill_async("cudaMemsetAsync", dest, bytes, value, bytes, 1, stream);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T& symbol, const void* source, std::size_t bytes,
                                    std::size_t offset_bytes, cudaMemcpyKind kind,
                                    cudaStream_t stream = nullptr) {
  if (offset_bytes > sizeof symbol || bytes > sizeof symbol - offset_bytes)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  const bool from_device = kind == cudaMemcpyDeviceToDevice;
  return ark::cuda_for_cpu::copy_async(
      "cudaMemcpyToSymbolAsync", reinterpret_cast<char*>(&symbol) + offset_bytes, source,
      ark::cuda_for_cpu::one_row(bytes),
      {!from_device && ark::cuda_for_cpu::is_pageable(source), false}, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* dest, const T& symbol, std::size_t bytes,
                                      std::size_t offset_bytes, cudaMemcpyKind kind,
                                      cudaStream_t stream = nullptr) {
  if (offset_bytes > sizeof symbol || bytes > sizeof symbol - offset_bytes)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  const bool to_device = kind == cudaMemcpyDeviceToDevice;
  return ark::cuda_for_cpu::copy_async(
      "cudaMemcpyFromSymbolAsync", dest, reinterpret_cast<const char*>(&symbol) + offset_bytes,
      ark::cuda_for_cpu::one_row(bytes),
      {false, !to_device && ark::cuda_for_cpu::is_pageable(dest)}, stream);
}

/// Rows of a matrix.
inline cudaError_t cudaMemcpy2D(void* dest, std::size_t dest_pitch, const void* source,
                                std::size_t source_pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
  return ark::cuda_for_cpu::copy("cudaMemcpy2D", dest, source,
                                 {width, height, dest_pitch, source_pitch}, kind);
}
inline cudaError_t cudaMemcpy2DAsync(void* dest, std::size_t dest_pitch, const void* source,
                                     std::size_t source_pitch, std::size_t width,
                                     std::size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream = nullptr) {
  return ark::cuda_for_cpu::copy_async("cudaMemcpy2DAsync", dest, source,
                                       {width, height, dest_pitch, source_pitch},
                                       ark::cuda_for_cpu::sides_of(dest, source, kind), stream);
}
inline cudaError_t cudaMemset2D(void* dest, std::size_t pitch, int value, std::size_t width,
                                std::size_t height) {
  return ark::cuda_for_cpu::fill("cudaMemset2D", dest, pitch, value, width, height);
}
inline cudaError_t cudaMemset2DAsync(void* dest, std::size_t pitch, int value, std::size_t width,
                                     std::size_t height, cudaStream_t stream = nullptr) {
  return ark::cuda_for_cpu::fill_async("cudaMemset2DAsync", dest, pitch, value, width, height,
                                       stream);
}

/// Between devices, which have the same memory.
inline cudaError_t cudaMemcpyPeer(void* dest, int, const void* source, int, std::size_t bytes) {
  return cudaMemcpy(dest, source, bytes, cudaMemcpyDefault);
}
inline cudaError_t cudaMemcpyPeerAsync(void* dest, int, const void* source, int, std::size_t bytes,
                                       cudaStream_t stream = nullptr) {
  return cudaMemcpyAsync(dest, source, bytes, cudaMemcpyDeviceToDevice, stream);
}
