// Owners of device memory that cudaIpc shares with other processes: whole allocations, for drivers
// that cannot export pieces as file descriptors (vmm.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "gpu/driver/buffer.hpp"
#include "os/unique_fd.hpp"

namespace ark {

/// Allocations are multiples of this: other processes map whole blocks of it, whatever else they
/// contain.
inline constexpr std::size_t ipc_unit = 2 << 20;

/// Device memory for this process and, by its offer, for others. Its address is a multiple of 256,
/// as CUDA guarantees. One thread.
class ipc_memory {
 public:
  /// `bytes`: a multiple of ipc_unit. Contents undefined. The device outlives it. Throws
  /// ark::error.
  ipc_memory(const cuda_device& device, std::size_t bytes, std::uint64_t timeout_ns);
  /// Frees the memory once no process holds the offer any more, not even one that has ended:
  /// freeing an allocation that another process has open is undefined. After `timeout_ns` it is
  /// left to the end of this process, with a line in the log.
  ~ipc_memory();
  ipc_memory(const ipc_memory&) = delete;
  ipc_memory& operator=(const ipc_memory&) = delete;

  [[nodiscard]] std::byte* base() const noexcept {
    return reinterpret_cast<std::byte*>(memory_->get());
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return memory_->bytes(); }
  /// The offer from which other processes make an ipc_window; the same one for all. Called once.
  /// Throws ark::error.
  [[nodiscard]] unique_fd offer();

 private:
  const cuda_device& device_;
  std::uint64_t timeout_ns_;
  std::unique_ptr<cuda_buffer> memory_;
  unique_fd watch_;  ///< the offer's other end: hangs up when the last holder closes
};

/// Another process's ipc_memory, mapped at an address chosen by the driver, aligned as in the
/// owner. Move-only; one thread.
class ipc_window {
 public:
  /// Throws ark::error; the driver refuses an offer of this process's own memory.
  ipc_window(const cuda_device& device, std::size_t bytes, unique_fd offered);
  /// Closes the memory before the offer.
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

/// Allow `device` to access allocations of `owner`, a context of this process. Permanent: the
/// program may have requested it as well. Throws ark::error{unsupported} if the devices cannot.
void ipc_allow(const cuda_device& device, CUcontext owner);

}  // namespace ark
