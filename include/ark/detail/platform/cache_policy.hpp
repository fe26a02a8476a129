// Cache policies: the hints of a call for the bytes of a transfer, and the only code that turns a
// policy into hints for both sides of a copy.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/detail/platform/ptx_cache.hpp>
#include <cstddef>
#include <cstring>

namespace ark {

/// A hint of a call; never changes what is transferred. Descriptors hold these values.
enum class cache_policy : int {
  automatic = 0,  ///< chosen by size and direction; on a CPU by the times of earlier copies
  standard = 1,   ///< no hint
  streaming = 2,  ///< neither side is used again soon: its lines may be evicted first
  keep = 3,       ///< both sides are used again soon: their lines are evicted last
  bypass = 4,     ///< bypass the caches, as far as the hardware can
};

namespace detail {

inline constexpr unsigned cache_policy_count = 5;

/// `policy` may come from a cast or from a descriptor.
ARK_HOST_DEVICE constexpr bool is_cache_policy(cache_policy policy) {
  return static_cast<unsigned>(policy) < cache_policy_count;
}

enum class direction { put, get };

/// Hints for the two sides of one copy. `any` false: ordinary accesses.
struct cache_hints {
  bool any = false;
  l2_priority source = l2_priority::normal, dest = l2_priority::normal;

  friend constexpr bool operator==(const cache_hints&, const cache_hints&) = default;
};

/// The first is the size from which `automatic` gives hints; from the second on it assumes that L2
/// cannot keep the destination until it is read. Chosen by the sizes of caches, not measured: to be
/// tuned on a GPU.
inline constexpr std::size_t cache_hint_least_bytes = std::size_t{64} << 10;
inline constexpr std::size_t cache_stream_least_bytes = std::size_t{8} << 20;

/// `automatic`: small transfers get no hint. In larger ones the source of a put is evicted first,
/// because the caller no longer needs it. The source of a get belongs to another PE, and its lines
/// keep their priority. The destination will be read, unless it is so large that L2 cannot hold it
/// until then.
ARK_HOST_DEVICE constexpr cache_hints automatic_hints(direction moves, std::size_t bytes) {
  if (bytes < cache_hint_least_bytes) return {};
  return {true, moves == direction::put ? l2_priority::evict_first : l2_priority::unchanged,
          bytes < cache_stream_least_bytes ? l2_priority::normal : l2_priority::evict_first};
}

ARK_HOST_DEVICE constexpr cache_hints cache_hints_of(cache_policy policy, direction moves,
                                                     std::size_t bytes) {
  switch (policy) {
    case cache_policy::automatic:
      return automatic_hints(moves, bytes);
    case cache_policy::standard:
      break;
    case cache_policy::streaming:
      return {true, l2_priority::evict_first, l2_priority::evict_first};
    case cache_policy::keep:
      return {true, l2_priority::evict_last, l2_priority::evict_last};
    case cache_policy::bypass:
      return {true, l2_priority::unchanged, l2_priority::unchanged};
  }
  return {};
}

/// On a CPU: minimum size of copies whose stores bypass the caches, if the call requests it;
/// docs/performance/put.md has the measurement.
inline constexpr std::size_t cpu_stream_least_bytes = std::size_t{1} << 20;

ARK_HOST_DEVICE constexpr bool cpu_streams(cache_policy policy, std::size_t bytes) {
  return bytes >= cpu_stream_least_bytes &&
         (policy == cache_policy::streaming || policy == cache_policy::bypass);
}

/// Copies of fewer bytes are left to memcpy.
inline constexpr std::size_t cpu_long_least_bytes = 2048;
/// memcpy. On x86-64 by a loop of the library's own where that is faster: from some KiB on the C
/// library may use `rep movsb`, which is slow on some processors if dest lies a few bytes behind
/// source modulo 4096. Any thread; any alignment; no overlap. Ordered like ordinary stores.
ARK_API void copy_long(void* dest, const void* source, std::size_t bytes) noexcept;
/// memcpy of any size on a CPU. For 0 bytes the addresses may be null.
inline void copy_plain(void* dest, const void* source, std::size_t bytes) noexcept {
  if (bytes >= cpu_long_least_bytes) return copy_long(dest, source, bytes);
  if (bytes > 0) std::memcpy(dest, source, bytes);
}

/// memcpy whose stores bypass the caches if the processor has such stores (x86-64); on other
/// processors plain memcpy. Any thread; any alignment. Ordered like ordinary stores: a release
/// after the call covers them.
ARK_API void copy_streaming(void* dest, const void* source, std::size_t bytes) noexcept;

/// Minimum size of copies on a CPU for which `automatic` chooses between cached and streaming
/// stores. Smaller ones stay in a core's caches.
inline constexpr std::size_t cpu_choose_least_bytes = std::size_t{64} << 10;
/// copy_long or copy_streaming, whichever has been faster for this destination (copy_choice.hpp);
/// on other processors copy_long. At least one byte. Any thread. Ordered like ordinary stores.
ARK_API void copy_large(void* dest, const void* source, std::size_t bytes) noexcept;

}  // namespace detail
}  // namespace ark
