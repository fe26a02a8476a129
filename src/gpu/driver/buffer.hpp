// An allocation in a GPU's memory, owned. Only if libark is built with a CUDA toolkit.
#pragma once

#include <cstddef>

#include "gpu/driver/gpu_device.hpp"

namespace ark {

/// Its contents are undefined. The device outlives it.
class cuda_buffer {
 public:
  cuda_buffer(const cuda_device& device, std::size_t bytes) : device_(device), bytes_(bytes) {
    const cuda_scope current(device);
    cuda_check(cuda_driver::get().mem_alloc(&at_, bytes), "cuMemAlloc", {device.number(), bytes});
  }
  ~cuda_buffer() {
    const cuda_scope current(device_, std::nothrow);
    cuda_warn(cuda_driver::get().mem_free(at_), "cuMemFree", {device_.number(), bytes_});
  }
  cuda_buffer(const cuda_buffer&) = delete;
  cuda_buffer& operator=(const cuda_buffer&) = delete;

  [[nodiscard]] CUdeviceptr get() const noexcept { return at_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  const cuda_device& device_;
  CUdeviceptr at_ = 0;
  std::size_t bytes_;
};

}  // namespace ark
