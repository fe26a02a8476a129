// Owners of what CUDA hands out. All of them are made before a kernel spins and end after it has:
// allocating and freeing wait for the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "call.hpp"

namespace ark_probe {

namespace detail {

/// Where memory comes from, zeroed, and how it goes back.
struct device_place {
  static void* allocate(std::size_t bytes) {
    void* data = nullptr;
    check(cudaMalloc(&data, bytes), "cudaMalloc(" + std::to_string(bytes) + " bytes)");
    check(cudaMemset(data, 0, bytes), "cudaMemset(" + std::to_string(bytes) + " bytes)");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    return data;
  }
  static void free(void* data) { cudaFree(data); }
};
struct pinned_place {
  static void* allocate(std::size_t bytes) {
    void* data = nullptr;
    check(cudaHostAlloc(&data, bytes, cudaHostAllocMapped | cudaHostAllocPortable),
          "cudaHostAlloc(" + std::to_string(bytes) + " bytes)");
    return std::memset(data, 0, bytes);
  }
  static void free(void* data) { cudaFreeHost(data); }
};

template <class Place>
class zeroed_memory {
 public:
  explicit zeroed_memory(std::size_t bytes) : bytes_(bytes), data_(Place::allocate(bytes)) {}
  ~zeroed_memory() { Place::free(data_); }
  zeroed_memory(const zeroed_memory&) = delete;
  zeroed_memory& operator=(const zeroed_memory&) = delete;

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  template <class T = unsigned char>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  std::size_t bytes_;
  void* data_;
};

}  // namespace detail

/// Zeroed memory of the GPU.
using device_memory = detail::zeroed_memory<detail::device_place>;
/// Zeroed memory of the host that kernels and copies reach at the same address.
using pinned_memory = detail::zeroed_memory<detail::pinned_place>;

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
