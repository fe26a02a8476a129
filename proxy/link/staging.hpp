// Host memory for data on its way from or to a heap that the CPU cannot touch.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ark::proxy {

/// Buffers by number, used again. The proxy only.
class staging {
 public:
  static constexpr std::size_t none = ~std::size_t{0};

  [[nodiscard]] std::size_t acquire(std::size_t bytes) {
    if (free_.empty()) {
      free_.push_back(buffers_.size());
      buffers_.emplace_back();
    }
    const std::size_t number = free_.back();
    free_.pop_back();
    buffers_[number].resize(bytes);
    return number;
  }
  /// Its bytes stay where they are until it is released.
  [[nodiscard]] std::span<std::byte> operator[](std::size_t number) noexcept {
    return buffers_[number];
  }
  void release(std::size_t number) {
    constexpr std::size_t kept = 1 << 20;
    if (buffers_[number].capacity() > kept) std::vector<std::byte>().swap(buffers_[number]);
    free_.push_back(number);
  }

 private:
  std::vector<std::vector<std::byte>> buffers_;
  std::vector<std::size_t> free_;
};

}  // namespace ark::proxy
