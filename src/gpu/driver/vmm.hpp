// Owners of CUDA's virtual memory: a piece of device memory, and address space to map pieces into.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gpu/driver/gpu_device.hpp"
#include "os/unique_fd.hpp"

namespace ark {

/// Device memory without an address. Mappings of it stay valid when this object ends. Move-only.
class vmm_memory {
 public:
  /// New memory on `device`; `shared`: for export_fd. Its contents are undefined.
  vmm_memory(const cuda_device& device, std::size_t bytes, bool shared);
  /// Import another process's memory from its export_fd.
  vmm_memory(const cuda_device& device, std::size_t bytes, const unique_fd& exported);
  ~vmm_memory();
  vmm_memory(const vmm_memory&) = delete;
  vmm_memory& operator=(const vmm_memory&) = delete;

  [[nodiscard]] CUmemGenericAllocationHandle get() const noexcept { return handle_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] unique_fd export_fd() const;

 private:
  const cuda_device& device_;
  CUmemGenericAllocationHandle handle_ = 0;
  std::size_t bytes_;
};

/// Address space of the GPUs of this process; the destructor unmaps and frees all of it. Move-only.
class vmm_region {
 public:
  vmm_region() = default;
  /// Throws ark::error naming the size and, if there is no room, ARK_HEAP_RESERVE.
  vmm_region(const cuda_device& device, std::size_t bytes);
  /// The part of `whole` at `offset`; `whole` keeps the ownership of the address space and outlives
  /// this.
  vmm_region(const vmm_region& whole, std::size_t offset, std::size_t bytes) noexcept
      : device_(whole.device_), base_(whole.base_ + offset), bytes_(bytes), is_part_(true) {}
  ~vmm_region();
  vmm_region(vmm_region&& other) noexcept { swap(other); }
  vmm_region& operator=(vmm_region&& other) noexcept {
    swap(other);
    return *this;
  }

  [[nodiscard]] std::byte* base() const noexcept { return reinterpret_cast<std::byte*>(base_); }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// Map all of `memory` at `offset`, readable and writable by the region's device. All or nothing.
  void map(std::size_t offset, const vmm_memory& memory);
  /// Unmap the memory that map() has put at `offset`; no effect if there is none.
  void unmap(std::size_t offset) noexcept;

 private:
  struct piece {
    std::size_t offset, bytes;
  };
  void swap(vmm_region& other) noexcept;

  const cuda_device* device_ = nullptr;
  CUdeviceptr base_ = 0;
  std::size_t bytes_ = 0;
  bool is_part_ = false;
  std::vector<piece> pieces_;
};

/// Allow `device` to access [at, at + bytes), which is mapped as one piece. Throws ark::error.
void vmm_allow(const cuda_device& device, std::byte* at, std::size_t bytes);
/// The reason why `device` cannot map memory in pieces, or, if `shared`, export them to other
/// processes; empty if it can, which has been tried. Throws ark::error{out_of_memory} if there was
/// too little memory to try.
[[nodiscard]] std::string vmm_obstacle(const cuda_device& device, bool shared);
/// The unit of piece sizes. Throws ark::error.
[[nodiscard]] std::size_t vmm_granularity(const cuda_device& device);

}  // namespace ark
