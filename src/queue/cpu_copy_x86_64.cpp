#include <emmintrin.h>
#include <x86intrin.h>

#include <algorithm>
#include <ark/detail/platform/cache_policy.hpp>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include "queue/copy_choice.hpp"

namespace ark::detail {

namespace {

constexpr std::size_t line = 64;
/// Lines between a load and the one that is fetched in advance. Measured from a source in memory: 8
/// to 16 lines, and nothing in advance a sixth slower.
constexpr std::size_t ahead = 12;

/// Copy one cache line with full-line stores. dest: aligned to a line.
void stream_line(std::byte* dest, const std::byte* source) {
  auto* to = reinterpret_cast<__m128i*>(dest);
  const auto* from = reinterpret_cast<const __m128i*>(source);
  const __m128i a = _mm_loadu_si128(from), b = _mm_loadu_si128(from + 1);
  const __m128i c = _mm_loadu_si128(from + 2), d = _mm_loadu_si128(from + 3);
  _mm_stream_si128(to, a);
  _mm_stream_si128(to + 1, b);
  _mm_stream_si128(to + 2, c);
  _mm_stream_si128(to + 3, d);
}

/// The time of a KiB of a copy that took `ticks`.
std::uint64_t per_kib(std::uint64_t ticks, std::size_t bytes) { return ticks * 1024 / bytes; }

/// The time of a KiB of a cached copy within the caches of this core.
std::uint16_t time_within_caches() noexcept {
  constexpr std::size_t bytes = 64 * 1024;
  const std::unique_ptr<std::byte[]> room(new (std::nothrow) std::byte[2 * bytes]{});
  std::uint64_t best = copy_choice::no_time;
  for (int pass = 0; room && pass < 3; ++pass) {
    const std::uint64_t begun = __rdtsc();
    copy_long(room.get(), room.get() + bytes, bytes);
    best = std::min(best, per_kib(__rdtsc() - begun, bytes));
  }
  return static_cast<std::uint16_t>(best);
}

}  // namespace

void copy_streaming(void* dest, const void* source, std::size_t bytes) noexcept {
  auto* to = static_cast<std::byte*>(dest);
  const auto* from = static_cast<const std::byte*>(source);
  const std::size_t to_line = (~reinterpret_cast<std::uintptr_t>(dest) + 1) % line;
  const std::size_t head = std::min(to_line, bytes), lines = (bytes - head) / line;
  if (head > 0) std::memcpy(to, from, head);
  to += head;
  from += head;
  std::size_t i = 0;
  for (; i + ahead < lines; ++i) {
    _mm_prefetch(from + (i + ahead) * line, _MM_HINT_T0);
    stream_line(to + i * line, from + i * line);
  }
  for (; i < lines; ++i) stream_line(to + i * line, from + i * line);
  // Streaming stores are not ordered by the release of a signal; the fence orders them before it.
  _mm_sfence();
  const std::size_t moved = lines * line;
  if (bytes > head + moved) std::memcpy(to + moved, from + moved, bytes - head - moved);
}

void copy_large(void* dest, const void* source, std::size_t bytes) noexcept {
  static copy_choice choice(time_within_caches());
  const auto at = reinterpret_cast<std::uintptr_t>(dest);
  const bool streams = choice.streams(at);
  const std::uint64_t begun = __rdtsc();
  if (streams) {
    copy_streaming(dest, source, bytes);
  } else {
    copy_long(dest, source, bytes);
  }
  choice.took(at, streams, per_kib(__rdtsc() - begun, bytes));
}

}  // namespace ark::detail
