// Which peers kernels find by constants, and where.
#include "gpu/kernels/fast_path.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ark {
namespace {

using detail::cuda_stores;
using detail::peer_route;
using detail::peer_view;

constexpr std::uint64_t unit = std::uint64_t{1} << 32, base = 0x7f12'3456'7000;

/// Heaps at these distances from `base`, in units; `far`: only the proxy reaches it.
constexpr std::int64_t far = 1 << 20;
std::vector<peer_view> peers_at(const std::vector<std::int64_t>& distances) {
  std::vector<peer_view> all;
  for (const std::int64_t distance : distances) {
    if (distance == far) {
      all.push_back({0, peer_route::proxy});
    } else {
      all.push_back({base + static_cast<std::uint64_t>(distance) * unit, peer_route::mapped});
    }
  }
  return all;
}

/// As a kernel of PE `pe` computes it, for a `first_peer` that it counts from.
std::uint64_t heap_of(const cuda_stores& stores, unsigned pe) {
  const std::uint32_t high = stores.to_first + (pe - stores.first_peer) * stores.to_next;
  return stores.heap_base + (std::uint64_t{high} << 32);
}

void expect_peers(const std::vector<std::int64_t>& distances, int pe, unsigned first,
                  unsigned count) {
  const std::vector<peer_view> peers = peers_at(distances);
  const cuda_stores stores = stores_to_peers(peers, pe);
  ASSERT_EQ(stores.peers, count);
  if (count == 0) return;
  EXPECT_EQ(stores.first_peer, first);
  for (unsigned at = first; at < first + count; ++at)
    EXPECT_EQ(heap_of(stores, at), peers[at].heap_base) << at;
}

TEST(UsualStores, ASinglePeReachesItself) { expect_peers({0}, 0, 0, 1); }
TEST(UsualStores, PesAtEqualDistancesAreReached) {
  for (const int pe : {0, 1, 2, 3}) expect_peers({0, 4, 8, 12}, pe, 0, 4);
  for (const int pe : {0, 1, 2}) expect_peers({0, -4, -8}, pe, 0, 3);
}
TEST(UsualStores, PesOfOtherHostsAreNot) {
  expect_peers({far, far, 0, 1, far}, 2, 2, 2);
  expect_peers({far, far, 0, 1, far}, 3, 2, 2);
  expect_peers({0, far, 2}, 0, 0, 1);
}
TEST(UsualStores, AnotherDistanceEndsTheRow) {
  expect_peers({0, 4, 9, 13}, 0, 0, 2);
  expect_peers({0, 4, 9, 13}, 3, 2, 2);
}
TEST(UsualStores, ADistanceThatIsNoMultipleLeavesThePeItself) {
  std::vector<peer_view> peers = peers_at({0, 4});
  peers[1].heap_base += 4096;
  const cuda_stores stores = stores_to_peers(peers, 0);
  EXPECT_EQ(stores.peers, 1u);
  EXPECT_EQ(heap_of(stores, 0), base);
}
TEST(UsualStores, APeThatReachesItsOwnHeapByTheProxyHasNone) { expect_peers({far, 0}, 0, 0, 0); }

TEST(UsualStores, ALimitHoldsForBothScopesAndForTheHeap) {
  const cuda_stores all = stores_to_peers(peers_at({0}), 0);
  const cuda_stores usual = with_limits(all, 16384, 1 << 20);
  EXPECT_EQ(usual.most_bytes, 16384u);
  EXPECT_EQ(usual.thread_most_bytes, 1024u);
  EXPECT_EQ(usual.heap_bytes, 1u << 20);
  const cuda_stores endless = with_limits(all, detail::no_inline_limit, 1 << 20);
  EXPECT_EQ(endless.most_bytes, 1u << 20);
  EXPECT_EQ(endless.thread_most_bytes, 1u << 20);
}
TEST(UsualStores, ALimitBelowAnElementLeavesNothing) {
  const cuda_stores all = stores_to_peers(peers_at({0}), 0);
  EXPECT_EQ(with_limits(all, 64, 1 << 20).peers, 1u);
  EXPECT_EQ(with_limits(all, 63, 1 << 20).peers, 0u);
  EXPECT_EQ(with_limits(all, 0, 1 << 20).peers, 0u);
  EXPECT_EQ(with_limits(all, 0, 1 << 20).thread_most_bytes, 64u) << "what kernels rely on";
}

}  // namespace
}  // namespace ark
