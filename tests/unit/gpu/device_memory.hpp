// A piece of a fake device's memory for one test.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fake_control.hpp"
#include "gpu/driver/buffer.hpp"

namespace ark {

/// Zeros at first; the CPU sees it through words().
class device_memory {
 public:
  explicit device_memory(const cuda_device& device, std::size_t bytes = 1 << 20)
      : buffer_(device, bytes) {
    std::memset(words(), 0, bytes);
  }

  /// As the device names it.
  [[nodiscard]] std::byte* at(std::size_t offset = 0) const {
    return reinterpret_cast<std::byte*>(buffer_.get() + offset);
  }
  [[nodiscard]] std::uint64_t* word(std::size_t i) const {
    return reinterpret_cast<std::uint64_t*>(at(8 * i));
  }
  /// Behind the device's back.
  [[nodiscard]] std::uint64_t* words() const {
    return driver_.view<std::uint64_t>(at(), buffer_.bytes());
  }

 private:
  const fake::control driver_;
  cuda_buffer buffer_;
};

}  // namespace ark
