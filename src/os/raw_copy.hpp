// Copies of a program's own data, which a sanitizer of that program may watch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ark {

/// AddressSanitizer keeps parts of a program's data that no code may touch, in the shadow of every
/// memcpy of the process, the library's included. These functions call none, and are not
/// instrumented.
#define ARK_NO_SANITIZE __attribute__((no_sanitize("address", "thread"), noinline, unused))

/// [from, from + bytes) to `to`, which does not overlap.
ARK_NO_SANITIZE static void raw_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
#if defined(__x86_64__)
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
#else
  for (std::size_t i = 0; i < bytes; ++i) {
    to[i] = from[i];
    asm volatile("" : : : "memory");  // else the compiler calls memcpy
  }
#endif
}

/// True if [at, at + bytes) is zero. A multiple of 8 at an address that is one.
ARK_NO_SANITIZE static bool raw_is_zero(const std::byte* at, std::size_t bytes) {
  std::uint64_t any = 0;
  const auto* const words = reinterpret_cast<const std::uint64_t*>(at);
  for (std::size_t i = 0; i < bytes / sizeof any; ++i) any |= words[i];
  return any == 0;
}

#undef ARK_NO_SANITIZE

/// The same for whole pages at page boundaries, to pages that are zero: those that are zero at
/// `from` as well are left alone, and take no memory.
inline void raw_copy_to_zeros(std::byte* to, const std::byte* from, std::size_t bytes,
                              std::size_t page) {
  for (std::size_t at = 0; at < bytes; at += page) {
    if (!raw_is_zero(from + at, page)) raw_copy(to + at, from + at, page);
  }
}

}  // namespace ark
