// Host memory that a GPU may access. Only if libark is built with a CUDA toolkit.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/driver/gpu_device.hpp"

namespace ark {

/// Ranges of host memory that a device may access at their host addresses. Any thread.
class cuda_pins {
 public:
  explicit cuda_pins(const cuda_device& device) : device_(device) {}
  ~cuda_pins();
  cuda_pins(const cuda_pins&) = delete;
  cuda_pins& operator=(const cuda_pins&) = delete;

  /// Throws ark::error with device and size.
  void pin(std::byte* at, std::size_t bytes);
  /// No effect if the range is not pinned.
  void unpin(std::byte* at) noexcept;

 private:
  const cuda_device& device_;
  std::vector<std::byte*> pinned_;
};

}  // namespace ark
