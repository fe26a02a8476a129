// atomicAdd and the like against plain loops, many lanes on two workers.
#include "kernels/legacy_atomics.hpp"

#include <algorithm>
#include <limits>

#include "executor_launch.hpp"

namespace ark::simt_test {
namespace {

template <class T>
class LegacyInteger : public ::testing::Test {};
using LegacyIntegerTypes = ::testing::Types<int, unsigned, long long, unsigned long long>;
TYPED_TEST_SUITE(LegacyInteger, LegacyIntegerTypes);

template <class T>
portable::integer_words<T> initial_words() {
  return {std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), static_cast<T>(~T{0}), 0,
          0};
}

template <class T>
portable::integer_words<T> expected_words(T bias) {
  auto words = initial_words<T>();
  for (unsigned i = 0; i < all; ++i) {
    const T mine = static_cast<T>(i) + bias;
    const T bit = static_cast<T>(T{1} << (i % 31));
    words.least = std::min(words.least, mine);
    words.greatest = std::max(words.greatest, mine);
    words.conjunction = static_cast<T>(words.conjunction & ~bit);
    words.disjunction = static_cast<T>(words.disjunction | bit);
    words.parity = static_cast<T>(words.parity ^ mine);
  }
  return words;
}

TYPED_TEST(LegacyInteger, MinMaxAndOrXorInAllScopes) {
  using T = TypeParam;
  const T bias = std::is_signed_v<T> ? static_cast<T>(-700) : std::numeric_limits<T>::max() - 5000;
  executor::executor on(with_workers(2));
  std::vector<portable::integer_words<T>> words(3, initial_words<T>());
  ASSERT_EQ(run(on, {blocks, threads}, portable::legacy_integers<T>, words.data(), bias), errc::ok);
  const auto expected = expected_words<T>(bias);
  for (const auto& seen : words) {
    EXPECT_EQ(seen.least, expected.least);
    EXPECT_EQ(seen.greatest, expected.greatest);
    EXPECT_EQ(seen.conjunction, expected.conjunction);
    EXPECT_EQ(seen.disjunction, expected.disjunction);
    EXPECT_EQ(seen.parity, expected.parity);
  }
}

template <class T>
class LegacySum : public ::testing::Test {};
using LegacySumTypes = ::testing::Types<int, unsigned, unsigned long long, float, double>;
TYPED_TEST_SUITE(LegacySum, LegacySumTypes);

TYPED_TEST(LegacySum, LosesNothing) {
  executor::executor on(with_workers(2));
  std::vector<TypeParam> sums(4);
  ASSERT_EQ(run(on, {blocks, threads}, portable::legacy_sums<TypeParam>, sums.data()), errc::ok);
  const auto sum = static_cast<TypeParam>(blocks * threads * (threads - 1) / 2);
  EXPECT_THAT(sums, ::testing::ElementsAre(sum, sum, sum, static_cast<TypeParam>(all)));
}

template <class T>
class LegacyDifference : public ::testing::Test {};
using LegacyDifferenceTypes = ::testing::Types<int, unsigned>;
TYPED_TEST_SUITE(LegacyDifference, LegacyDifferenceTypes);

TYPED_TEST(LegacyDifference, LosesNothing) {
  executor::executor on(with_workers(2));
  std::vector<TypeParam> words(3, 1'000'000);
  ASSERT_EQ(run(on, {blocks, threads}, portable::legacy_differences<TypeParam>, words.data()),
            errc::ok);
  EXPECT_THAT(words, ::testing::Each(1'000'000 - blocks * threads * (threads - 1) / 2));
}

template <class T>
class LegacyExchange : public ::testing::Test {};
using LegacyExchangeTypes = ::testing::Types<int, unsigned, unsigned long long, float>;
TYPED_TEST_SUITE(LegacyExchange, LegacyExchangeTypes);

TYPED_TEST(LegacyExchange, NeitherLosesNorDoubles) {
  executor::executor on(with_workers(2));
  TypeParam word = 0;
  std::vector<TypeParam> taken(all);
  ASSERT_EQ(run(on, {blocks, threads}, portable::legacy_exchanges<TypeParam>, &word, taken.data()),
            errc::ok);
  taken.push_back(word);
  std::sort(taken.begin(), taken.end());
  for (unsigned i = 0; i <= all; ++i) ASSERT_EQ(taken[i], static_cast<TypeParam>(i));
}

template <class T>
class LegacyCompareAndSwap : public ::testing::Test {};
using LegacyCompareAndSwapTypes = ::testing::Types<int, unsigned, unsigned long long>;
TYPED_TEST_SUITE(LegacyCompareAndSwap, LegacyCompareAndSwapTypes);

TYPED_TEST(LegacyCompareAndSwap, CountsEveryThread) {
  executor::executor on(with_workers(2));
  std::vector<TypeParam> words{0, 1000, 5};
  ASSERT_EQ(run(on, {blocks, threads}, portable::legacy_compare_and_swap<TypeParam>, words.data()),
            errc::ok);
  EXPECT_THAT(words, ::testing::ElementsAre(all, 1000, 6));
}

TEST(LegacyWrap, CountsRoundTheClockInBothDirections) {
  executor::executor on(executor::options{});
  constexpr unsigned turns = 12;
  constexpr unsigned limit = 4;
  // The second word starts above the limit, which the first turn brings back to it.
  std::vector<unsigned> words{0, 9, 0, 0}, up(turns), down(turns);
  ASSERT_EQ(
      run(on, {1, 1}, portable::legacy_wraps, words.data(), limit, turns, up.data(), down.data()),
      errc::ok);
  EXPECT_THAT(up, ::testing::ElementsAre(0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1));
  EXPECT_THAT(down, ::testing::ElementsAre(9, 4, 3, 2, 1, 0, 4, 3, 2, 1, 0, 4));
  EXPECT_EQ(words[2], 2 * turns % (limit + 1));
  EXPECT_EQ(words[3], (limit + 1) - 2 * turns % (limit + 1));
}

TEST(LegacyWrap, ManyThreadsTogether) {
  executor::executor on(with_workers(2));
  std::vector<unsigned> words{0, 0};
  ASSERT_EQ(run(on, {blocks, threads}, portable::legacy_wraps_together, words.data(), 100u),
            errc::ok);
  EXPECT_THAT(words, ::testing::ElementsAre(all % 101, 101 - all % 101));
}

// What nvcc refuses is refused here too.
template <class T>
concept added = requires(T* word) {
  atomicAdd(word, T{});
};
template <class T>
concept subtracted = requires(T* word) {
  atomicSub(word, T{});
};
template <class T>
concept exchanged = requires(T* word) {
  atomicExch_block(word, T{});
};
template <class T>
concept swapped = requires(T* word) {
  atomicCAS_system(word, T{}, T{});
};
template <class T>
concept combined = requires(T* word) {
  atomicXor_system(word, T{});
};
static_assert(added<float> && added<unsigned long long> && !added<long> && !added<long long>);
static_assert(!added<short> && !added<bool> && !added<const int> && !added<unsigned long>);
static_assert(subtracted<int> && !subtracted<float> && !subtracted<unsigned long long>);
static_assert(exchanged<float> && !exchanged<double> && !exchanged<long long>);
static_assert(swapped<int> && !swapped<float> && !swapped<long long>);
static_assert(combined<long long> && !combined<long> && !combined<double>);

}  // namespace
}  // namespace ark::simt_test
