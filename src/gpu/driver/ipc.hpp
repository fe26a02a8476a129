// Owners of device memory that cudaIpc hands to other processes: whole allocations, for drivers
// that do not pass pieces on as file descriptors (vmm.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "gpu/driver/buffer.hpp"
#include "os/unique_fd.hpp"

namespace ark {

/// Allocations are multiples of this: others are shown whole blocks of it, whatever else is in
/// them.
inline constexpr std::size_t ipc_unit = 2 << 20;

/// Device memory for this process and, by its offer, for others. Its address is a multiple of 256,
/// as CUDA promises. One thread.
class ipc_memory {
 public:
  /// `bytes`: a multiple of ipc_unit. Contents undefined. The device outlives it. Throws
  /// ark::error.
  ipc_memory(const cuda_device& device, std::size_t bytes, std::uint64_t timeout_ns);
  /// Frees it when no process holds the offer any more, not even one that has ended: freeing what
  /// another has open is undefined. After `timeout_ns` it is left to the end of this process, with
  /// a line in the log.
  ~ipc_memory();
  ipc_memory(const ipc_memory&) = delete;
  ipc_memory& operator=(const ipc_memory&) = delete;

  [[nodiscard]] std::byte* base() const noexcept {
    return reinterpret_cast<std::byte*>(memory_->get());
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return memory_->bytes(); }
  /// What an ipc_window of another process is made of; the same one for all. Once. Throws
  /// ark::error.
  [[nodiscard]] unique_fd offer();

 private:
  const cuda_device& device_;
  std::uint64_t timeout_ns_;
  std::unique_ptr<cuda_buffer> memory_;
  unique_fd watch_;  ///< the offer's other end: hangs up when the last holder closes
};

/// Another process's ipc_memory, mapped where the driver likes: as aligned as there. Move-only; one
/// thread.
class ipc_window {
 public:
  /// Throws ark::error; `offered` of this process's own memory is refused by the driver.
  ipc_window(const cuda_device& device, std::size_t bytes, unique_fd offered);
  /// Closes, and only then lets go of the offer.
  ~ipc_window();
  ipc_window(ipc_window&& other) noexcept
      : device_(other.device_),
        bytes_(other.bytes_),
        offered_(std::move(other.offered_)),
        base_(std::exchange(other.base_, 0)) {}
  ipc_window& operator=(ipc_window&&) = delete;

  [[nodiscard]] std::byte* base() const noexcept { return reinterpret_cast<std::byte*>(base_); }

 private:
  const cuda_device& device_;
  std::size_t bytes_;
  unique_fd offered_;
  CUdeviceptr base_ = 0;
};

/// `device` may use allocations of `owner`, a context of this process. Stays so: the program may
/// have asked for it as well. Throws ark::error{unsupported} if the devices cannot.
void ipc_allow(const cuda_device& device, CUcontext owner);

}  // namespace ark
