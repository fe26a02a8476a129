// What the caches are asked to do with the bytes of a transfer: the policies of the API, and the
// one place that turns a policy into hints for both sides of a copy.
#pragma once

#include <ark/detail/portability.hpp>
#include <ark/detail/ptx_cache.hpp>
#include <cstddef>

namespace ark {

/// Given with a call; never changes what is transferred. The values are those of descriptors.
enum class cache_policy : int {
  automatic = 0,  ///< by size and direction
  standard = 1,   ///< no hint
  streaming = 2,  ///< neither side is used again soon: its lines may go first
  keep = 3,       ///< both sides are used again soon: their lines go last
  bypass = 4,     ///< leave the caches as they are, as far as the hardware can
};

namespace detail {

inline constexpr unsigned cache_policy_count = 5;

/// `policy` may come from a cast or from a descriptor.
ARK_HOST_DEVICE constexpr bool is_cache_policy(cache_policy policy) {
  return static_cast<unsigned>(policy) < cache_policy_count;
}

enum class direction { put, get };

/// Hints for the two sides of one copy; none: ordinary accesses.
struct cache_hints {
  bool any = false;
  l2_priority source = l2_priority::normal, dest = l2_priority::normal;

  friend constexpr bool operator==(const cache_hints&, const cache_hints&) = default;
};

/// Where automatic begins to give hints, and where it takes the destination for too large to be
/// read from L2 afterwards. Chosen by the sizes of caches, not measured: to be tuned on a GPU.
inline constexpr std::size_t cache_hint_least_bytes = std::size_t{64} << 10;
inline constexpr std::size_t cache_stream_least_bytes = std::size_t{8} << 20;

/// automatic: small transfers get no hint. Of larger ones, the source of a put goes first: the
/// caller is done with it. The source of a get belongs to another PE, whose lines keep their place.
/// The destination will be read, unless it is so large that L2 cannot hold it until then.
ARK_HOST_DEVICE constexpr cache_hints automatic_hints(direction way, std::size_t bytes) {
  if (bytes < cache_hint_least_bytes) return {};
  return {true, way == direction::put ? l2_priority::evict_first : l2_priority::unchanged,
          bytes < cache_stream_least_bytes ? l2_priority::normal : l2_priority::evict_first};
}

ARK_HOST_DEVICE constexpr cache_hints cache_hints_of(cache_policy policy, direction way,
                                                     std::size_t bytes) {
  switch (policy) {
    case cache_policy::automatic:
      return automatic_hints(way, bytes);
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

/// What a CPU does: whether the stores of such a copy go around its caches. By request only, and
/// only for sizes where that was measured to pay: docs/gpu-engines.md.
inline constexpr std::size_t cpu_stream_least_bytes = std::size_t{1} << 20;

ARK_HOST_DEVICE constexpr bool cpu_streams(cache_policy policy, std::size_t bytes) {
  return bytes >= cpu_stream_least_bytes &&
         (policy == cache_policy::streaming || policy == cache_policy::bypass);
}

}  // namespace detail
}  // namespace ark
