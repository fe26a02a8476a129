// How the blocks of a launch find each other, and what is refused.
#include <gmock/gmock.h>

#include <ark/engine.hpp>
#include <thread>
#include <vector>

#include "engine_block.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using namespace detail;
using namespace device::sm;
using ::testing::HasSubstr;

class SmLaunch : public testing::engine_block {};

TEST_F(SmLaunch, IsFoundUntilTheLastOfItsBlocksHasLeft) {
  sm_launch* at = launch_add(work_, 7, 2 * one_engine + 3 * one_worker);
  ASSERT_NE(at, nullptr);
  EXPECT_EQ(launch_find(work_, 7), at);
  EXPECT_EQ(launch_find(work_, 7 + 2 * sm_launch_slots), nullptr) << "the same place, another grid";
  for (const std::uint64_t who : {one_worker, one_engine, one_worker}) launch_leave(*at, who);
  EXPECT_FALSE(launch_workers_out(*at));
  launch_leave(*at, one_worker);
  EXPECT_TRUE(launch_workers_out(*at));
  EXPECT_EQ(launch_find(work_, 7), at);
  launch_leave(*at, one_engine);
  EXPECT_EQ(launch_find(work_, 7), nullptr);
  EXPECT_NE(launch_add(work_, 9, one_engine + one_worker), nullptr);
}

TEST_F(SmLaunch, AsManyAsThereArePlacesAndNoMore) {
  for (std::uint64_t i = 0; i < sm_launch_slots; ++i) {
    // All of them want the same place.
    ASSERT_NE(launch_add(work_, i * 2 * sm_launch_slots + 1, one_engine + one_worker), nullptr);
  }
  enlist(state_, {5, 0, 1, 1});
  EXPECT_EQ(static_cast<errc>(state_.status), errc::out_of_memory);
  EXPECT_EQ(state_.failure.expected, sm_launch_slots);
  EXPECT_THAT(state_.failure.detail, HasSubstr("launches with engine blocks"));
  launch_leave(*launch_find(work_, 1), one_engine + one_worker);
  EXPECT_NE(launch_add(work_, 5, one_engine + one_worker), nullptr);
}

TEST_F(SmLaunch, BlocksThatStartBeforeTheFirstOneWaitForIt) {
  std::jthread first([&] { launch_add(work_, 3, one_engine + one_worker); });
  sm_launch* found = launch_await(state_, 3);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->all, one_engine + one_worker);
}

TEST_F(SmLaunch, AMissingFirstBlockIsATimeout) {
  state_.timeout_ns = 10'000'000;
  EXPECT_EQ(launch_await(state_, 3), nullptr);
  EXPECT_EQ(static_cast<errc>(state_.status), errc::timeout);
}

/// A launch takes its turn once all its warps have started, and one at a time; another one whose
/// workers have left ends if nothing is outstanding.
TEST_F(SmLaunch, TakesItsTurnWithAllItsWarpsOrEnds) {
  const auto turn = [&](sm_launch* of, std::uint64_t key, bool delivered) {
    return take_turn(work_, *of, key, 2, [&] { return delivered; });
  };
  sm_launch* first = launch_add(work_, 3, one_engine + one_worker);
  first->ready = 1;
  EXPECT_EQ(turn(first, 3, true), sm_turn::undecided) << "a warp has not started";
  EXPECT_EQ(work_.owner, 0u);
  first->ready = 2;
  EXPECT_EQ(turn(first, 3, true), sm_turn::serves);
  EXPECT_EQ(work_.owner, 3u);
  sm_launch* second = launch_add(work_, 5, one_engine + one_worker);
  second->ready = 2;
  EXPECT_EQ(turn(second, 5, true), sm_turn::undecided) << "its worker may still post";
  launch_leave(*second, one_worker);
  EXPECT_EQ(turn(second, 5, false), sm_turn::undecided) << "the first one still delivers";
  EXPECT_EQ(turn(second, 5, true), sm_turn::ends);
  end_turn(work_, 2, 7);
  EXPECT_EQ(work_.owner, 3u) << "a warp still serves";
  end_turn(work_, 2, 7);
  EXPECT_EQ(work_.owner, 0u);
  EXPECT_EQ(work_.served, 7u);
  EXPECT_EQ(turn(second, 5, true), sm_turn::ends) << "a decision stays";
  EXPECT_EQ(work_.owner, 0u);
}

/// A warp that learns late that the workers have left may have taken tickets of another launch's
/// workers by then: all warps serve up to the last of them.
TEST_F(SmLaunch, ItsWarpsEndAtOneTicket) {
  sm_launch* launch = launch_add(work_, 3, one_engine + one_worker);
  EXPECT_FALSE(joins_end(state_, *launch)) << "the worker may still post";
  launch_leave(*launch, one_worker);
  ring().take<false>();
  EXPECT_TRUE(joins_end(state_, *launch));
  EXPECT_EQ(launch->limit, 1u);
  EXPECT_FALSE(end_agreed(*launch, 2)) << "the other warp may still take what comes";
  ring().take<false>();
  ring().take<false>();
  EXPECT_TRUE(joins_end(state_, *launch));
  EXPECT_TRUE(end_agreed(*launch, 2));
  EXPECT_EQ(launch->limit, 3u);
  launch_leave(*launch, one_engine);
  EXPECT_EQ(launch_add(work_, 3 + 2 * sm_launch_slots, one_engine + one_worker)->limit, 0u);
}

/// The end may be agreed between a warp's last check and its wait: it does not wait for a ticket
/// that may be behind the end.
TEST_F(SmLaunch, AnEndThatIsAgreedMeanwhileIsNotWaitedFor) {
  state_.timeout_ns = 10'000'000;
  sm_launch* launch = launch_add(work_, 3, one_engine + one_worker);
  join_end(*launch, 1);
  await_event(state_, *launch, 1, awaited::end, 1);
  EXPECT_EQ(static_cast<errc>(state_.status), errc::ok);
  await_event(state_, *launch, 1, awaited::descriptor, 0);
  EXPECT_EQ(static_cast<errc>(state_.status), errc::timeout) << "the control: an awaited ticket";
}

/// Once its workers have left, an engine waits only for descriptors of other launches' workers; one
/// that took a ticket and is no more would be awaited for ever.
TEST_F(SmLaunch, ATicketThatNobodyFillsIsATimeoutOnceTheWorkersHaveLeft) {
  state_.timeout_ns = 10'000'000;
  ring().take<false>();
  sm_launch* launch = launch_add(work_, 3, one_engine + one_worker);
  launch_leave(*launch, one_worker);
  ASSERT_TRUE(await_turn(state_, *launch, 3, 1));
  serve_ring<team, signal_order::after_data>(state_, *launch, 0, 1, {});
  EXPECT_EQ(static_cast<errc>(state_.status), errc::timeout);
  EXPECT_EQ(state_.failure.expected, 1u);
  EXPECT_EQ(state_.failure.seen, 0u);
  EXPECT_STREQ(state_.failure.engine, "sm");
  EXPECT_THAT(state_.failure.detail, HasSubstr("tickets that were taken"));
}
/// After a delivery both deadlines begin anew.
TEST_F(SmLaunch, ADeliveryRenewsTheDeadlinesOfTheEnd) {
  state_.timeout_ns = 100'000'000;
  ring().take<false>();
  std::uint64_t delivered_ns = 0;
  // Once more if the machine stood still while the delivery was due.
  for (int attempt = 0; attempt < 5 && delivered_ns == 0; ++attempt) {
    state_.status = 0;
    const std::uint64_t begin = clock_ns();
    auto ready = [&] {
      if (delivered_ns == 0 && 2 * (clock_ns() - begin) > 3 * state_.timeout_ns) {
        ring().raise_delivered(1);
        delivered_ns = clock_ns();
      }
      return false;
    };
    await_others(state_, ready, [] { return true; });
    EXPECT_EQ(static_cast<errc>(state_.status), errc::timeout);
  }
  ASSERT_NE(delivered_ns, 0u);
  EXPECT_GE(clock_ns() - delivered_ns, 2 * state_.timeout_ns);
}
TEST_F(SmLaunch, AnOwnerThatIsNoMoreIsATimeoutOnceTheWorkersHaveLeft) {
  state_.timeout_ns = 10'000'000;
  post(make_put_inline(1, 0, 8, 1));
  work_.owner = 9;
  sm_launch* launch = launch_add(work_, 3, one_engine + one_worker);
  launch_leave(*launch, one_worker);
  EXPECT_FALSE(await_turn(state_, *launch, 3, 1));
  EXPECT_EQ(static_cast<errc>(state_.status), errc::timeout);
}

TEST_F(SmLaunch, APeWithoutRingsForItRefusesByName) {
  state_.sm_ring_count = 0;
  EXPECT_FALSE(accepted(state_, 2));
  EXPECT_EQ(static_cast<errc>(state_.status), errc::unsupported);
  EXPECT_EQ(state_.failure.seen, 2u);
  EXPECT_THAT(state_.failure.detail, HasSubstr("no rings"));
}

/// Blocks as threads: launches come and go, and none is lost or left over.
TEST_F(SmLaunch, ManyBlocksOfManyLaunchesAtOnce) {
  constexpr unsigned launches = 200, blocks = 4;
  std::atomic<unsigned> lost{0};
  std::vector<std::jthread> threads;
  for (unsigned b = 0; b < blocks; ++b) {
    threads.emplace_back([&, b] {
      for (std::uint64_t i = 0; i < launches; ++i) {
        const std::uint64_t key = 2 * i + 1;
        sm_launch* at = b == 0 ? launch_add(work_, key, one_engine + (blocks - 1) * one_worker)
                               : launch_await(state_, key);
        if (at == nullptr) {
          ++lost;
          return;
        }
        launch_leave(*at, b == 0 ? one_engine : one_worker);
        if (b != 0) continue;
        // An engine stays until its workers are out; the slot may be another launch's by then.
        if (!testing::eventually([&] { return launch_find(work_, key) == nullptr; })) ++lost;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(lost, 0u);
  for (const sm_launch& slot : work_.launches) EXPECT_EQ(slot.key, 0u);
}

}  // namespace
}  // namespace ark
