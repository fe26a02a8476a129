// Which hints a policy gives, by size and direction; and which values are policies.
#include <gtest/gtest.h>

#include <ark/detail/platform/cache_policy.hpp>
#include <ark/types.hpp>

namespace ark::detail {
namespace {

constexpr std::size_t small = cache_hint_least_bytes - 1, middle = cache_hint_least_bytes,
                      large = cache_stream_least_bytes;
constexpr direction both[] = {direction::put, direction::get};

TEST(CachePolicy, AutomaticGivesSmallTransfersNoHint) {
  for (const direction way : both) {
    EXPECT_FALSE(cache_hints_of(cache_policy::automatic, way, 0).any);
    EXPECT_FALSE(cache_hints_of(cache_policy::automatic, way, small).any);
  }
}

TEST(CachePolicy, AutomaticEvictsTheSourceOfPutsFirstAndLeavesThatOfGetsUnchanged) {
  for (const std::size_t bytes : {middle, large}) {
    const auto put = cache_hints_of(cache_policy::automatic, direction::put, bytes);
    const auto get = cache_hints_of(cache_policy::automatic, direction::get, bytes);
    EXPECT_EQ(put.source, l2_priority::evict_first) << bytes;
    EXPECT_EQ(get.source, l2_priority::unchanged) << bytes;
    EXPECT_TRUE(put.any && get.any);
    EXPECT_EQ(put.dest, get.dest) << bytes;
  }
}

TEST(CachePolicy, AutomaticKeepsADestinationThatL2CanHold) {
  for (const direction way : both) {
    EXPECT_EQ(cache_hints_of(cache_policy::automatic, way, large - 1).dest, l2_priority::normal);
    EXPECT_EQ(cache_hints_of(cache_policy::automatic, way, large).dest, l2_priority::evict_first);
  }
}

TEST(CachePolicy, AGivenPolicyHoldsForAllSizesAndBothDirections) {
  for (const direction way : both) {
    for (const std::size_t bytes : {std::size_t{1}, middle, large}) {
      EXPECT_EQ(cache_hints_of(cache_policy::standard, way, bytes), cache_hints{});
      EXPECT_EQ(cache_hints_of(cache_policy::streaming, way, bytes),
                (cache_hints{true, l2_priority::evict_first, l2_priority::evict_first}));
      EXPECT_EQ(cache_hints_of(cache_policy::keep, way, bytes),
                (cache_hints{true, l2_priority::evict_last, l2_priority::evict_last}));
      EXPECT_EQ(cache_hints_of(cache_policy::bypass, way, bytes),
                (cache_hints{true, l2_priority::unchanged, l2_priority::unchanged}));
    }
  }
}

TEST(CachePolicy, ACpuStreamsLargeCopiesOnRequest) {
  for (int value = 0; value < static_cast<int>(cache_policy_count); ++value) {
    const auto policy = static_cast<cache_policy>(value);
    const bool asks = policy == cache_policy::streaming || policy == cache_policy::bypass;
    EXPECT_FALSE(cpu_streams(policy, cpu_stream_least_bytes - 1)) << value;
    EXPECT_EQ(cpu_streams(policy, cpu_stream_least_bytes), asks) << value;
  }
}

TEST(CachePolicy, EveryOtherValueIsNone) {
  for (int value = ARK_CACHE_AUTOMATIC; value <= ARK_CACHE_BYPASS; ++value)
    EXPECT_TRUE(is_cache_policy(static_cast<cache_policy>(value))) << value;
  for (const int value : {-1, ARK_CACHE_BYPASS + 1, 256, 0x7fffffff})
    EXPECT_FALSE(is_cache_policy(static_cast<cache_policy>(value))) << value;
}

}  // namespace
}  // namespace ark::detail
