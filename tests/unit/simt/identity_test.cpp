// threadIdx and the like against plain loops over the grid.
#include "kernels/identity.hpp"

#include "executor_launch.hpp"

namespace ark::simt_test {
namespace {

auto numbers(const uint3& value) { return std::tuple(value.x, value.y, value.z); }

TEST(Identity, EveryThreadHasItsIndices) {
  const dim3 grid(3, 2, 2);
  const dim3 block(5, 4, 3);
  const auto places = results({grid, block}, portable::identity);
  ASSERT_EQ(places.size(), 720u);
  for (unsigned i = 0; i < places.size(); ++i) {
    const unsigned b = i / 60;
    const unsigned t = i % 60;
    const portable::place& seen = places[i];
    EXPECT_EQ(numbers(seen.thread), std::tuple(t % 5, t / 5 % 4, t / 20)) << i;
    EXPECT_EQ(numbers(seen.block), std::tuple(b % 3, b / 3 % 2, b / 6)) << i;
    EXPECT_EQ(numbers(seen.block_extent), numbers(block));
    EXPECT_EQ(numbers(seen.grid_extent), numbers(grid));
    EXPECT_EQ(seen.thread_rank, t);
    EXPECT_EQ(seen.block_rank, b);
    EXPECT_EQ(seen.lane, t % 32);
    EXPECT_EQ(seen.warp, t / 32);
    EXPECT_EQ(seen.warp_size, 32);
  }
}

TEST(Identity, ConstantsAndMinMax) {
  EXPECT_THAT(results({1, 6}, portable::constants),
              ::testing::ElementsAre(1.5f, 2.5f, 3.5f, 4.5f, 4.5f, 4.5f));
  static_assert(ark::min(-2, 3) == -2 && ark::max(-2, 3) == 3);
}

// An xvalue is what an assignment to a built-in number refuses.
TEST(Identity, BuiltinsCannotBeWritten) {
  static_assert(!std::is_lvalue_reference_v<decltype((threadIdx.x))>);
  static_assert(!std::is_lvalue_reference_v<decltype((gridDim.x))>);
  static_assert(std::is_same_v<decltype(blockIdx), uint3>);
  static_assert(std::is_same_v<decltype(blockDim), dim3>);
}

TEST(Identity, DimensionsConvertAsCudasDo) {
  const dim3 one;
  const dim3 line = 7;
  const uint3 plain = dim3(1, 2, 3);
  const dim3 back = plain;
  EXPECT_EQ(numbers(one), std::tuple(1u, 1u, 1u));
  EXPECT_EQ(numbers(line), std::tuple(7u, 1u, 1u));
  EXPECT_EQ(numbers(back), std::tuple(1u, 2u, 3u));
}

}  // namespace
}  // namespace ark::simt_test
