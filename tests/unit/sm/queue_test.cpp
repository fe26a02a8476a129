// Callers that have no queue, as in a GPU's kernel without an engine: everything goes inline, but
// never past a fence.
#include <ark/device/queue.hpp>
#include <thread>

#include "engine_block.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using namespace detail;

class NoQueue : public testing::engine_block {};

TEST_F(NoQueue, AnySizeToAMappedPeIsInline) {
  for (const route_policy routing :
       {route_policy::automatic, route_policy::inline_only, route_policy::queue_only}) {
    state_.routing = routing;
    EXPECT_FALSE(device::queue::has_queue(state_));
    EXPECT_TRUE(device::queue::inline_allowed(state_, peers_[1], 1 << 30));
  }
  state_.ring_count = 1;
  EXPECT_TRUE(device::queue::has_queue(state_));
  EXPECT_FALSE(device::queue::inline_allowed(state_, peers_[1], 1 << 30));
}

TEST_F(NoQueue, AnInlineTransferWaitsForWhatAFenceCovers) {
  start();
  post(make_put(1, 0, source_.data(), 64 * 1024));
  post(make_fence());
  ring().fence_mark(2);
  ASSERT_FALSE(device::queue::fence_passed(state_, 0));
  std::atomic<bool> allowed{false};
  std::jthread caller([&] {
    allowed = device::queue::inline_allowed(state_, peers_[1], 8) && heaps_[1][8191] == 8192;
  });
  for (int i = 0; i < 8; ++i) step();
  EXPECT_FALSE(allowed) << "the transfer is not through";
  drain();
  caller.join();
  EXPECT_TRUE(allowed);
}

TEST_F(NoQueue, AWaitThatEndsBadlyIsAnErrorAndNothingIsPosted) {
  start();
  post(make_put(1, 0, source_.data(), 64 * 1024));
  post(make_fence());
  ring().fence_mark(2);
  state_.timeout_ns = 10'000'000;
  EXPECT_FALSE(device::queue::inline_allowed(state_, peers_[1], 8));
  EXPECT_EQ(static_cast<errc>(state_.status), errc::timeout);
  const auto at =
      device::queue::post(state_, make_put_inline(1, 0, 8, 1), op_kind::put, 1, peers_[1]);
  EXPECT_EQ(at.code, errc::timeout);
  EXPECT_EQ(ring().head(), 2u);
}

TEST_F(NoQueue, AnUnreachablePeIsRefused) {
  peers_[1].route = peer_route::unreachable;
  EXPECT_FALSE(device::queue::inline_allowed(state_, peers_[1], 8));
  const auto at =
      device::queue::post(state_, make_put_inline(1, 0, 8, 1), op_kind::put, 1, peers_[1]);
  EXPECT_EQ(at.code, errc::unsupported);
}

}  // namespace
}  // namespace ark
