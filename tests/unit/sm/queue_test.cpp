// Callers that have no queue, as in a GPU's kernel without an engine: everything goes inline, but
// never past a fence.
#include <ark/device/queue.hpp>
#include <thread>
#include <vector>

#include "engine_block.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using namespace detail;

class NoQueue : public testing::engine_block {
 protected:
  /// How a put of `bytes` to PE 1 goes.
  device::queue::way put_of(std::size_t bytes) {
    const device::reach to = device::reach_of(state_, 1);
    return device::queue::route(state_, to.peer.route, 1, device::queue::look(state_, to, bytes),
                                nullptr, op_kind::put);
  }
  /// A large put, and a fence behind it, in the SM engine's ring.
  void post_large_and_fence() {
    post(make_put(1, 0, source_.data(), 64 * 1024));
    post(make_fence());
    ring().fence_mark(ring().head());
    device::queue::note_fence(state_);
  }
};

constexpr auto by_stores = device::queue::by_stores;

TEST_F(NoQueue, AnySizeToAMappedPeIsInline) {
  for (const route_policy routing :
       {route_policy::automatic, route_policy::inline_only, route_policy::queue_only}) {
    state_.inline_max_bytes = detail::inline_limit(routing, 8);
    EXPECT_EQ(device::queue::ring_of_caller(state_, false), device::queue::no_ring);
    EXPECT_EQ(put_of(1 << 30), by_stores);
  }
  state_.ring_count = 1;
  EXPECT_EQ(put_of(1 << 30), 0u);
}

TEST_F(NoQueue, AnInlineTransferWaitsForWhatAFenceCovers) {
  start();
  post_large_and_fence();
  ASSERT_FALSE(device::queue::passed(state_, device::reach_of(state_, 1)));
  std::atomic<bool> allowed{false};
  std::jthread caller([&] { allowed = put_of(8) == by_stores && heaps_[1][8191] == 8192; });
  for (int i = 0; i < 8; ++i) step();
  EXPECT_FALSE(allowed) << "the transfer is not through";
  drain();
  caller.join();
  EXPECT_TRUE(allowed);
  EXPECT_EQ(put_of(8), by_stores) << "and closes the gap, which a caller that waited leaves";
  EXPECT_TRUE(device::queue::passed(state_, device::reach_of(state_, 1)))
      << "later calls look at one word";
}

TEST_F(NoQueue, AFenceOfLaterIsNotTakenForOneThatHasPassed) {
  start();
  post_large_and_fence();
  drain();
  ASSERT_EQ(put_of(8), by_stores) << "and closes the gap that the first fence has left";
  post_large_and_fence();
  std::atomic<bool> allowed{false};
  std::jthread caller([&] { allowed = put_of(8) == by_stores && ring().done() >= 4; });
  for (int i = 0; i < 8; ++i) step();
  EXPECT_FALSE(allowed) << "the first fence has passed, the second has not";
  drain();
  caller.join();
  EXPECT_TRUE(allowed);
}

/// The control of the two above: what makes them wait is the word that fences are noted in.
TEST_F(NoQueue, AFenceThatIsNotNotedIsPassedBy) {
  start();
  post(make_put(1, 0, source_.data(), 64 * 1024));
  post(make_fence());
  ring().fence_mark(2);
  EXPECT_EQ(put_of(8), by_stores);
  EXPECT_NE(heaps_[1][8191], 8192u);
  drain();
}

TEST_F(NoQueue, AWaitThatEndsBadlyIsAnErrorAndNothingIsPosted) {
  start();
  post_large_and_fence();
  state_.timeout_ns = 10'000'000;
  const device::queue::way where = put_of(8);
  EXPECT_NE(where, by_stores);
  EXPECT_EQ(device::queue::post(state_, where, make_put_inline(1, 0, 8, 1), op_kind::put,
                                device::completion::deferred),
            errc::timeout);
  EXPECT_EQ(static_cast<errc>(state_.status), errc::timeout);
  EXPECT_EQ(ring().head(), 2u);
}

TEST_F(NoQueue, AQuietOfAContextWaitsForWhatItHasPostedOnly) {
  start();
  std::vector<std::uint64_t> posted(3);  // of contexts 0 to 2, in one ring
  context_table contexts;
  contexts.posted = posted.data();
  state_.contexts = &contexts;
  const auto post_in = [&](std::uint32_t context) {
    return device::queue::post(state_, 0, make_put(1, 0, source_.data(), 8), op_kind::put,
                               device::counted(device::completion::deferred, context));
  };
  const auto quiet_of = [&](std::uint32_t context) {
    return device::queue::wait_all_drained(state_, op_kind::quiet,
                                           device::queue::of_context{context});
  };
  ASSERT_EQ(post_in(1), errc::ok);
  drain();
  ASSERT_EQ(post_in(2), errc::ok);
  ASSERT_EQ(post_in(0), errc::ok);
  EXPECT_EQ(posted, (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(quiet_of(1), errc::ok) << "later operations are not waited for";
  state_.timeout_ns = 10'000'000;
  EXPECT_EQ(quiet_of(2), errc::timeout) << "its own are";
}

TEST_F(NoQueue, AnUnreachablePeIsRefused) {
  peers_[1].route = peer_route::unreachable;
  const device::queue::way where = put_of(8);
  EXPECT_EQ(device::queue::post(state_, where, make_put_inline(1, 0, 8, 1), op_kind::put,
                                device::completion::deferred),
            errc::unsupported);
  EXPECT_EQ(failure_read(state_)->why, clause::unreachable);
}

}  // namespace
}  // namespace ark
