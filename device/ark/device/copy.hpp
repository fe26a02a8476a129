// Moving bytes by the calling scope: the inline path's data.
#pragma once

#include <ark/detail/atomics.hpp>
#include <ark/device/scope.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ark::device {

namespace copying {

template <class Word>
ARK_HOST_DEVICE inline bool aligned_pair(const void* a, const void* b) {
  return ((reinterpret_cast<std::uint64_t>(a) | reinterpret_cast<std::uint64_t>(b)) %
          sizeof(Word)) == 0;
}

/// One naturally aligned word with one store, so that a reader that polls it never sees half of it.
template <class Word>
ARK_HOST_DEVICE inline bool single_word(void* dest, const void* source, std::size_t bytes) {
  if (bytes != sizeof(Word) || !aligned_pair<Word>(dest, source)) return false;
  detail::store_relaxed(static_cast<Word*>(dest), *static_cast<const Word*>(source));
  return true;
}

#if ARK_DEVICE_PASS
/// Rank r of n moves words r, r + n, ...: neighbouring threads touch neighbouring addresses.
template <class Word>
ARK_DEVICE inline std::size_t strided(std::byte* dest, const std::byte* source, std::size_t bytes,
                                      unsigned rank, unsigned size) {
  if (!aligned_pair<Word>(dest, source)) return 0;
  const std::size_t words = bytes / sizeof(Word);
  auto* to = reinterpret_cast<Word*>(dest);
  const auto* from = reinterpret_cast<const Word*>(source);
  for (std::size_t i = rank; i < words; i += size) to[i] = from[i];
  return words * sizeof(Word);
}
#endif

}  // namespace copying

/// Copy `bytes` from `source` to `dest` by all threads of `Scope`, without synchronising them.
/// A single aligned word of 4 or 8 bytes is stored by the leader in one piece.
template <class Scope>
ARK_HOST_DEVICE inline void copy(void* dest, const void* source, std::size_t bytes) {
  if (bytes <= 8) {
    if (!Scope::leader()) return;
    if (copying::single_word<std::uint64_t>(dest, source, bytes)) return;
    if (copying::single_word<std::uint32_t>(dest, source, bytes)) return;
    std::memcpy(dest, source, bytes);
    return;
  }
  auto* to = static_cast<std::byte*>(dest);
  const auto* from = static_cast<const std::byte*>(source);
#if ARK_DEVICE_PASS
  const unsigned rank = Scope::rank(), size = Scope::size();
  std::size_t moved = copying::strided<uint4>(to, from, bytes, rank, size);
  if (moved == 0) moved = copying::strided<std::uint32_t>(to, from, bytes, rank, size);
  for (std::size_t i = moved + rank; i < bytes; i += size) to[i] = from[i];
#else
  // Whole cache lines per lane, and no lane for less than it costs to wake one.
  constexpr std::size_t least_slice = 4096;
  const unsigned size = Scope::size();
  if (size == 1 || bytes <= least_slice) {
    if (Scope::leader()) std::memcpy(to, from, bytes);
    return;
  }
  const std::size_t even = (bytes + size - 1) / size;
  const std::size_t slice = even < least_slice ? least_slice : (even + 63) / 64 * 64;
  const std::size_t first = slice * Scope::rank();
  if (first < bytes)
    std::memcpy(to + first, from + first, first + slice < bytes ? slice : bytes - first);
#endif
}

}  // namespace ark::device
