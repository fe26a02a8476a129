// The end of things with the CPU engine: transfers whose caller has left.
#include <gtest/gtest.h>

#include <vector>

#include "eventually.hpp"
#include "one_pe.hpp"

namespace ark {
namespace {

using namespace detail;

class EngineEnd : public ::testing::Test, protected testing::one_pe {};

TEST_F(EngineEnd, LargeGetStopsWritingOnceItsCallerHasTimedOut) {
  std::vector<std::uint64_t> into(512, 0);
  ASSERT_EQ(ring_.push(make_get(0, 0, into.data(), into.size() * 8), testing::give_up).code,
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
  ASSERT_EQ(ring_.push(make_get(0, 0, into.data(), into.size() * 8), testing::give_up).code,
            errc::ok);
  run_dry();
  EXPECT_EQ(into.back(), 7u);
}

}  // namespace
}  // namespace ark
