// Warp operations against CUDA's documented results, computed by plain loops.
#include "kernels/warp.hpp"

#include <bit>
#include <cstring>
#include <functional>

#include "executor_launch.hpp"

namespace ark::simt_test {
namespace {

template <class T>
class WarpTyped : public ::testing::Test {};
using word_types = ::testing::Types<int, unsigned, long, unsigned long, long long,
                                    unsigned long long, float, double>;
TYPED_TEST_SUITE(WarpTyped, word_types);

// The source lanes as the CUDA programming guide gives them: `own` where it leaves the segment.
int index_source(int i, int operand, int width) {
  const int remainder = operand % width;
  return i / width * width + (remainder < 0 ? remainder + width : remainder);
}
int up_source(int i, int operand, int width) { return i % width < operand ? i : i - operand; }
int down_source(int i, int operand, int width) {
  return i % width + operand >= width ? i : i + operand;
}
int exclusive_source(int i, int operand, int width) {
  return (i ^ operand) >= (i / width + 1) * width ? i : i ^ operand;
}

TYPED_TEST(WarpTyped, ShufflesOfEveryWidthAndDistance) {
  using T = TypeParam;
  const auto value = [](int lane) { return static_cast<T>(lane) * T{3} + T{1}; };
  for (const int width : {1, 2, 4, 8, 16, 32}) {
    for (int operand = 0; operand < 32; operand += operand < 9 ? 1 : 7) {
      const auto seen = results({1, 32}, portable::shuffle<T>, operand, width);
      for (int i = 0; i < 32; ++i) {
        const auto& [index, up, down, exclusive] = seen[static_cast<std::size_t>(i)];
        ASSERT_EQ(index, value(index_source(i, operand, width)))
            << i << ' ' << operand << ' ' << width;
        ASSERT_EQ(up, value(up_source(i, operand, width))) << i << ' ' << operand << ' ' << width;
        ASSERT_EQ(down, value(down_source(i, operand, width)))
            << i << ' ' << operand << ' ' << width;
        ASSERT_EQ(exclusive, value(exclusive_source(i, operand, width)))
            << i << ' ' << operand << ' ' << width;
      }
    }
  }
}

TEST(Warp, ShuffleTakesItsSourceModuloTheWidth) {
  for (const int operand : {-1, 33, 40}) {
    const auto seen = results({1, 32}, portable::shuffle<int>, operand, 8);
    for (int i = 0; i < 32; ++i) {
      EXPECT_EQ(seen[static_cast<std::size_t>(i)].index, index_source(i, operand, 8) * 3 + 1);
    }
  }
}

TEST(Warp, WidthThatIsNoPowerOfTwoEndsTheGrid) {
  executor::executor on(executor::options{});
  std::vector<portable::shuffles<int>> out(32);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {1, 32}, portable::shuffle<int>, out.data(), 1, 12), errc::invalid_argument);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::HasSubstr("width 12 is none of 1, 2, 4, 8, 16 and 32"));
}

TEST(Warp, ButterflySumsAllLanesInEveryLane) {
  EXPECT_THAT(results({1, 64}, portable::butterfly_sum), ::testing::ElementsAreArray([] {
                std::vector<double> expected(32, 496.0);
                expected.insert(expected.end(), 32, 1520.0);
                return expected;
              }()));
}

TEST(Warp, SmallTypesAreShuffledAsInt) {
  EXPECT_THAT(results({1, 32}, portable::shuffle_small), ::testing::Each(-69));
  static_assert(std::is_same_v<decltype(__shfl_sync(1u, short{1}, 0)), int>);
  static_assert(std::is_same_v<decltype(__shfl_up_sync(1u, true, 0u)), int>);
  static_assert(std::is_same_v<decltype(__reduce_add_sync(1u, char{1})), int>);
  static_assert(std::is_same_v<decltype(__shfl_xor_sync(1u, 1.0f, 0)), float>);
}

TEST(Warp, VotesOfAllAndOfTheTwoSidesOfABranch) {
  const auto seen = results({1, 32}, portable::vote);
  for (unsigned i = 0; i < 32; ++i) {
    EXPECT_EQ(seen[i].ballot, 0xaaaaaaaau);
    EXPECT_EQ(seen[i].own_half, i < 16 ? 0x00000007u : 0xc0000000u) << i;
    EXPECT_EQ(seen[i].active, 1u << i);
    EXPECT_EQ(seen[i].all_true, 1);
    EXPECT_EQ(seen[i].all_but_one, 0);
    EXPECT_EQ(seen[i].any_false, 0);
    EXPECT_EQ(seen[i].any_one, 1);
  }
}

TYPED_TEST(WarpTyped, Matches) {
  const auto seen = results({1, 32}, portable::match<TypeParam>);
  for (unsigned i = 0; i < 32; ++i) {
    EXPECT_EQ(seen[i].any, 0x11111111u << (i % 4));
    EXPECT_EQ(seen[i].all, 0xffffffffu);
    EXPECT_EQ(seen[i].all_flag, 1);
    EXPECT_EQ(seen[i].none, 0u);
    EXPECT_EQ(seen[i].none_flag, 0);
  }
}

// Compared as bits: the zeros differ, and a NaN is equal to itself.
TEST(Warp, MatchComparesBits) {
  const auto seen = results(
      {1, 32}, +[](unsigned* out) {
        const float zero = threadIdx.x % 2 == 0 ? 0.0f : -0.0f;
        const unsigned zeros = __match_any_sync(0xffffffffu, zero);
        int same = 0;
        __match_all_sync(0xffffffffu, std::bit_cast<float>(0x7fc00000u), &same);
        out[threadIdx.x] = same != 0 ? zeros : 0;
      });
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(seen[i], 0x55555555u << (i % 2));
}

TEST(Warp, ReductionsOfAnyMask) {
  for (const unsigned mask : {0xffffffffu, 0x00ffff00u, 0x80000001u, 0x00000010u}) {
    unsigned add = 0, disjunction = 0, parity = 0, conjunction = ~0u;
    for (unsigned i = 0; i < 32; ++i) {
      if ((mask >> i & 1u) == 0) continue;
      add += i;
      disjunction |= i;
      parity ^= i;
      conjunction &= i | 64u;
    }
    const unsigned first = static_cast<unsigned>(std::countr_zero(mask));
    const unsigned last = 31u - static_cast<unsigned>(std::countl_zero(mask));
    const auto seen = results({1, 32}, portable::reduce, mask);
    for (unsigned i = 0; i < 32; ++i) {
      if ((mask >> i & 1u) == 0) continue;
      EXPECT_EQ(seen[i].add, add) << mask;
      EXPECT_EQ(seen[i].least, first + 0x80000000u);  // as unsigned: the top bit is no sign
      EXPECT_EQ(seen[i].greatest, last + 0x80000000u);
      EXPECT_EQ(seen[i].conjunction, conjunction);
      EXPECT_EQ(seen[i].disjunction, disjunction);
      EXPECT_EQ(seen[i].parity, parity);
      EXPECT_EQ(seen[i].signed_add, -static_cast<int>(add));
      EXPECT_EQ(seen[i].signed_least, -static_cast<int>(last));
      EXPECT_EQ(seen[i].signed_greatest, -static_cast<int>(first));
    }
  }
}

TEST(Warp, SyncwarpOrdersSharedMemory) {
  EXPECT_THAT(results({1, 32}, portable::warp_tree), ::testing::Each(496));
}

}  // namespace
}  // namespace ark::simt_test
