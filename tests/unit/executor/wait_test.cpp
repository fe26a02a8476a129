// Waits of lanes and of host threads: ready, status, deadline; producers and consumers inside a
// warp and across blocks.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

TEST(Wait, ReadyAtOnceDoesNotPark) {
  executor on(options{});
  errc code = errc::aborted;
  ASSERT_EQ(run(on, {{1}, {1}}, [&] { code = wait_for([] { return true; }); }), errc::ok);
  EXPECT_EQ(code, errc::ok);
}

TEST(Wait, DeadlineEndsIt) {
  executor on(options{});
  errc code = errc::ok;
  ASSERT_EQ(run(on, {{1}, {1}}, [&] { code = wait_for([] { return false; }, 3 * ms); }), errc::ok);
  EXPECT_EQ(code, errc::timeout);
}

TEST(Wait, DeadlineIsHonouredWhileOtherLanesSpin) {
  executor on(options{});
  std::atomic<bool> over{false};
  errc code = errc::ok;
  ASSERT_EQ(run(on, {{2}, {1}},
                [&] {
                  if (block_index() == 0) {
                    code = wait_for([] { return false; }, 3 * ms);
                    over = true;
                  } else {
                    while (!over) detail::yield();
                  }
                }),
            errc::ok);
  EXPECT_EQ(code, errc::timeout);
}

TEST(Wait, DefaultTimeoutAppliesWhenNoneIsGiven) {
  options brief;
  brief.default_timeout_ns = 3 * ms;
  executor on(brief);
  errc code = errc::ok;
  start(on, {{1}, {1}}, [&] { code = wait_for([] { return false; }, 0); });
  ASSERT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_EQ(code, errc::timeout);
}

TEST(Wait, StatusWordEndsIt) {
  executor on(options{});
  std::uint32_t status = 0;
  std::vector<errc> codes;
  ASSERT_EQ(run(on, {{1}, {4}},
                [&] {
                  if (lane_index() == 3) {
                    __atomic_store_n(&status, static_cast<std::uint32_t>(errc::peer_failed),
                                     __ATOMIC_RELEASE);
                    return;
                  }
                  codes.push_back(wait_for([] { return false; }, sync_timeout_ns, &status));
                }),
            errc::ok);
  EXPECT_EQ(codes, std::vector<errc>(3, errc::peer_failed));
}

TEST(Wait, ChainInsideAWarpRunsAgainstTheStartingOrder) {
  executor on(options{});
  unsigned turn = 31;
  std::vector<unsigned> order;
  ASSERT_EQ(run(on, {{1}, {32}},
                [&] {
                  const unsigned me = lane_index();
                  wait_for([&turn, me] { return turn == me; });
                  order.push_back(me);
                  --turn;
                }),
            errc::ok);
  ASSERT_EQ(order.size(), 32u);
  EXPECT_TRUE(std::is_sorted(order.rbegin(), order.rend()));
}

TEST(Wait, ChainOverManyBlocksWaitsForTheLastStarted) {
  executor on(options{});
  unsigned turn = 131;
  ASSERT_EQ(run(on, {{132}, {1}},
                [&] {
                  const unsigned me = block_index();
                  EXPECT_EQ(wait_for([&turn, me] { return turn == me; }), errc::ok);
                  --turn;
                }),
            errc::ok);
  EXPECT_EQ(turn, ~0u);
}

TEST(Wait, ProducerAndConsumerOnTwoWorkers) {
  options two;
  two.workers = 2;
  executor on(two);
  std::atomic<int> posted{0};
  std::atomic<int> taken{0};
  ASSERT_EQ(run(on, {{2}, {1}},
                [&] {
                  for (int i = 1; i <= 200; ++i) {
                    if (block_index() == 0) {
                      ++posted;
                      wait_for([&] { return taken.load() == i; });
                    } else {
                      wait_for([&] { return posted.load() == i; });
                      ++taken;
                    }
                  }
                }),
            errc::ok);
  EXPECT_EQ(taken, 200);
}

// Each block waits for the one before it: the worker looks at each wait a few times, not at all of
// them whenever one is done.
TEST(Wait, AChainOfBlocksCostsAFewLooksABlock) {
  executor on(options{});
  constexpr unsigned blocks = 200;
  std::vector<std::atomic<bool>> done(blocks);
  std::atomic<bool> go{false};
  std::atomic<unsigned> parked{0}, looks{0};
  start(on, {{blocks}, {1}}, [&] {
    const unsigned me = block_index();
    const std::atomic<bool>& before = me == 0 ? go : done[me - 1];
    ++parked;
    EXPECT_EQ(wait_for([&] {
                if (go) ++looks;
                return before.load();
              }),
              errc::ok);
    done[me] = true;
  });
  EXPECT_EQ(wait_for([&] { return parked.load() == blocks; }), errc::ok);
  go = true;
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_LE(looks, 10 * blocks);
}

TEST(Wait, LaneWaitsForAHostThread) {
  executor on(options{});
  std::atomic<bool> go{false};
  start(on, {{1}, {32}}, [&] { EXPECT_EQ(wait_for([&] { return go.load(); }), errc::ok); });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));  // long enough for the worker to nap
  EXPECT_FALSE(on.stream_query(nullptr));
  go = true;
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_TRUE(on.stream_query(nullptr));
}

TEST(Wait, HostThreadWaitsForALane) {
  executor on(options{});
  std::atomic<bool> done{false};
  start(on, {{1}, {1}}, [&] { done = true; });
  EXPECT_EQ(wait_for([&] { return done.load(); }), errc::ok);
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
}

TEST(Wait, HostThreadHonoursDeadlineAndStatus) {
  EXPECT_EQ(wait_for([] { return false; }, 2 * ms), errc::timeout);
  const auto status = static_cast<std::uint32_t>(errc::aborted);
  EXPECT_EQ(wait_for([] { return false; }, sync_timeout_ns, &status), errc::aborted);
}

TEST(Wait, SleepLastsAndLetsOthersRun) {
  executor on(options{});
  bool other_ran = false;
  std::int64_t slept_ns = 0;
  ASSERT_EQ(run(on, {{1}, {2}},
                [&] {
                  if (lane_index() == 1) {
                    other_ran = true;
                    return;
                  }
                  const auto before = std::chrono::steady_clock::now();
                  detail::sleep(2 * ms);
                  slept_ns = (std::chrono::steady_clock::now() - before).count();
                  EXPECT_TRUE(other_ran);
                }),
            errc::ok);
  EXPECT_GE(slept_ns, static_cast<std::int64_t>(2 * ms));
}

}  // namespace
}  // namespace ark::executor::testing
