// The end of things with every engine: a closed ring.
#include <gtest/gtest.h>

#include <string>

#include "eventually.hpp"
#include "one_pe.hpp"

namespace ark {
namespace {

using namespace detail;
using testing::give_up;

class AnyEngineEnd : public ::testing::TestWithParam<const char*>, protected testing::one_pe {};

TEST_P(AnyEngineEnd, CloseDescriptorRefusesWhatComesLater) {
  ASSERT_EQ(ring_.push(make_put_inline(0, 0, 8, 1), give_up).code, errc::ok);
  ASSERT_EQ(ring_.push(make_close(), give_up).code, errc::ok);
  run_dry();
  EXPECT_EQ(heap_[0], 1u);
  EXPECT_TRUE(engine_->idle());
  EXPECT_EQ(ring_.push(make_put_inline(0, 0, 8, 2), give_up).code, errc::aborted);
}

TEST_P(AnyEngineEnd, ClosedRingIsIdleOnlyWhenWhatItHeldIsDelivered) {
  for (std::uint64_t i = 0; i < 8; ++i)
    ASSERT_EQ(ring_.push(make_put_inline(0, 8 * i, 8, 1), give_up).code, errc::ok);
  ASSERT_EQ(ring_.push(make_put_inline(0, 0, 8, 9), give_up).code,
            errc::timeout);  // ticket 8 is a hole now
  engine_->progress(1);
  EXPECT_FALSE(engine_->idle());
  run_dry();
  EXPECT_TRUE(engine_->idle());
  EXPECT_EQ(ring_.done(), 8u);
  EXPECT_EQ(heap_[7], 1u);
}

std::string engine_name(const ::testing::TestParamInfo<const char*>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(Of, AnyEngineEnd, ::testing::Values(testing::engine_under_test().name),
                         engine_name);

}  // namespace
}  // namespace ark
