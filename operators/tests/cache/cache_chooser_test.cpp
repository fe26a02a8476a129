// The chooser with waits whose length depends on the policy, on a clock that the test advances.
#include <gtest/gtest.h>

#include <ark/cache_chooser.hpp>
#include <chrono>
#include <functional>
#include <set>
#include <thread>

namespace ark {
namespace {

std::uint64_t test_time = 0;
struct test_clock {
  static std::uint64_t now() { return test_time; }
};
using chooser_of_test = cache_chooser<8, test_clock>;

struct found {
  unsigned streamed = 0, switches = 0;
};

/// Rounds of one site; `cost` of a round by its policy and number.
found rounds(chooser_of_test& chooser, std::uintptr_t site, unsigned count,
             const std::function<int(bool streaming, unsigned round)>& cost) {
  found sum;
  for (unsigned i = 0; i < count; ++i) {
    const cache_policy before = chooser.chosen(site);
    const bool streaming = chooser.choose(site) == cache_policy::streaming;
    test_time += static_cast<unsigned>(cost(streaming, i));
    chooser.waited();
    sum.streamed += streaming ? 1 : 0;
    sum.switches += chooser.chosen(site) != before ? 1 : 0;
  }
  return sum;
}

TEST(CacheChooser, StandardUntilAnotherGains) {
  chooser_of_test chooser;
  EXPECT_EQ(chooser.chosen(1), cache_policy::standard);
  const found sum = rounds(chooser, 1, 600, [](bool, unsigned) { return 4000; });
  EXPECT_EQ(chooser.chosen(1), cache_policy::standard);
  EXPECT_EQ(sum.switches, 0U);
  EXPECT_LT(sum.streamed, 44U);  // 12 to learn, and 4 after 8, 16, ... 128 transfers
}

TEST(CacheChooser, TakesTheFasterPolicy) {
  chooser_of_test chooser;
  const found sum =
      rounds(chooser, 1, 300, [](bool streaming, unsigned) { return streaming ? 3000 : 6000; });
  EXPECT_EQ(chooser.chosen(1), cache_policy::streaming);
  EXPECT_EQ(sum.switches, 1U);
}

TEST(CacheChooser, FirstTimesThatNoiseMadeEqualAreComparedAgainSoon) {
  chooser_of_test chooser;
  const found sum = rounds(chooser, 1, 112, [](bool streaming, unsigned round) {
    return round < 24 ? 6000 : streaming ? 3000 : 6000;
  });
  EXPECT_EQ(chooser.chosen(1), cache_policy::streaming);
  EXPECT_EQ(sum.switches, 1U);
}

TEST(CacheChooser, ClearDifferenceIsComparedSeldom) {
  chooser_of_test chooser;
  const found sum =
      rounds(chooser, 1, 256, [](bool streaming, unsigned) { return streaming ? 6000 : 3000; });
  EXPECT_EQ(chooser.chosen(1), cache_policy::standard);
  EXPECT_EQ(sum.streamed, 12U);  // to learn
}

TEST(CacheChooser, SitesDiffer) {
  chooser_of_test chooser;
  for (unsigned i = 0; i < 200; ++i) {
    rounds(chooser, 1, 1, [](bool streaming, unsigned) { return streaming ? 3000 : 6000; });
    rounds(chooser, 2, 1, [](bool streaming, unsigned) { return streaming ? 6000 : 3000; });
  }
  EXPECT_EQ(chooser.chosen(1), cache_policy::streaming);
  EXPECT_EQ(chooser.chosen(2), cache_policy::standard);
}

TEST(CacheChooser, FollowsAChange) {
  chooser_of_test chooser;
  rounds(chooser, 1, 100, [](bool streaming, unsigned) { return streaming ? 2000 : 4000; });
  ASSERT_EQ(chooser.chosen(1), cache_policy::streaming);
  const found sum =
      rounds(chooser, 1, 1500, [](bool streaming, unsigned) { return streaming ? 4000 : 2000; });
  EXPECT_EQ(chooser.chosen(1), cache_policy::standard);
  EXPECT_EQ(sum.switches, 1U);
}

/// A function of a library whose callers are the sites.
[[gnu::noinline]] std::uintptr_t timed(chooser_of_test& chooser, unsigned standard,
                                       unsigned streaming) {
  const std::uintptr_t site = site_here();
  test_time += chooser.choose(site) == cache_policy::streaming ? streaming : standard;
  chooser.waited();
  return site;
}

TEST(CacheChooser, EachCallIsASite) {
  chooser_of_test chooser;
  std::set<std::uintptr_t> first, second;
  for (int i = 0; i < 200; ++i) {
    first.insert(timed(chooser, 6000, 3000));
    second.insert(timed(chooser, 3000, 6000));
  }
  ASSERT_EQ(first.size(), 1U);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_NE(*first.begin(), 0U);
  EXPECT_NE(*first.begin(), *second.begin());
  EXPECT_EQ(chooser.chosen(*first.begin()), cache_policy::streaming);
  EXPECT_EQ(chooser.chosen(*second.begin()), cache_policy::standard);
}

TEST(CacheChooser, SitesBeyondTheTableAreAutomatic) {
  cache_chooser<2, test_clock> chooser;
  EXPECT_EQ(chooser.choose(1), cache_policy::standard);
  chooser.choose(2);
  EXPECT_EQ(chooser.choose(3), cache_policy::automatic);
  EXPECT_EQ(chooser.chosen(3), cache_policy::automatic);
}

TEST(CacheChooser, WaitWithoutATransferHasNoEffect) {
  chooser_of_test chooser;
  for (int i = 0; i < 100; ++i) chooser.waited();
  EXPECT_EQ(chooser.choose(1), cache_policy::standard);
}

TEST(CacheChooser, ClockAdvancesInNanoseconds) {
  const std::uint64_t before = cache_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_GE(cache_clock::now() - before, 2'000'000U);
}

}  // namespace
}  // namespace ark
