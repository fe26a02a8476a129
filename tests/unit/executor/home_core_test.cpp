// Where a thread moves whose yields run other threads of its job.
#include "executor/home_core.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>
#include <vector>

namespace ark::executor {
namespace {

constexpr std::uint64_t begun = 1'000'000'000;
constexpr std::uint64_t is_shared = home_core::shared_yield_ns, is_alone = is_shared - 1;

/// Yields of that length, one after the other from `now`, until the thread is to move; 0: it is
/// not.
unsigned yields_to_move(home_core& core, std::uint64_t& now, std::uint64_t length) {
  for (unsigned i = 1; i <= 100; ++i) {
    const std::uint64_t from = now;
    now += length;
    if (core.yielded(from, now)) return i;
  }
  return 0;
}

std::vector<int> allowed_cores() {
  cpu_set_t mask;
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return cores;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &mask)) cores.push_back(cpu);
  }
  return cores;
}

void allow_only(const std::vector<int>& cores) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (const int cpu : cores) CPU_SET(cpu, &mask);
  ASSERT_EQ(sched_setaffinity(0, sizeof mask, &mask), 0);
}

/// Of a thread of its own, whose affinity mask the test may change.
template <class Body>
void elsewhere(Body body) {
  std::thread(body).join();
}

TEST(HomeCore, ShortYieldsDoNotMoveTheThread) {
  home_core core(0);
  std::uint64_t now = begun;
  EXPECT_EQ(yields_to_move(core, now, is_alone), 0u);
}

TEST(HomeCore, LongYieldsInARowMoveTheThread) {
  home_core core(0);
  std::uint64_t now = begun;
  EXPECT_EQ(yields_to_move(core, now, is_shared), home_core::yields_in_a_row);
}

TEST(HomeCore, AShortYieldStartsTheRowAnew) {
  home_core core(0);
  for (unsigned i = 0; i < 100; ++i) {
    const bool moves = core.yielded(begun, begun + (i % 2 == 0 ? is_shared : is_alone));
    EXPECT_FALSE(moves) << "yield " << i;
  }
}

TEST(HomeCore, IntervalBetweenMovesDoubles) {
  home_core core(0);
  std::uint64_t now = begun;
  ASSERT_NE(yields_to_move(core, now, is_shared), 0u);
  std::uint64_t last = now;
  for (std::uint64_t interval = home_core::first_interval_ns; interval < 10'000'000'000;
       interval *= 2) {
    unsigned calls = 0;
    while (!core.yielded(now, now + interval / 16)) {
      now += interval / 16;
      ASSERT_LT(++calls, 100u);
    }
    now += interval / 16;
    EXPECT_GE(now - last, interval);
    EXPECT_LE(now - last, 2 * interval);
    last = now;
  }
}

TEST(HomeCore, AMoveKeepsTheAffinityMask) {
  const std::vector<int> all = allowed_cores();
  if (all.size() < 2) GTEST_SKIP() << "one core";
  elsewhere([&] {
    constexpr int moves = 100;
    int arrived = 0;
    for (int i = 0; i < moves; ++i) {
      const int wanted = all[static_cast<std::size_t>(i) % 2];
      EXPECT_TRUE(move_to_core(wanted));
      arrived += sched_getcpu() == wanted ? 1 : 0;
    }
    EXPECT_GE(arrived, moves * 9 / 10) << "it may be moved elsewhere at once, but seldom";
    EXPECT_EQ(allowed_cores(), all);
  });
}

TEST(HomeCore, AThreadIsNotMovedToAForbiddenCore) {
  const std::vector<int> all = allowed_cores();
  if (all.size() < 2) GTEST_SKIP() << "one core";
  elsewhere([&] {
    allow_only({all[0]});
    EXPECT_FALSE(move_to_core(all[1]));
    EXPECT_EQ(sched_getcpu(), all[0]);
    EXPECT_EQ(allowed_cores(), std::vector<int>{all[0]});
  });
}

TEST(HomeCore, EachThreadOfAJobThatFitsHasItsOwn) {
  const std::vector<int> all = allowed_cores();
  if (all.size() < 2) GTEST_SKIP() << "one core";
  elsewhere([&] {
    allow_only({all[0], all[1]});
    EXPECT_EQ(home_core_of(2, 0, 1, 0), all[0]);
    EXPECT_EQ(home_core_of(2, 1, 1, 0), all[1]);
    EXPECT_EQ(home_core_of(1, 0, 2, 1), -1) << "a process alone";
    EXPECT_EQ(home_core_of(3, 0, 1, 0), -1) << "three threads on two cores";
    EXPECT_EQ(home_core_of(2, 0, 2, 0), -1) << "four threads on two cores";
  });
}

}  // namespace
}  // namespace ark::executor
