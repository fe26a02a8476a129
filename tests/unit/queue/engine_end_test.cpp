// The end of things with the CPU engine: a closed ring, transfers whose caller has left.
#include <gtest/gtest.h>

#include <vector>

#include "one_pe.hpp"
#include "posting.hpp"

namespace ark {
namespace {

using namespace detail;

class EngineEnd : public ::testing::Test, protected testing::one_pe {};

TEST_F(EngineEnd, AClosedRingIsIdleOnlyAfterItsDescriptorsAreDelivered) {
  for (std::uint64_t i = 0; i < 8; ++i)
    ASSERT_EQ(testing::post(ring_, make_put_inline(0, 8 * i, 8, 1), testing::give_up).code,
              errc::ok);
  ASSERT_EQ(testing::post(ring_, make_put_inline(0, 0, 8, 9), testing::give_up).code,
            errc::timeout);  // ticket 8 is a hole now
  engine_->progress(1);
  EXPECT_FALSE(engine_->idle());
  run_dry();
  EXPECT_TRUE(engine_->idle());
  EXPECT_EQ(ring_.done(), 8u);
  EXPECT_EQ(heap_[7], 1u);
}

TEST_F(EngineEnd, LargeGetStopsWritingOnceItsCallerHasTimedOut) {
  std::vector<std::uint64_t> into(512, 0);
  ASSERT_EQ(
      testing::post(ring_, make_get(0, 0, into.data(), into.size() * 8), testing::give_up).code,
      errc::ok);
  ASSERT_TRUE(engine_->progress(3));  // taken, and two chunks of 8 words
  ASSERT_EQ(into[0], 7u);
  store_release(&state_.status, static_cast<std::uint32_t>(errc::timeout));
  run_dry();
  EXPECT_EQ(into.back(), 0u);
  EXPECT_EQ(ring_.done(), 1u) << "it counts as delivered, so that nobody hangs";
}

TEST_F(EngineEnd, LargeGetWithoutTimeoutWritesAll) {
  std::vector<std::uint64_t> into(512, 0);
  ASSERT_EQ(
      testing::post(ring_, make_get(0, 0, into.data(), into.size() * 8), testing::give_up).code,
      errc::ok);
  run_dry();
  EXPECT_EQ(into.back(), 7u);
}

}  // namespace
}  // namespace ark
