#include <immintrin.h>
#include <x86intrin.h>

#include <algorithm>
#include <ark/detail/platform/cache_policy.hpp>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include "queue/wide_copy.hpp"

// The sources are compiled for every x86-64 processor, these functions for those with AVX2.
#define ARK_AVX2 __attribute__((target("avx2")))

namespace ark::detail {

namespace {

constexpr std::size_t row = 4 * sizeof(__m256i), line_bytes = 64;

/// Without arrays and loops: at -O2 GCC keeps those, in memory, which takes twice as long.
struct held_row {
  __m256i a, b, c, d;
};
ARK_AVX2 inline held_row load(const std::byte* from) {
  const auto* at = reinterpret_cast<const __m256i*>(from);
  return {_mm256_loadu_si256(at), _mm256_loadu_si256(at + 1), _mm256_loadu_si256(at + 2),
          _mm256_loadu_si256(at + 3)};
}
ARK_AVX2 inline void store(std::byte* to, const held_row& held) {
  auto* at = reinterpret_cast<__m256i*>(to);
  _mm256_storeu_si256(at, held.a);
  _mm256_storeu_si256(at + 1, held.b);
  _mm256_storeu_si256(at + 2, held.c);
  _mm256_storeu_si256(at + 3, held.d);
}

/// Bytes from `address` to the next line, 1 to 64.
std::size_t to_next_line(const std::byte* address) {
  return line_bytes - reinterpret_cast<std::uintptr_t>(address) % line_bytes;
}

/// The ticks of the fastest of three copies to `shift` bytes behind their source modulo 4096.
template <class Copy>
std::uint64_t ticks_of(Copy copy, std::byte* room, std::size_t bytes, std::size_t shift) {
  std::uint64_t best = ~std::uint64_t{0};
  for (int pass = 0; pass < 3; ++pass) {
    const std::uint64_t begun = __rdtsc();
    copy(room + bytes + shift, room, bytes);
    best = std::min<std::uint64_t>(best, __rdtsc() - begun);
  }
  return best;
}

void copy_wide(void* dest, const void* source, std::size_t bytes) noexcept {
  const std::uintptr_t apart =
      reinterpret_cast<std::uintptr_t>(dest) - reinterpret_cast<std::uintptr_t>(source);
  constexpr std::uintptr_t page = 4096;
  (apart % page < page / 2 ? copy_falling : copy_rising)(dest, source, bytes);
}

/// True if the loops take a tenth less time than memcpy, for a good and a bad distance together,
/// in the first cache and beyond it: some processors are faster by them in the first cache only.
bool loops_are_faster() noexcept {
  constexpr std::size_t in_cache = 16 * 1024, beyond = 64 * 1024;
  if (!has_wide_copies()) return false;
  const std::unique_ptr<std::byte[]> room(new (std::nothrow) std::byte[2 * beyond + 1]{});
  if (!room) return false;
  const auto faster = [&room](std::size_t bytes) {
    const auto both = [&](auto copy) {
      return ticks_of(copy, room.get(), bytes, 0) + ticks_of(copy, room.get(), bytes, 1);
    };
    return both(copy_wide) * 10 < both(std::memcpy) * 9;
  };
  return faster(in_cache) && faster(beyond);
}

}  // namespace

bool has_wide_copies() noexcept { return __builtin_cpu_supports("avx2"); }

ARK_AVX2 void copy_rising(void* dest, const void* source, std::size_t bytes) noexcept {
  auto* to = static_cast<std::byte*>(dest);
  const auto* from = static_cast<const std::byte*>(source);
  std::byte* const last = to + bytes - row;
  const held_row first_row = load(from), last_row = load(from + bytes - row);
  std::byte* const first = to;
  const std::size_t head = to_next_line(to);
  from += head;
  for (to += head; to < last; to += row, from += row) store(to, load(from));
  store(last, last_row);
  store(first, first_row);
}

ARK_AVX2 void copy_falling(void* dest, const void* source, std::size_t bytes) noexcept {
  auto* const first = static_cast<std::byte*>(dest);
  std::byte* to = first + bytes;
  const std::byte* from = static_cast<const std::byte*>(source) + bytes;
  std::byte* const last = to - row;
  const held_row first_row = load(static_cast<const std::byte*>(source)),
                 last_row = load(from - row);
  const std::size_t tail = line_bytes - to_next_line(to);
  to -= tail;
  from -= tail;
  while (to > first + row) {
    to -= row;
    from -= row;
    store(to, load(from));
  }
  store(last, last_row);
  store(first, first_row);
}

void copy_long(void* dest, const void* source, std::size_t bytes) noexcept {
  static const bool by_loops = loops_are_faster();
  if (by_loops && bytes >= wide_least) {
    copy_wide(dest, source, bytes);
  } else {
    std::memcpy(dest, source, bytes);
  }
}

}  // namespace ark::detail
