// When a waiting thread sleeps instead of yielding.
#include "os/crowded_core.hpp"

#include <gtest/gtest.h>

namespace ark {
namespace {

constexpr std::uint64_t begun = 1'000'000'000;

TEST(CrowdedCore, IsNotAssumed) { EXPECT_FALSE(crowded_core().at(begun)); }

TEST(CrowdedCore, ShortYieldsKeepTheThreadAwake) {
  crowded_core core;
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    core.yielded(begun + i, begun + i + crowded_core::long_yield_ns - 1);
    EXPECT_FALSE(core.at(begun + i));
  }
}

TEST(CrowdedCore, OneLongYieldIsRememberedForAWhile) {
  crowded_core core;
  const std::uint64_t end = begun + crowded_core::long_yield_ns;
  core.yielded(begun, end);
  EXPECT_TRUE(core.at(end));
  core.yielded(end, end + 1);  // a short one beside it changes nothing
  EXPECT_TRUE(core.at(end + crowded_core::remembered_ns - 1));
  EXPECT_FALSE(core.at(end + crowded_core::remembered_ns));
}

TEST(CrowdedCore, YieldsUnlessCrowded) {
  crowded_core core;
  const std::uint64_t now = detail::clock_ns();
  core.yielded(now, now + 3'600'000'000'000);
  EXPECT_FALSE(core.yield());
  EXPECT_TRUE(crowded_core().yield());
}

}  // namespace
}  // namespace ark
