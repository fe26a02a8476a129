// The chooser with waits whose length depends on the policy, as busy loops.
#include <gtest/gtest.h>

#include <ark/cache_chooser.hpp>
#include <chrono>
#include <functional>
#include <set>

namespace ark {
namespace {

using std::chrono::microseconds;
using std::chrono::steady_clock;

void spin(microseconds length) {
  const auto end = steady_clock::now() + length;
  while (steady_clock::now() < end) {
  }
}

struct found {
  unsigned streamed = 0, switches = 0;
};

/// Rounds of one site; `cost` of a round by its policy and number.
template <unsigned Sites>
found rounds(cache_chooser<Sites>& chooser, std::uintptr_t site, unsigned count,
             const std::function<int(bool streaming, unsigned round)>& cost) {
  found sum;
  for (unsigned i = 0; i < count; ++i) {
    const cache_policy before = chooser.chosen(site);
    const bool streaming = chooser.choose(site) == cache_policy::streaming;
    spin(microseconds(cost(streaming, i)));
    chooser.waited();
    sum.streamed += streaming ? 1 : 0;
    sum.switches += chooser.chosen(site) != before ? 1 : 0;
  }
  return sum;
}

TEST(CacheChooser, StandardUntilAnotherGains) {
  cache_chooser<> chooser;
  EXPECT_EQ(chooser.chosen(1), cache_policy::standard);
  const found sum = rounds(chooser, 1, 600, [](bool, unsigned) { return 40; });
  EXPECT_EQ(chooser.chosen(1), cache_policy::standard);
  EXPECT_EQ(sum.switches, 0U);
  EXPECT_LT(sum.streamed, 44U);  // 12 to learn, and 4 after 8, 16, ... 128 transfers
}

TEST(CacheChooser, TakesTheFasterPolicy) {
  cache_chooser<> chooser;
  const found sum =
      rounds(chooser, 1, 300, [](bool streaming, unsigned) { return streaming ? 30 : 60; });
  EXPECT_EQ(chooser.chosen(1), cache_policy::streaming);
  EXPECT_EQ(sum.switches, 1U);
}

TEST(CacheChooser, FirstTimesThatNoiseMadeEqualAreComparedAgainSoon) {
  cache_chooser<> chooser;
  const found sum = rounds(chooser, 1, 112, [](bool streaming, unsigned round) {
    return round < 24 ? 60 : streaming ? 30 : 60;
  });
  EXPECT_EQ(chooser.chosen(1), cache_policy::streaming);
  EXPECT_EQ(sum.switches, 1U);
}

TEST(CacheChooser, ClearDifferenceIsComparedSeldom) {
  cache_chooser<> chooser;
  const found sum =
      rounds(chooser, 1, 256, [](bool streaming, unsigned) { return streaming ? 60 : 30; });
  EXPECT_EQ(chooser.chosen(1), cache_policy::standard);
  EXPECT_EQ(sum.streamed, 12U);  // to learn
}

TEST(CacheChooser, SitesDiffer) {
  cache_chooser<> chooser;
  for (unsigned i = 0; i < 200; ++i) {
    rounds(chooser, 1, 1, [](bool streaming, unsigned) { return streaming ? 30 : 60; });
    rounds(chooser, 2, 1, [](bool streaming, unsigned) { return streaming ? 60 : 30; });
  }
  EXPECT_EQ(chooser.chosen(1), cache_policy::streaming);
  EXPECT_EQ(chooser.chosen(2), cache_policy::standard);
}

TEST(CacheChooser, FollowsAChange) {
  cache_chooser<> chooser;
  rounds(chooser, 1, 100, [](bool streaming, unsigned) { return streaming ? 20 : 40; });
  ASSERT_EQ(chooser.chosen(1), cache_policy::streaming);
  const found sum =
      rounds(chooser, 1, 1500, [](bool streaming, unsigned) { return streaming ? 40 : 20; });
  EXPECT_EQ(chooser.chosen(1), cache_policy::standard);
  EXPECT_EQ(sum.switches, 1U);
}

/// A function of a library whose callers are the sites.
[[gnu::noinline]] std::uintptr_t timed(cache_chooser<>& chooser, int standard_us,
                                       int streaming_us) {
  const std::uintptr_t site = site_here();
  spin(microseconds(chooser.choose(site) == cache_policy::streaming ? streaming_us : standard_us));
  chooser.waited();
  return site;
}

TEST(CacheChooser, EachCallIsASite) {
  cache_chooser<> chooser;
  std::set<std::uintptr_t> first, second;
  for (int i = 0; i < 200; ++i) {
    first.insert(timed(chooser, 60, 30));
    second.insert(timed(chooser, 30, 60));
  }
  ASSERT_EQ(first.size(), 1U);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_NE(*first.begin(), 0U);
  EXPECT_NE(*first.begin(), *second.begin());
  EXPECT_EQ(chooser.chosen(*first.begin()), cache_policy::streaming);
  EXPECT_EQ(chooser.chosen(*second.begin()), cache_policy::standard);
}

TEST(CacheChooser, SitesBeyondTheTableAreAutomatic) {
  cache_chooser<2> chooser;
  EXPECT_EQ(chooser.choose(1), cache_policy::standard);
  chooser.choose(2);
  EXPECT_EQ(chooser.choose(3), cache_policy::automatic);
  EXPECT_EQ(chooser.chosen(3), cache_policy::automatic);
}

TEST(CacheChooser, WaitWithoutATransferHasNoEffect) {
  cache_chooser<> chooser;
  for (int i = 0; i < 100; ++i) chooser.waited();
  EXPECT_EQ(chooser.choose(1), cache_policy::standard);
}

}  // namespace
}  // namespace ark
