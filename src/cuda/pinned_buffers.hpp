// Host memory for bytes on their way from or to a GPU's memory. Only where libark is built with a
// CUDA toolkit.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "memory/cuda_host.hpp"

namespace ark {

/// Buffers by number, used again; pinned, since the driver makes others wait for their copies. One
/// caller at a time.
class pinned_buffers {
 public:
  /// `device` outlives it.
  explicit pinned_buffers(const cuda_device& device) : pins_(device) {}

  /// Throws ark::error with device and size.
  [[nodiscard]] std::size_t acquire(std::size_t bytes);
  /// It stays where it is until it is released.
  [[nodiscard]] std::byte* operator[](std::size_t number) const noexcept {
    return buffers_[number].at;
  }
  void release(std::size_t number);

 private:
  /// Unpinning may wait for kernels, which may wait for this PE's proxy.
  static constexpr std::size_t least_bytes = 256, slab_bytes = 64 * 1024, kept_bytes = 8 << 20;
  static constexpr unsigned classes = std::bit_width(kept_bytes / least_bytes);

  struct buffer {
    std::byte* at = nullptr;
    std::size_t bytes = 0;
    reserved_region own;  ///< of a large one, which is not kept
  };
  [[nodiscard]] static unsigned class_of(std::size_t bytes) noexcept {
    return static_cast<unsigned>(std::bit_width((bytes - 1) / least_bytes));
  }
  void cut_slab(unsigned size_class);
  [[nodiscard]] std::size_t acquire_large(std::size_t bytes);
  [[nodiscard]] reserved_region pinned_region(std::size_t bytes);

  std::vector<reserved_region> slabs_;
  std::vector<buffer> buffers_;
  std::array<std::vector<std::size_t>, classes> free_;  ///< by size, a power of two
  std::vector<std::size_t> unused_;                     ///< numbers of large ones that are gone
  cuda_pins pins_;                                      ///< ends before what it has pinned
};

}  // namespace ark
