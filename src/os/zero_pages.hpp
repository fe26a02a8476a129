// Large tables of which most entries are never used.
#pragma once

#include <cstddef>
#include <type_traits>

#include "os/reserved_region.hpp"

namespace ark {

/// Owns `size()` elements, all bytes zero: a page takes memory from its first use on. The elements
/// begin at a page. Move-only.
template <class T>
class zero_pages {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  zero_pages() = default;
  /// Throws ark::error{out_of_memory} naming the size and `purpose`.
  zero_pages(std::size_t size, const char* purpose)
      : pages_(size * sizeof(T), purpose), size_(size) {
    pages_.back(size * sizeof(T));
  }

  [[nodiscard]] T* data() const noexcept { return reinterpret_cast<T*>(pages_.base()); }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

 private:
  reserved_region pages_;
  std::size_t size_ = 0;
};

}  // namespace ark
