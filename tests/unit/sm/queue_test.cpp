// Callers that have no queue, as in a GPU's kernel without an engine: everything goes inline; and
// fences, which wait for what others have posted.
#include <ark/device/transfer/queue.hpp>
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
  device::queue::route_choice put_of(std::size_t bytes) {
    const device::peer_access to = device::peer_access_of(state_, 1);
    return device::queue::route(state_, to, bytes, nullptr);
  }
  void post_large() { post(make_put(1, 0, source_.data(), 64 * 1024)); }
  errc fence() { return device::queue::fence_rings(state_, device::queue::of_all{}); }
};

constexpr auto direct = device::queue::direct;

TEST_F(NoQueue, AnySizeToAMappedPeIsInline) {
  for (const route_policy routing :
       {route_policy::automatic, route_policy::inline_only, route_policy::queue_only}) {
    state_.inline_max_bytes = detail::inline_limit(routing, 8);
    EXPECT_EQ(device::queue::ring_of_caller(state_, false), device::queue::no_ring);
    EXPECT_EQ(put_of(1 << 30), direct);
  }
  state_.ring_count = 1;
  EXPECT_EQ(put_of(1 << 30), 0u);
}

TEST_F(NoQueue, AFenceWaitsForDescriptorsOfTheEngine) {
  start();
  post_large();
  ASSERT_EQ(put_of(8), direct) << "the control: without a fence nothing is waited for";
  ASSERT_NE(heaps_[1][8191], 8192u);
  std::atomic<bool> passed{false}, delivered{false};
  std::jthread caller([&] {
    const errc code = fence();
    delivered = code == errc::ok && heaps_[1][8191] == 8192;
    passed = true;
  });
  for (int i = 0; i < 8; ++i) step();
  EXPECT_FALSE(passed) << "the transfer is not through";
  drain();
  caller.join();
  EXPECT_TRUE(delivered);
  EXPECT_EQ(ring().head(), 1u) << "the engine keeps no order: a fence posts nothing";
}

TEST_F(NoQueue, AFenceThatTimesOutIsRecordedWithItsOperation) {
  start();
  post_large();
  state_.timeout_ns = 10'000'000;
  EXPECT_EQ(fence(), errc::timeout);
  EXPECT_EQ(static_cast<errc>(state_.status), errc::timeout);
  EXPECT_EQ(failure_read(state_)->op, op_kind::fence);
  EXPECT_EQ(failure_read(state_)->expected, 1u);
  EXPECT_EQ(failure_read(state_)->seen, 0u);
}

TEST_F(NoQueue, AQuietOfAContextWaitsOnlyForItsOwnDescriptors) {
  start();
  std::vector<std::uint64_t> posted(3);  // of contexts 0 to 2, in one ring
  context_table contexts;
  contexts.posted = posted.data();
  state_.contexts = &contexts;
  const auto post_in = [&](std::uint32_t context) {
    return device::queue::post(state_, 0, make_put(1, 0, source_.data(), 8), op_kind::put,
                               device::completion::deferred, context);
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
  const device::queue::route_choice where = put_of(8);
  EXPECT_EQ(device::queue::post(state_, where, make_put_inline(1, 0, 8, 1), op_kind::put,
                                device::completion::deferred),
            errc::unsupported);
  EXPECT_EQ(failure_read(state_)->why, failure_reason::unreachable);
}

}  // namespace
}  // namespace ark
