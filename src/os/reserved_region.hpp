// Owner of a range of address space into which memory is mapped piece by piece.
#pragma once

#include <cstddef>

#include "os/unique_fd.hpp"

namespace ark {

/// Reserves address space without memory; the destructor unmaps all of it, whatever was mapped into
/// it. Move-only.
class reserved_region {
 public:
  reserved_region() = default;
  /// base() is a multiple of `alignment`, a power of two, and of the page size. Throws
  /// ark::error{out_of_memory} naming size, `purpose` and the limit's variable.
  reserved_region(std::size_t bytes, const char* purpose, std::size_t alignment = 1);
  ~reserved_region();
  reserved_region(reserved_region&& other) noexcept;
  reserved_region& operator=(reserved_region&& other) noexcept;

  [[nodiscard]] std::byte* base() const noexcept { return base_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// Map `bytes` of `fd` at `offset`. Throws ark::error{system_error}.
  void map(std::size_t offset, std::size_t bytes, const unique_fd& fd);
  /// Back the first `bytes` with private zeroed memory. Throws ark::error{out_of_memory}.
  void back(std::size_t bytes);
  /// Unmap [offset, offset + bytes), which stays reserved.
  void unmap(std::size_t offset, std::size_t bytes) noexcept;

 private:
  std::byte* base_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace ark
