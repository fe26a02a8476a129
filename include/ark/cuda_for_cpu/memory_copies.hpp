// Copies and fills of device memory, which is memory of the process.
#pragma once

#include <ark/cuda_for_cpu/allocation.hpp>
#include <cstddef>
#include <cstring>
#include <type_traits>

enum cudaMemcpyKind : int {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4,
};
namespace ark::cuda_for_cpu {

inline void copy_kernel(void* dest, const void* source, std::size_t bytes) {
  std::memmove(dest, source, bytes);
}
inline void fill_kernel(void* dest, int value, std::size_t bytes) {
  std::memset(dest, value, bytes);
}

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

}  // namespace ark::cuda_for_cpu

/// These wait for all kernels of the PE; CUDA's wait for those of blocking streams.
inline cudaError_t cudaMemcpy(void* dest, const void* source, std::size_t bytes, cudaMemcpyKind) {
  return ark::cuda_for_cpu::after_kernels("cudaMemcpy", [&] { std::memmove(dest, source, bytes); });
}
inline cudaError_t cudaMemset(void* dest, int value, std::size_t bytes) {
  return ark::cuda_for_cpu::after_kernels("cudaMemset", [&] { std::memset(dest, value, bytes); });
}
/// To and from a `__device__` or `__constant__` variable, which is a variable of the process.
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* source, std::size_t bytes,
                               std::size_t offset_bytes = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  if (offset_bytes > sizeof symbol || bytes > sizeof symbol - offset_bytes)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return cudaMemcpy(reinterpret_cast<char*>(&symbol) + offset_bytes, source, bytes, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* dest, const T& symbol, std::size_t bytes,
                                 std::size_t offset_bytes = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  if (offset_bytes > sizeof symbol || bytes > sizeof symbol - offset_bytes)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return cudaMemcpy(dest, reinterpret_cast<const char*>(&symbol) + offset_bytes, bytes, kind);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  *address = const_cast<std::remove_const_t<T>*>(&symbol);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}
/// In the order of the stream; they return at once, for memory of every kind.
inline cudaError_t cudaMemcpyAsync(void* dest, const void* source, std::size_t bytes,
                                   cudaMemcpyKind, cudaStream_t stream = nullptr) {
  return ark::cuda_for_cpu::as_cuda("cudaMemcpyAsync", [&] {
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::copy_kernel, dest, source, bytes);
  });
}
inline cudaError_t cudaMemsetAsync(void* dest, int value, std::size_t bytes,
                                   cudaStream_t stream = nullptr) {
  return ark::cuda_for_cpu::as_cuda("cudaMemsetAsync", [&] {
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::fill_kernel, dest, value, bytes);
  });
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T& symbol, const void* source, std::size_t bytes,
                                    std::size_t offset_bytes, cudaMemcpyKind kind,
                                    cudaStream_t stream = nullptr) {
  if (offset_bytes > sizeof symbol || bytes > sizeof symbol - offset_bytes)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return cudaMemcpyAsync(reinterpret_cast<char*>(&symbol) + offset_bytes, source, bytes, kind,
                         stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* dest, const T& symbol, std::size_t bytes,
                                      std::size_t offset_bytes, cudaMemcpyKind kind,
                                      cudaStream_t stream = nullptr) {
  if (offset_bytes > sizeof symbol || bytes > sizeof symbol - offset_bytes)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return cudaMemcpyAsync(dest, reinterpret_cast<const char*>(&symbol) + offset_bytes, bytes, kind,
                         stream);
}

/// Rows of a matrix.
inline cudaError_t cudaMemcpy2D(void* dest, std::size_t dest_pitch, const void* source,
                                std::size_t source_pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind) {
  const ark::cuda_for_cpu::rows all{width, height, dest_pitch, source_pitch};
  if (overlap(all)) return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return ark::cuda_for_cpu::after_kernels("cudaMemcpy2D",
                                          [&] { ark::cuda_for_cpu::copy_rows(dest, source, all); });
}
inline cudaError_t cudaMemcpy2DAsync(void* dest, std::size_t dest_pitch, const void* source,
                                     std::size_t source_pitch, std::size_t width,
                                     std::size_t height, cudaMemcpyKind,
                                     cudaStream_t stream = nullptr) {
  const ark::cuda_for_cpu::rows all{width, height, dest_pitch, source_pitch};
  if (overlap(all)) return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return ark::cuda_for_cpu::as_cuda("cudaMemcpy2DAsync", [&] {
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::copy_rows, dest, source, all);
  });
}
inline cudaError_t cudaMemset2D(void* dest, std::size_t pitch, int value, std::size_t width,
                                std::size_t height) {
  if (width > pitch) return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return ark::cuda_for_cpu::after_kernels(
      "cudaMemset2D", [&] { ark::cuda_for_cpu::fill_rows(dest, pitch, value, width, height); });
}
inline cudaError_t cudaMemset2DAsync(void* dest, std::size_t pitch, int value, std::size_t width,
                                     std::size_t height, cudaStream_t stream = nullptr) {
  if (width > pitch) return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  return ark::cuda_for_cpu::as_cuda("cudaMemset2DAsync", [&] {
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::fill_rows, dest, pitch, value, width, height);
  });
}

/// Between devices, which have the same memory.
inline cudaError_t cudaMemcpyPeer(void* dest, int, const void* source, int, std::size_t bytes) {
  return cudaMemcpy(dest, source, bytes, cudaMemcpyDefault);
}
inline cudaError_t cudaMemcpyPeerAsync(void* dest, int, const void* source, int, std::size_t bytes,
                                       cudaStream_t stream = nullptr) {
  return cudaMemcpyAsync(dest, source, bytes, cudaMemcpyDefault, stream);
}
