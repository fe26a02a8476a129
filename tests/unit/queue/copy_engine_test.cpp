// The copy engine of the CPU executor: what it moves, in which order, and beside whom.
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <atomic>
#include <span>
#include <thread>
#include <vector>

#include "queue/cpu_copy_engine.hpp"

namespace ark {
namespace {

using detail::plan_state;

/// One plan between two buffers of this process.
struct prepared {
  explicit prepared(std::size_t words) : source(words), dest(words + 2, 99) {}
  [[nodiscard]] plan_copy what() {
    return {&state, reinterpret_cast<std::byte*>(dest.data() + 1),
            reinterpret_cast<const std::byte*>(source.data()), source.size() * 8, &signal};
  }
  void start() { detail::fetch_add(&state.started, 1); }
  [[nodiscard]] bool canaries_live() const { return dest.front() == 99 && dest.back() == 99; }

  std::vector<std::uint64_t> source, dest;
  std::uint64_t signal = 0;
  plan_state state;
};

class CopyEngine : public testing::TestWithParam<engine_order> {
 protected:
  [[nodiscard]] static cpu_copy_options options() {
    cpu_copy_options made;
    made.chunk_bytes = 64;
    made.order = GetParam();
    made.seed = 7;
    return made;
  }
  static void drain(cpu_copy_engine& engine) {
    for (int i = 0; i < 1'000'000 && !engine.idle(); ++i) engine.progress(1);
    ASSERT_TRUE(engine.idle());
  }
};

TEST_P(CopyEngine, MayLoseItsLastPlanWhileItIsDriven) {
  cpu_copy_engine engine(options());
  prepared plan(1);
  std::atomic<bool> ended{false};
  std::thread driver([&] {
    while (!ended) engine.progress(1);
  });
  for (int i = 0; i < 100'000; ++i) {
    engine.add(plan.what());
    engine.remove(&plan.state);
  }
  ended = true;
  driver.join();
  EXPECT_EQ(plan.state.done, 0u);
}

TEST_P(CopyEngine, EveryStartIsATransferWithItsSignal) {
  for (const std::size_t words :
       {std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{1000}}) {
    cpu_copy_engine engine(options());
    prepared plan(words);
    engine.add(plan.what());
    EXPECT_TRUE(engine.idle());
    EXPECT_FALSE(engine.progress(100));
    for (std::uint64_t round = 1; round <= 3; ++round) {
      std::fill(plan.source.begin(), plan.source.end(), round);
      plan.start();
      EXPECT_FALSE(engine.idle());
      drain(engine);
      EXPECT_EQ(plan.state.done, round);
      EXPECT_EQ(plan.signal, round);
      EXPECT_EQ(plan.dest[1], round);
      EXPECT_EQ(plan.dest[words], round);
      EXPECT_TRUE(plan.canaries_live());
    }
  }
}

TEST_P(CopyEngine, StartsThatRunAheadAreAllCarriedOut) {
  cpu_copy_engine engine(options());
  prepared plan(100);
  engine.add(plan.what());
  for (int i = 0; i < 50; ++i) plan.start();
  drain(engine);
  EXPECT_EQ(plan.state.done, 50u);
  EXPECT_EQ(plan.signal, 50u);
}

TEST_P(CopyEngine, ASmallPlanDoesNotWaitForALargeOne) {
  cpu_copy_engine engine(options());
  prepared large(100'000), small(1);
  engine.add(large.what());
  engine.add(small.what());
  large.start();
  engine.progress(4);
  small.start();
  engine.progress(64);
  EXPECT_EQ(small.state.done, 1u);
  EXPECT_EQ(large.state.done, 0u);
  drain(engine);
}

TEST_P(CopyEngine, ARemovedPlanIsNotTouched) {
  cpu_copy_engine engine(options());
  prepared stays(10), goes(10);
  engine.add(stays.what());
  engine.add(goes.what());
  engine.remove(&goes.state);
  goes.start();
  stays.start();
  drain(engine);
  EXPECT_EQ(stays.state.done, 1u);
  EXPECT_EQ(goes.state.done, 0u);
  EXPECT_EQ(goes.dest[1], 99u);
}

/// How often the data was not there when the signal was: looked at after every step.
std::uint64_t torn_rounds(const cpu_copy_options& options) {
  constexpr std::uint64_t rounds = 50;
  cpu_copy_engine engine(options);
  prepared plan(100);
  engine.add(plan.what());
  std::uint64_t torn = 0;
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    std::fill(plan.source.begin(), plan.source.end(), round);
    plan.start();
    while (plan.signal < round) engine.progress(1);
    const auto words = std::span(plan.dest).subspan(1, plan.source.size());
    torn += std::count(words.begin(), words.end(), round) != 100 ? 1 : 0;
    while (plan.state.done < round) engine.progress(1);
  }
  return torn;
}

TEST_P(CopyEngine, AReaderOfTheSignalSeesTheData) { EXPECT_EQ(torn_rounds(options()), 0u); }

TEST_P(CopyEngine, ControlASignalBeforeItsDataIsSeen) {
  cpu_copy_options broken = options();
  broken.signal_first = true;
  EXPECT_EQ(torn_rounds(broken), 50u);
}

INSTANTIATE_TEST_SUITE_P(Orders, CopyEngine,
                         testing::Values(engine_order::fifo, engine_order::random),
                         [](const auto& which) {
                           return which.param == engine_order::fifo ? "fifo" : "random";
                         });

}  // namespace
}  // namespace ark
