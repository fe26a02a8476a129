// Owners of what CUDA hands out. All of them are made before a kernel spins and end after it has:
// allocating and freeing wait for the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "call.hpp"

namespace ark_probe {

/// Memory of the GPU.
class device_memory {
 public:
  explicit device_memory(std::size_t bytes) : bytes_(bytes) {
    check(cudaMalloc(&data_, bytes), "cudaMalloc(" + std::to_string(bytes) + " bytes)");
    check(cudaMemset(data_, 0, bytes), "cudaMemset(" + std::to_string(bytes) + " bytes)");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }
  ~device_memory() { cudaFree(data_); }
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  template <class T = unsigned char>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  std::size_t bytes_;
  void* data_ = nullptr;
};

/// Zeroed memory of the host that kernels and copies reach at the same address.
class pinned_memory {
 public:
  explicit pinned_memory(std::size_t bytes) : bytes_(bytes) {
    check(cudaHostAlloc(&data_, bytes, cudaHostAllocMapped | cudaHostAllocPortable),
          "cudaHostAlloc(" + std::to_string(bytes) + " bytes)");
    auto* at = static_cast<unsigned char*>(data_);
    for (std::size_t i = 0; i < bytes; ++i) at[i] = 0;
  }
  ~pinned_memory() { cudaFreeHost(data_); }
  pinned_memory(const pinned_memory&) = delete;
  pinned_memory& operator=(const pinned_memory&) = delete;

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  template <class T = unsigned char>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  std::size_t bytes_;
  void* data_ = nullptr;
};

/// A stream that never waits for the default stream.
class stream {
 public:
  stream() {
    check(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  }
  ~stream() {
    if (handle_ != nullptr) cudaStreamDestroy(handle_);
  }
  stream(stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  stream& operator=(stream&&) = delete;
  operator cudaStream_t() const { return handle_; }  // NOLINT: every call takes it

 private:
  cudaStream_t handle_ = nullptr;
};

/// An event, with its time.
class event {
 public:
  event() { check(cudaEventCreate(&handle_), "cudaEventCreate"); }
  ~event() { cudaEventDestroy(handle_); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  operator cudaEvent_t() const { return handle_; }  // NOLINT: every call takes it
  void record(cudaStream_t in) const { check(cudaEventRecord(handle_, in), "cudaEventRecord"); }

 private:
  cudaEvent_t handle_ = nullptr;
};

}  // namespace ark_probe
