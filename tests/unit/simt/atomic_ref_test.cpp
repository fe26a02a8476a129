// ark::atomic_ref against plain loops, many lanes on two workers, and from the host.
#include "kernels/atomic_ref.hpp"

#include <ark/atomic_ref.hpp>
#include <thread>

#include "executor_launch.hpp"

namespace ark::simt_test {
namespace {

template <class T, thread_scope Scope>
void expect_integers() {
  executor::executor on(with_workers(2));
  portable::ref_words<T> words{};
  words.conjunction = static_cast<T>(~T{0});
  words.least = 77;
  words.difference = 5'000'000;
  T cleared = words.conjunction;
  T parity = 0;
  for (unsigned i = 0; i < all; ++i) {
    cleared = static_cast<T>(cleared & ~static_cast<T>(T{1} << (i % 31)));
    parity = static_cast<T>(parity ^ static_cast<T>(i));
  }
  ASSERT_EQ(run(on, {blocks, threads}, portable::ref_integers<T, Scope>, &words), errc::ok);
  EXPECT_EQ(words.sum, static_cast<T>(all * (all - 1) / 2));
  EXPECT_EQ(words.difference, static_cast<T>(5'000'000 - all * (all - 1) / 2));
  EXPECT_EQ(words.conjunction, cleared);
  EXPECT_EQ(words.disjunction, static_cast<T>(0x7fffffff));
  EXPECT_EQ(words.parity, parity);
  EXPECT_EQ(words.least, T{0});
  EXPECT_EQ(words.greatest, static_cast<T>(all - 1));
  EXPECT_EQ(words.increments, static_cast<T>(2 * all));
  EXPECT_EQ(words.swapped, static_cast<T>(all));
}

TEST(AtomicRef, IntegersLoseNothing) {
  expect_integers<int, thread_scope_system>();
  expect_integers<unsigned, thread_scope_device>();
  expect_integers<long, thread_scope_device>();
  expect_integers<unsigned long long, thread_scope_system>();
}

template <class T>
void expect_floats() {
  executor::executor on(with_workers(2));
  std::vector<T> words{0, 100000};
  ASSERT_EQ(run(on, {blocks, threads}, portable::ref_floats<T>, words.data()), errc::ok);
  const T sum = blocks * threads * (threads - 1) / 2;
  EXPECT_THAT(words, ::testing::ElementsAre(sum, 100000 - sum));
}

TEST(AtomicRef, FloatsLoseNothing) {
  expect_floats<float>();
  expect_floats<double>();
}

template <class T>
void expect_alone() {
  executor::executor on(executor::options{});
  T word = 0;
  portable::ref_results<T> seen{};
  ASSERT_EQ(run(on, {1, 1}, portable::ref_alone<T>, &word, &seen), errc::ok);
  EXPECT_EQ(seen.loaded, T{1});
  EXPECT_EQ(seen.assigned, T{2});
  EXPECT_EQ(seen.converted, T{2});
  EXPECT_EQ(seen.exchanged, T{2});
  EXPECT_TRUE(seen.failed);
  EXPECT_EQ(seen.expected_after_failure, T{3});
  EXPECT_TRUE(seen.succeeded);
  EXPECT_EQ(word, T{4});
}

TEST(AtomicRef, EachMemberHasTheDocumentedEffect) {
  expect_alone<int>();
  expect_alone<unsigned long long>();
  expect_alone<float>();
  expect_alone<double>();
}

// g++ 12 loses or keeps the wrong value of these three where it uses its builtins.
TEST(AtomicRef, CompoundBitOperationsGiveTheNewValue) {
  executor::executor on(executor::options{});
  unsigned word = 0x0f;
  std::vector<unsigned> seen(3);
  ASSERT_EQ(run(on, {1, 1}, portable::ref_compound, &word, seen.data()), errc::ok);
  EXPECT_THAT(seen, ::testing::ElementsAre(0xffu, 0x3cu, 0xc3u));
  EXPECT_EQ(word, 0xc3u);
}

template <class T>
T fetched_and(T* word, T operand) {
  operand = atomic_ref<T>(*word).fetch_and(operand);
  return operand;
}

TEST(AtomicRef, OldValueInTheOperandsPlace) {
  std::uint32_t word = 0xff;
  EXPECT_EQ(fetched_and(&word, std::uint32_t{0x0f}), 0xffu);
  EXPECT_EQ(word, 0x0fu);
}

TEST(AtomicRef, PointersCountInElements) {
  int cells[4] = {};
  int* at = cells;
  const atomic_ref<int*> ref(at);
  EXPECT_EQ(ref.fetch_add(2), cells);
  EXPECT_EQ(++ref, cells + 3);
  EXPECT_EQ(ref -= 1, cells + 2);
  EXPECT_EQ(ref.load(), cells + 2);
}

template <class T>
concept adds = requires(atomic_ref<T> ref, T value) {
  ref.fetch_add(value);
};
template <class T>
concept combines = requires(atomic_ref<T> ref, T value) {
  ref.fetch_or(value) && ref.fetch_and(value);
};
template <class T>
concept counts = requires(atomic_ref<T> ref) {
  ++ref;
};

TEST(AtomicRef, OtherTypesHaveTheirMembersOnly) {
  static_assert(adds<int> && adds<float> && !adds<bool>);
  static_assert(combines<unsigned> && !combines<float> && !combines<bool>);
  static_assert(counts<long> && counts<char*> && !counts<float> && !counts<bool>);
  static_assert(atomic_ref<double>::is_always_lock_free);
  static_assert(atomic_ref<int>::required_alignment == alignof(int));
  bool raised = false;
  EXPECT_FALSE(atomic_ref<bool>(raised).exchange(true));
  EXPECT_TRUE(atomic_ref<bool>(raised).load());
}

// On host threads there is no lane to give way to; a wait drives progress and ends.
TEST(AtomicRef, WaitOnAHostThread) {
  unsigned word = 0;
  std::thread other([&] { atomic_ref<unsigned>(word).store(3, memory_order_release); });
  atomic_ref<unsigned>(word).wait(0, memory_order_acquire);
  EXPECT_EQ(atomic_ref<unsigned>(word).load(), 3u);
  other.join();
}

}  // namespace
}  // namespace ark::simt_test
