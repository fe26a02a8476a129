// An image of GPU memory that the host assembles.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace ark {

/// The contents from `base` on, with pointers that are valid there; each part is aligned to cache
/// lines.
class image {
 public:
  explicit image(std::uint64_t base) : base_(base) {}

  /// Reserve `count` elements of T, initially zero; returns their address on the GPU.
  template <class T>
  T* zeros(std::size_t count) {
    static_assert(alignof(T) <= detail::cache_line);
    const std::size_t at = bytes_.size();
    const std::size_t whole = count * sizeof(T) + detail::cache_line - 1;
    bytes_.resize(at + whole / detail::cache_line * detail::cache_line);
    return reinterpret_cast<T*>(base_ + at);
  }
  template <class T>
  void write(T* where, std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(bytes_.data() + (reinterpret_cast<std::uint64_t>(where) - base_), values.data(),
                values.size_bytes());
  }
  template <class T>
  T* copy(std::span<const T> values) {
    T* where = zeros<T>(values.size());
    write(where, values);
    return where;
  }
  template <class T>
  T* copy(const T& value) {
    return copy(std::span(&value, 1));
  }
  detail::ring_view ring(std::size_t slots) {
    return detail::ring_of(zeros<std::uint64_t>(slots * detail::descriptor_words),
                           zeros<detail::ring_counters>(1), slots);
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::uint64_t base_;
  std::vector<std::byte> bytes_;
};

}  // namespace ark
