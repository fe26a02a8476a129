// Copies by the threads of the calling scope: the data of the inline path.
#pragma once

#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/cache_policy.hpp>
#include <ark/device/state/scope.hpp>
#include <ark/device/transfer/copy_words.hpp>
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

/// Copy one naturally aligned word with one store, so that a reader that polls it never sees half
/// of it. A get loads with acquire: a loop around it sees changes, and a later get reads nothing
/// older. On a GPU it also reads no stale line from the SM's cache.
template <class Word>
ARK_HOST_DEVICE inline bool single_word(void* dest, const void* source, unsigned bytes,
                                        detail::direction direction) {
  if (bytes != sizeof(Word) || !aligned_pair<Word>(dest, source)) return false;
  const auto* from = static_cast<const Word*>(source);
  auto* to = static_cast<Word*>(dest);
  if (direction == detail::direction::get) {
    *to = detail::load_acquire(from);  // may be local memory, which has no atomic stores
  } else {
    detail::store_relaxed(to, *from);
  }
  return true;
}

}  // namespace copying

#if ARK_DEVICE_PASS
/// The part of copy() for more than 8 bytes.
template <class Scope, detail::direction Way>
ARK_DEVICE inline void copy_many(std::byte* to, const std::byte* from, std::size_t bytes,
                                 cache_policy policy) {
  constexpr unsigned narrow = copying::narrow_in_flight<Scope>;
  // Hints do not pay for a single thread, nor for less than a word per thread.
  constexpr bool alone = std::is_same_v<Scope, thread_scope>;
  const bool plain = policy == cache_policy::automatic || policy == cache_policy::standard;
  if (!alone && plain && copying::move_one_each<Way>(to, from, bytes, Scope::rank(), Scope::size()))
    return;
  const detail::cache_hints hints = alone && policy == cache_policy::automatic
                                        ? detail::cache_hints{}
                                        : detail::cache_hints_of(policy, Way, bytes);
  if (hints.any) {
    copying::move_hinted<narrow, Way>(to, from, bytes, Scope::rank(), Scope::size(),
                                      detail::ptx_l2_policy(hints.source),
                                      detail::ptx_l2_policy(hints.dest));
  } else {
    copying::move_words<narrow, Way>(to, from, bytes, Scope::rank(), Scope::size());
  }
}
#endif

/// Copy `bytes` from `source` to `dest` by all threads of `Scope`, without synchronising them. A
/// single aligned word of 4 or 8 bytes is stored by the leader in one piece. `policy` is a hint for
/// the caches and changes nothing else. `direction`: put if dest belongs to another PE, get if
/// source does: it is then in global memory, and is not read from a GPU's first cache, so that a
/// loop around a get sees changes.
template <class Scope>
ARK_HOST_DEVICE inline void copy(void* dest, const void* source, std::size_t bytes,
                                 cache_policy policy = cache_policy::standard,
                                 detail::direction direction = detail::direction::put) {
  auto* to = static_cast<std::byte*>(dest);
  const auto* from = static_cast<const std::byte*>(source);
  if (bytes <= 8) {
    if (!Scope::leader()) return;
    const auto few = static_cast<unsigned>(bytes);  // comparisons of 32 bits
    if (copying::single_word<std::uint64_t>(dest, source, few, direction)) return;
    if (copying::single_word<std::uint32_t>(dest, source, few, direction)) return;
    // For a put, each store below is a single one already.
    if (direction == detail::direction::get) {
      if (copying::single_word<std::uint16_t>(dest, source, few, direction)) return;
      if (copying::single_word<std::uint8_t>(dest, source, few, direction)) return;
    }
#if ARK_DEVICE_PASS
    constexpr unsigned narrow = copying::narrow_in_flight<Scope>;
    if (direction == detail::direction::get) {
      copying::move_edges<narrow, detail::direction::get>(to, from, bytes, 0, 1);
    } else {
      copying::move_edges<narrow>(to, from, bytes, 0, 1);
    }
#else
    if (bytes > 0) std::memcpy(to, from, bytes);  // for 0 bytes the addresses may be null
#endif
    return;
  }
#if ARK_DEVICE_PASS
  if (direction == detail::direction::get) {
    copy_many<Scope, detail::direction::get>(to, from, bytes, policy);
  } else {
    copy_many<Scope, detail::direction::put>(to, from, bytes, policy);
  }
#else
  const bool streaming = detail::cpu_streams(policy, bytes);
  if constexpr (!std::is_same_v<Scope, thread_scope>) {
    // Whole cache lines per lane, and at least least_slice: waking a lane for less costs more than
    // it saves.
    constexpr std::size_t least_slice = 4096;
    const unsigned size = Scope::size();
    const std::size_t slice =
        bytes <= size * least_slice ? least_slice : ((bytes + size - 1) / size + 63) / 64 * 64;
    const std::size_t first = slice * Scope::rank();
    if (first >= bytes) return;
    to += first;
    from += first;
    bytes = slice < bytes - first ? slice : bytes - first;
  }
  if (streaming) {
    detail::copy_streaming(to, from, bytes);
  } else if (policy == cache_policy::automatic && bytes >= detail::cpu_choose_least_bytes) {
    detail::copy_large(to, from, bytes);
  } else if (bytes >= detail::cpu_long_least_bytes) {
    detail::copy_long(to, from, bytes);
  } else {
    std::memcpy(to, from, bytes);
  }
#endif
}

}  // namespace ark::device
