#include <emmintrin.h>
#include <x86intrin.h>

#include <algorithm>
#include <ark/detail/platform/cache_policy.hpp>
#include <cstdint>
#include <cstring>

#include "queue/copy_choice.hpp"

namespace ark::detail {

namespace {

constexpr std::size_t line = 64;

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

}  // namespace

void copy_streaming(void* dest, const void* source, std::size_t bytes) noexcept {
  auto* to = static_cast<std::byte*>(dest);
  const auto* from = static_cast<const std::byte*>(source);
  const std::size_t to_line = (~reinterpret_cast<std::uintptr_t>(dest) + 1) % line;
  const std::size_t head = std::min(to_line, bytes), lines = (bytes - head) / line;
  if (head > 0) std::memcpy(to, from, head);
  to += head;
  from += head;
  for (std::size_t i = 0; i < lines; ++i) stream_line(to + i * line, from + i * line);
  // Streaming stores are not ordered by the release of a signal; the fence orders them before it.
  _mm_sfence();
  const std::size_t moved = lines * line;
  if (bytes > head + moved) std::memcpy(to + moved, from + moved, bytes - head - moved);
}

void copy_large(void* dest, const void* source, std::size_t bytes) noexcept {
  static constinit copy_choice choice;
  const auto at = reinterpret_cast<std::uintptr_t>(dest);
  const bool streams = choice.streams(at);
  const std::uint64_t begun = __rdtsc();
  if (streams) {
    copy_streaming(dest, source, bytes);
  } else {
    std::memcpy(dest, source, bytes);
  }
  choice.took(at, streams, (__rdtsc() - begun) * 1024 / bytes);
}

}  // namespace ark::detail
