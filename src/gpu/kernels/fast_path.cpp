#include "gpu/kernels/fast_path.hpp"

#include <algorithm>
#include <cstddef>

namespace ark {

namespace {

using detail::peer_view;

/// The distance between successive heaps, modulo 2^64. 0: `pe` has no neighbour, or the distance is
/// not accepted.
std::uint64_t distance_beside(std::span<const peer_view> peers, std::size_t pe) {
  constexpr std::uint64_t below_unit = ~std::uint32_t{0};
  const auto is_mapped = [&](std::size_t at) {
    return at < peers.size() && peers[at].route == detail::peer_route::mapped;
  };
  std::uint64_t distance = 0;
  if (is_mapped(pe + 1)) {
    distance = peers[pe + 1].heap_base - peers[pe].heap_base;
  } else if (pe > 0 && is_mapped(pe - 1)) {
    distance = peers[pe].heap_base - peers[pe - 1].heap_base;
  }
  return (distance & below_unit) == 0 ? distance : 0;
}

}  // namespace

detail::cuda_stores stores_to_peers(std::span<const peer_view> peers, int pe) {
  detail::cuda_stores stores{};
  const auto own = static_cast<std::size_t>(pe);
  if (peers[own].route != detail::peer_route::mapped) return stores;
  stores.heap_base = peers[own].heap_base;
  const std::uint64_t distance = distance_beside(peers, own);
  const auto fits = [&](std::size_t at) {
    return distance != 0 && peers[at].route == detail::peer_route::mapped &&
           peers[at].heap_base == stores.heap_base + (at - own) * distance;
  };
  std::size_t first = own, end = own + 1;
  while (first > 0 && fits(first - 1)) --first;
  while (end < peers.size() && fits(end)) ++end;
  stores.first_peer = static_cast<std::uint32_t>(first);
  stores.peers = static_cast<std::uint32_t>(end - first);
  stores.to_first = static_cast<std::uint32_t>((first - own) * distance >> 32);
  stores.to_next = static_cast<std::uint32_t>(distance >> 32);
  return stores;
}

detail::cuda_stores with_limits(detail::cuda_stores stores, std::uint64_t inline_max_bytes,
                                std::uint64_t heap_bytes) {
  stores.heap_bytes = heap_bytes;
  constexpr std::uint64_t least = detail::cuda_stores::least_most_bytes;
  const std::uint64_t of_thread = detail::thread_inline_limit(inline_max_bytes);
  if (of_thread < least) stores.peers = 0;
  stores.most_bytes = std::max(std::min(inline_max_bytes, heap_bytes), least);
  stores.thread_most_bytes = std::max(std::min(of_thread, heap_bytes), least);
  return stores;
}

}  // namespace ark
