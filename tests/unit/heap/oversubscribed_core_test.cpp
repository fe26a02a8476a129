// When a waiting thread sleeps instead of yielding.
#include "os/oversubscribed_core.hpp"

#include <gtest/gtest.h>

namespace ark {
namespace {

constexpr std::uint64_t begun = 1'000'000'000;

TEST(OversubscribedCore, IsNotAssumed) { EXPECT_FALSE(oversubscribed_core().at(begun)); }

TEST(OversubscribedCore, ShortYieldsKeepTheThreadAwake) {
  oversubscribed_core core;
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    core.yielded(begun + i, begun + i + oversubscribed_core::long_yield_ns - 1);
    EXPECT_FALSE(core.at(begun + i));
  }
}

TEST(OversubscribedCore, OneLongYieldIsRememberedForAWhile) {
  oversubscribed_core core;
  const std::uint64_t end = begun + oversubscribed_core::long_yield_ns;
  core.yielded(begun, end);
  EXPECT_TRUE(core.at(end));
  core.yielded(end, end + 1);  // a short one beside it changes nothing
  EXPECT_TRUE(core.at(end + oversubscribed_core::remembered_ns - 1));
  EXPECT_FALSE(core.at(end + oversubscribed_core::remembered_ns));
}

TEST(OversubscribedCore, YieldsUnlessCrowded) {
  oversubscribed_core core;
  const std::uint64_t now = detail::clock_ns();
  core.yielded(now, now + 3'600'000'000'000);
  EXPECT_FALSE(core.yield());
  EXPECT_TRUE(oversubscribed_core().yield());
}

}  // namespace
}  // namespace ark
