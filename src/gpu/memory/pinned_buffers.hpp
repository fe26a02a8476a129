// Host staging memory for bytes to or from a GPU's memory. Only if libark is built with a CUDA
// toolkit.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "gpu/driver/cuda_pins.hpp"
#include "gpu/memory/pipeline.hpp"
#include "os/reserved_region.hpp"

namespace ark {

/// Numbered buffers that are reused; pinned, because the driver blocks in copies of other memory.
/// One caller at a time.
///
/// Pinning and unpinning may wait for kernels, which may wait for this PE's proxy. So some memory
/// is pinned from the beginning, more only once that is used up, and all of it stays pinned to the
/// end.
class pinned_buffers {
 public:
  /// `device` outlives it. Throws ark::error with device and size.
  explicit pinned_buffers(const cuda_device& device) : pins_(device) { pin_room(); }

  /// bytes: at most gpu_pipeline::most_bytes. Throws ark::error with device and size.
  [[nodiscard]] std::size_t acquire(std::size_t bytes);
  /// The address stays valid until the buffer is released.
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
  std::size_t used_ = 0;  ///< used bytes of the last of them
  std::vector<buffer> buffers_;
  std::array<std::vector<std::size_t>, classes> free_;  ///< by size class, a power of two
  cuda_pins pins_;                                      ///< destroyed before the memory that it has
                                                        ///< pinned
};

}  // namespace ark
