// put_signal, signal_wait_until, and the wait_until and test families. Run under every route.
#include <array>
#include <set>

#include "api_test.hpp"

namespace ark_mp {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

ARK_GLOBAL void ring_of_signals(int* data, const int* source, std::size_t count,
                                std::uint64_t* signal, int turns, std::uint64_t* wrong) {
  const int next = (ark_my_pe() + 1) % ark_n_pes();
  const int previous = (ark_my_pe() + ark_n_pes() - 1) % ark_n_pes();
  for (int turn = 1; turn <= turns; ++turn) {
    ark_int_put_signal_nbi_block(data, source, count, signal, 1, ARK_SIGNAL_ADD, next);
    if (threadIdx.x == 0) {
      const std::uint64_t seen =
          ark_signal_wait_until(signal, ARK_CMP_GE, static_cast<std::uint64_t>(turn));
      if (seen < static_cast<std::uint64_t>(turn)) *wrong += 1;
      for (std::size_t i = 0; i < count; ++i)
        *wrong += data[i] != pattern<int>(previous, i) ? 1 : 0;
      ark_barrier_all();
    }
    __syncthreads();
  }
}

class Signal : public pe_test {
 protected:
  void check_ring(std::size_t count) {
    const sym<int> data(count), source(count);
    const sym<std::uint64_t> signal(1), wrong(1);
    for (std::size_t i = 0; i < count; ++i) source[i] = pattern<int>(me_, i);
    ark_barrier_all();
    run_kernel(1, 64, ring_of_signals, data.get(), source.get(), count, signal.get(), 5,
               wrong.get());
    EXPECT_EQ(wrong[0], 0u);
    EXPECT_EQ(signal[0], 5u);
    ark_barrier_all();
  }
};
TEST_F(Signal, RingOfSmallPuts) { check_ring(8); }
TEST_F(Signal, RingOfLargePuts) { check_ring(40000); }

TEST_F(Signal, SetAndAddFromTheHost) {
  const sym<int> data(4), source(4);
  const sym<std::uint64_t> signal(2);
  source[0] = me_ + 1;
  ark_int_put_signal(data, source, 1, signal, 77, ARK_SIGNAL_SET, next_);
  EXPECT_EQ(ark_signal_wait_until(signal, ARK_CMP_EQ, 77), 77u);
  EXPECT_EQ(data[0], previous_ + 1);
  ark_barrier_all();
  ark_int_put_signal_nbi(data, source, 0, signal, 3, ARK_SIGNAL_ADD,
                         next_);  // no data: the signal alone
  EXPECT_EQ(ark_signal_wait_until(signal, ARK_CMP_NE, 77), 80u);
  ark_signal_set(signal + 1, 5, next_);
  EXPECT_EQ(ark_signal_wait_until(signal + 1, ARK_CMP_GT, 0), 5u);
  ark_barrier_all();
  ark_signal_add(signal + 1, 6, next_);
  EXPECT_EQ(ark_signal_wait_until(signal + 1, ARK_CMP_GE, 6), 11u);
  EXPECT_EQ(ark_signal_fetch(signal + 1), 11u);
  ark_barrier_all();
}

// --- wait_until and test, each comparison true and false. ---

struct comparison {
  int cmp;
  bool less, equal, greater;  ///< does it hold for a word below, at and above the value
};
constexpr comparison comparisons[] = {
    {ARK_CMP_EQ, false, true, false}, {ARK_CMP_NE, true, false, true},
    {ARK_CMP_GT, false, false, true}, {ARK_CMP_GE, false, true, true},
    {ARK_CMP_LT, true, false, false}, {ARK_CMP_LE, true, true, false}};

template <class T>
class WaitTyped : public pe_test {};
using wait_types =
    testing::Types<int, long, long long, unsigned, unsigned long, unsigned long long>;
TYPED_TEST_SUITE(WaitTyped, wait_types);

TYPED_TEST(WaitTyped, EveryComparison) {
  const sym<TypeParam> word(1);
  for (const comparison& c : comparisons) {
    for (const int offset : {-1, 0, 1}) {
      word[0] = static_cast<TypeParam>(10 + offset);
      const bool holds = offset < 0 ? c.less : offset == 0 ? c.equal : c.greater;
      EXPECT_EQ(ark::test(word.get(), c.cmp, TypeParam{10}) != 0, holds)
          << "cmp " << c.cmp << " offset " << offset;
      if (!holds) continue;
      EXPECT_EQ(ark::wait_until(word.get(), c.cmp, TypeParam{10}), ark::errc::ok);
    }
  }
  word[0] = static_cast<TypeParam>(-1);  // signed types compare as signed, unsigned as unsigned
  EXPECT_EQ(ark::test(word.get(), ARK_CMP_LT, TypeParam{0}) != 0, std::is_signed_v<TypeParam>);
}

class WaitSets : public pe_test {
 protected:
  static constexpr std::size_t count = 4;
  const std::array<int, count> all_excluded_{1, 1, 1, 1};
  const std::array<int, count> first_excluded_{1, 0, 0, 0};
};

TEST_F(WaitSets, TestFamilyLooksOnce) {
  const sym<int> words(count);
  const std::array<int, count> wanted{0, 1, 2, 3};
  std::array<std::size_t, count> indices{};
  words[1] = 1;
  words[3] = 1;
  EXPECT_EQ(ark_int_test_all(words, count, nullptr, ARK_CMP_EQ, 1), 0);
  EXPECT_EQ(ark_int_test_any(words, count, nullptr, ARK_CMP_EQ, 1) % 2, 1u);
  EXPECT_EQ(ark_int_test_any(words, count, nullptr, ARK_CMP_EQ, 7), none);
  EXPECT_EQ(ark_int_test_some(words, count, indices.data(), nullptr, ARK_CMP_EQ, 1), 2u);
  EXPECT_EQ(indices[0], 1u);
  EXPECT_EQ(indices[1], 3u);
  EXPECT_EQ(ark_int_test_any(words, count, first_excluded_.data(), ARK_CMP_EQ, 0), 2u);
  EXPECT_EQ(ark_int_wait_until_any(words, count, first_excluded_.data(), ARK_CMP_EQ, 0), 2u);
  EXPECT_EQ(ark_int_test_all_vector(words, count, nullptr, ARK_CMP_EQ, wanted.data()), 0);
  for (std::size_t i = 0; i < count; ++i) words[i] = static_cast<int>(i);
  EXPECT_EQ(ark_int_test_all_vector(words, count, nullptr, ARK_CMP_EQ, wanted.data()), 1);
  EXPECT_NE(
      ark_int_test_any_vector(words, count, first_excluded_.data(), ARK_CMP_EQ, wanted.data()), 0u);
  EXPECT_EQ(ark_int_test_some_vector(words, count, indices.data(), first_excluded_.data(),
                                     ARK_CMP_EQ, wanted.data()),
            3u);
  EXPECT_EQ(indices[0], 1u);
}

// A caller that sets no flags of its own relies on it, as the specification's example of test_any.
TEST_F(WaitSets, ASeriesOfCallsReturnsEveryElementThatHolds) {
  const sym<int> words(count);
  const std::array<int, count> zeros{};
  const auto seen_by = [&](auto&& call) {
    std::set<std::size_t> seen;
    for (int i = 0; i < 1000 && seen.size() < count; ++i) seen.insert(call());
    return seen.size();
  };
  EXPECT_EQ(seen_by([&] { return ark_int_test_any(words, count, nullptr, ARK_CMP_EQ, 0); }), count);
  EXPECT_EQ(seen_by([&] { return ark_int_wait_until_any(words, count, nullptr, ARK_CMP_EQ, 0); }),
            count);
  EXPECT_EQ(seen_by([&] {
              return ark_int_test_any_vector(words, count, nullptr, ARK_CMP_EQ, zeros.data());
            }),
            count);
  EXPECT_EQ(seen_by([&] {
              return ark_int_wait_until_any_vector(words, count, nullptr, ARK_CMP_EQ, zeros.data());
            }),
            count);
}

TEST_F(WaitSets, EmptySetsReturnAtOnce) {
  const sym<int> words(count);
  std::size_t index = 0;
  for (const int* excluded : {static_cast<const int*>(nullptr), all_excluded_.data()}) {
    const std::size_t n = excluded == nullptr ? 0 : count;
    ark_int_wait_until_all(words, n, excluded, ARK_CMP_EQ, 9);
    EXPECT_EQ(ark_int_wait_until_any(words, n, excluded, ARK_CMP_EQ, 9), none);
    EXPECT_EQ(ark_int_wait_until_some(words, n, &index, excluded, ARK_CMP_EQ, 9), 0u);
    EXPECT_EQ(ark_int_test_all(words, n, excluded, ARK_CMP_EQ, 9), 1);
    EXPECT_EQ(ark_int_test_any(words, n, excluded, ARK_CMP_EQ, 9), none);
    EXPECT_EQ(ark_int_test_some(words, n, &index, excluded, ARK_CMP_EQ, 9), 0u);
  }
  EXPECT_EQ(ark_status(), 0);
}

// One word per PE: each PE writes its own at all others, in kernels. Arrivals are collected by any,
// some and all.
ARK_GLOBAL void tell_all(long* words, long* more, long value) {
  const int me = ark_my_pe();
  for (int pe = 0; pe < ark_n_pes(); ++pe) {
    ark_long_p(words + me, value, pe);
    ark_long_p(more + me, value + me, pe);
  }
}
ARK_GLOBAL void collect(long* words, long* more, const long* wanted, int* excluded,
                        std::size_t* indices, std::uint64_t* found) {
  const auto n = static_cast<std::size_t>(ark_n_pes());
  for (std::size_t left = n; left > 0; --left) {
    const std::size_t at = ark_long_wait_until_any(words, n, excluded, ARK_CMP_EQ, 5);
    if (at >= n || excluded[at] != 0) return;
    excluded[at] = 1;
    found[0] += 1;
  }
  for (std::size_t i = 0; i < n; ++i) excluded[i] = 0;
  for (std::size_t got = 0; got < n;) {
    const std::size_t some =
        ark_long_wait_until_some_vector(more, n, indices, excluded, ARK_CMP_EQ, wanted);
    if (some == 0) return;
    for (std::size_t i = 0; i < some; ++i) excluded[indices[i]] = 1;
    got += some;
    found[1] += some;
  }
  ark_long_wait_until_all(words, n, nullptr, ARK_CMP_EQ, 5);
  ark_long_wait_until_all_vector(more, n, nullptr, ARK_CMP_EQ, wanted);
  found[2] = 1;
}

TEST_F(WaitSets, ArrivalsOfAllPesAreCollected) {
  const auto n = static_cast<std::size_t>(n_);
  const sym<long> words(n), more(n), wanted(n);
  const sym<int> excluded(n);
  const sym<std::size_t> indices(n);
  const sym<std::uint64_t> found(3);
  for (std::size_t i = 0; i < n; ++i) wanted[i] = 5 + static_cast<long>(i);
  const ark::stream_t second = ark::stream_create();
  ark::launch({1, 1}, collect, words.get(), more.get(), wanted.get(), excluded.get(), indices.get(),
              found.get());
  ark::launch({1, 1, 0, second}, tell_all, words.get(), more.get(), 5L);
  ark::device_sync();
  ark::stream_destroy(second);
  EXPECT_EQ(found[0], n);
  EXPECT_EQ(found[1], n);
  EXPECT_EQ(found[2], 1u);
  ark_barrier_all();
}

}  // namespace
}  // namespace ark_mp
