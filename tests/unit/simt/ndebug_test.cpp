// assert where NDEBUG is defined, whatever the build type says.
#undef NDEBUG
#define NDEBUG 1
#include <gtest/gtest.h>
//
#include <ark/simt.hpp>

TEST(Assert, IsNotEvaluatedWithNdebug) {
  [[maybe_unused]] int evaluated = 0;
  ARK_ASSERT(++evaluated == 0);
  assert(++evaluated == 0);
  EXPECT_EQ(evaluated, 0);
}
