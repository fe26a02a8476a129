// Copies of a program's own data that bypass the program's sanitizer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ark {

/// AddressSanitizer marks parts of a program's data as inaccessible, and checks every memcpy of the
/// process, the library's included. These functions call no memcpy and are not instrumented.
#define ARK_NO_SANITIZE __attribute__((no_sanitize("address", "thread"), noinline, unused))

/// Copy [from, from + bytes) to `to`, which does not overlap.
ARK_NO_SANITIZE static void raw_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
#if defined(__x86_64__)
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
#else
  for (std::size_t i = 0; i < bytes; ++i) {
    to[i] = from[i];
    asm volatile("" : : : "memory");  // keeps the compiler from calling memcpy
  }
#endif
}

/// True if [at, at + bytes) is zero. `at` and `bytes`: multiples of 8.
ARK_NO_SANITIZE static bool raw_is_zero(const std::byte* at, std::size_t bytes) {
  std::uint64_t any = 0;
  const auto* const words = reinterpret_cast<const std::uint64_t*>(at);
  for (std::size_t i = 0; i < bytes / sizeof any; ++i) any |= words[i];
  return any == 0;
}

#undef ARK_NO_SANITIZE

/// raw_copy() of whole pages to zeroed pages: pages that are zero at `from` are skipped, and take
/// no memory.
inline void raw_copy_to_zeros(std::byte* to, const std::byte* from, std::size_t bytes,
                              std::size_t page) {
  for (std::size_t at = 0; at < bytes; at += page) {
    if (!raw_is_zero(from + at, page)) raw_copy(to + at, from + at, page);
  }
}

}  // namespace ark
