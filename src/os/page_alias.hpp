// Memory that a program has, and memory that processes share, as the same pages.
#pragma once

#include <cstddef>
#include <string>

#include "os/unique_fd.hpp"

namespace ark {

/// Why alias_pages() cannot put other pages at [at, at + bytes), for people; empty if it can.
/// Whole pages of private memory are needed, which the caller may write, and no stack.
[[nodiscard]] std::string alias_refusal(const void* at, std::size_t bytes);

/// Afterwards [at, at + bytes) is the same memory as what is mapped shared at `shared`; what was
/// there is gone. Whole pages. No thread may use `at` meanwhile. Throws ark::error{system_error}
/// when the kernel refuses; then nothing may be left at `at`, or a part of it: make_private().
void alias_pages(std::byte* at, std::byte* shared, std::size_t bytes);

/// The file of what is mapped shared at [at, at + bytes), while that is mapped. Kept only where the
/// system cannot duplicate a mapping, as valgrind's mremap: alias_pages() then maps the file again.
/// Any thread.
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

/// Afterwards [at, at + bytes) is private memory with a copy of what is at `contents`. Whole pages;
/// no thread may use `at` meanwhile. Throws ark::error{system_error}.
void make_private(std::byte* at, const std::byte* contents, std::size_t bytes);

}  // namespace ark
