// Host memory for bytes on their way from or to a GPU's memory. Only where libark is built with a
// CUDA toolkit.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "gpu/driver/cuda_pins.hpp"
#include "gpu/memory/pipeline.hpp"
#include "os/reserved_region.hpp"

namespace ark {

/// Buffers by number, used again; pinned, since the driver makes others wait for their copies. One
/// caller at a time.
///
/// Pinning and unpinning may wait for kernels, which may wait for this PE's proxy. So there is room
/// from the beginning, more is pinned only once that is used up, and all stays to the end.
class pinned_buffers {
 public:
  /// `device` outlives it. Throws ark::error with device and size.
  explicit pinned_buffers(const cuda_device& device) : pins_(device) { pin_room(); }

  /// bytes: at most gpu_pipeline::most_bytes. Throws ark::error with device and size.
  [[nodiscard]] std::size_t acquire(std::size_t bytes);
  /// It stays where it is until it is released.
  [[nodiscard]] std::byte* operator[](std::size_t number) const noexcept {
    return buffers_[number].at;
  }
  void release(std::size_t number);

 private:
  static constexpr std::size_t least_bytes = 256, slab_bytes = 64 * 1024, room_bytes = 32 << 20;
  static constexpr unsigned classes = std::bit_width(gpu_pipeline::most_bytes / least_bytes);

  struct buffer {
    std::byte* at = nullptr;
    std::size_t bytes = 0;
  };
  [[nodiscard]] static unsigned class_of(std::size_t bytes) noexcept {
    return static_cast<unsigned>(std::bit_width((bytes - 1) / least_bytes));
  }
  void cut_slab(unsigned size_class);
  void pin_room();

  std::vector<reserved_region> rooms_;
  std::size_t used_ = 0;  ///< of the last of them
  std::vector<buffer> buffers_;
  std::array<std::vector<std::size_t>, classes> free_;  ///< by size, a power of two
  cuda_pins pins_;                                      ///< ends before what it has pinned
};

}  // namespace ark
