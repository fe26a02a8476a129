// Loops that wait for another lane end, whatever they look at, on one worker.
#include "kernels/spin.hpp"

#include "executor_launch.hpp"

namespace ark::simt_test {
namespace {

void expect_progress(void (*kernel)(unsigned*, unsigned*)) {
  executor::executor on(executor::options{});
  std::vector<unsigned> words(64), seen(64);
  ASSERT_EQ(run(on, {1, 64}, kernel, words.data(), seen.data()), errc::ok);
  seen.pop_back();
  EXPECT_THAT(seen, ::testing::Each(1u));
}

TEST(Spin, OnAtomicRef) {
  expect_progress(portable::wait_for_last<portable::by_load>);
  expect_progress(portable::wait_for_last<portable::by_conversion>);
  expect_progress(portable::wait_for_last<portable::by_exchange>);
  expect_progress(portable::wait_for_last<portable::by_fetch_add>);
  expect_progress(portable::wait_for_last<portable::by_fetch_or>);
  expect_progress(portable::wait_for_last<portable::by_compare_exchange>);
  expect_progress(portable::wait_member);
}

TEST(Spin, OnLegacyAtomics) {
  expect_progress(portable::wait_for_last<portable::by_legacy_add>);
  expect_progress(portable::wait_for_last<portable::by_legacy_exchange>);
  expect_progress(portable::wait_for_last<portable::by_legacy_compare>);
  expect_progress(portable::wait_for_last<portable::by_legacy_max>);
  expect_progress(portable::wait_for_last<portable::by_legacy_increment>);
}

#if !defined(__SANITIZE_THREAD__)  // the plain reads in these are the race they look like
TEST(Spin, OnPlainMemoryBehindAFenceASleepOrAClock) {
  expect_progress(portable::wait_for_last<portable::by_fence>);
  expect_progress(portable::wait_for_last<portable::by_sleep>);
  expect_progress(portable::wait_for_last<portable::by_shortest_sleep>);
  expect_progress(portable::wait_for_last<portable::by_clock>);
}

// Nothing in this loop gives way.
struct by_plain_read {
  static bool set(unsigned* word) { return *static_cast<volatile unsigned*>(word) != 0; }
};

// The control: the lane that would end it never runs, and the report says so.
TEST(Spin, OnPlainMemoryAloneIsReportedWithItsLane) {
  executor::options hasty;
  hasty.stall_ns = 50'000'000;
  static std::vector<unsigned> words(2), seen(2);
  ::testing::internal::CaptureStderr();
  executor::executor on(hasty);
  EXPECT_EQ(run(on, {1, 2}, portable::wait_for_last<by_plain_read>, words.data(), seen.data()),
            errc::stalled);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), ::testing::HasSubstr("atomic_ref"));
  EXPECT_EQ(seen[0], 0u);
  *static_cast<volatile unsigned*>(&words[0]) = 1;  // lets it go
}
#endif

void expect_chain(const executor::options& how, unsigned blocks) {
  executor::executor on(how);
  std::vector<unsigned> flags(blocks), order(blocks);
  ASSERT_EQ(run(on, {blocks, 2}, portable::chain, flags.data(), order.data()), errc::ok);
  for (unsigned b = 0; b < blocks; ++b) EXPECT_EQ(order[b], blocks - b);
}

TEST(Spin, ChainOf132BlocksOnOneWorker) { expect_chain(with_workers(1), 132); }
TEST(Spin, ChainOf132BlocksOnTwoWorkers) { expect_chain(with_workers(2), 132); }

TEST(Spin, ChainUnderSeededSchedules) {
  for (const auto kind : {policy_kind::random, policy_kind::pct}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      executor::options how;
      how.order = {kind, seed, 3};
      expect_chain(how, 12);
    }
  }
}

TEST(Spin, LockIsTakenByEveryLaneInTurn) {
  for (const unsigned workers : {1u, 2u}) {
    executor::executor on(with_workers(workers));
    unsigned lock = 0;
    unsigned counter = 0;
    ASSERT_EQ(run(on, {8, 32}, portable::spin_lock, &lock, &counter), errc::ok);
    EXPECT_EQ(counter, 256u);
  }
}

}  // namespace
}  // namespace ark::simt_test
