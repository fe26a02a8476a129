// Maps memory of a program and memory shared by processes to the same pages.
#pragma once

#include <cstddef>
#include <string>

#include "os/unique_fd.hpp"

namespace ark {

/// The reason why alias_pages() cannot put other pages at [at, at + bytes), as text; empty if it
/// can. Needs whole pages of private memory, which the caller may write, and no stack.
[[nodiscard]] std::string alias_refusal(const void* at, std::size_t bytes);

/// Replace [at, at + bytes) by the memory that is mapped shared at `shared`; the old contents are
/// lost. Whole pages. No thread may use `at` meanwhile. Throws ark::error{system_error} when the
/// kernel refuses; then `at` may be unmapped, also in part: call make_private().
void alias_pages(std::byte* at, std::byte* shared, std::size_t bytes);

/// The file of a shared mapping at [at, at + bytes), while that is mapped. Kept only if the system
/// cannot duplicate a mapping, like valgrind's mremap: alias_pages() then maps the file again. Any
/// thread.
class alias_source {
 public:
  alias_source(const std::byte* at, std::size_t bytes, const unique_fd& file);
  ~alias_source();
  alias_source(const alias_source&) = delete;
  alias_source& operator=(const alias_source&) = delete;

 private:
  friend void alias_pages(std::byte*, std::byte*, std::size_t);

  const std::byte* at_;
  std::size_t bytes_;
  unique_fd file_;
};

/// Replace [at, at + bytes) by private memory with a copy of `contents`. Whole pages; no thread may
/// use `at` meanwhile. Throws ark::error{system_error}.
void make_private(std::byte* at, const std::byte* contents, std::size_t bytes);

}  // namespace ark
