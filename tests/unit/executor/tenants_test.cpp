// Tenants of an executor: whose blocks run next, and on how many workers.
#include <gtest/gtest.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "executor/worker.hpp"
#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

std::uint64_t cpu_time_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}
/// Computes without a yield; returns the time.
std::uint64_t spin(std::uint64_t ns) {
  const std::uint64_t began = cpu_time_ns();
  while (cpu_time_ns() - began < ns) {
  }
  return cpu_time_ns() - began;
}

/// Two streams of an executor, of tenants 1 and 2.
class ExecutorTenants : public ::testing::Test {
 protected:
  struct slice {
    unsigned tenant;
    std::uint64_t ns;
  };

  void make(unsigned workers) {
    options opts;
    opts.workers = workers;
    opts.tenants = 2;
    on_ = std::make_unique<executor>(opts);
    for (unsigned i = 1; i <= 2; ++i) {
      streams_[i] = on_->stream_create();
      on_->stream_assign(streams_[i], i);
      on_->tenants().hold(i);
    }
  }
  void compute(unsigned tenant, std::uint64_t ns = 40'000) {
    const std::uint64_t took = spin(ns);
    const std::lock_guard lock(mutex_);
    slices_.push_back({tenant, took});
    workers_[tenant].insert(std::this_thread::get_id());
  }
  /// Both tenants' grids begin together, behind blocks that hold the workers until then.
  void run_both(unsigned blocks_of_1, unsigned blocks_of_2) {
    std::atomic<bool> go{false};
    const unsigned workers = on_->config().workers;
    start(*on_, {{workers}, {1}}, [&] {
      while (!go.load()) {
      }
    });
    start(*on_, {{blocks_of_1}, {1}, streams_[1]}, [&] { compute(1); });
    start(*on_, {{blocks_of_2}, {1}, streams_[2]}, [&] { compute(2); });
    go = true;
    for (unsigned i = 0; i < 3; ++i)
      ASSERT_EQ(on_->stream_sync(streams_[i], sync_timeout_ns), errc::ok);
  }
  /// The time of each tenant until the first of them has ended its last block.
  std::array<double, 3> times_while_both_run() const {
    std::array<std::size_t, 3> left{};
    for (const slice& one : slices_) ++left[one.tenant];
    std::array<double, 3> sum{};
    for (const slice& one : slices_) {
      if (left[1] == 0 || left[2] == 0) break;
      sum[one.tenant] += static_cast<double>(one.ns);
      --left[one.tenant];
    }
    return sum;
  }

  std::unique_ptr<executor> on_;
  detail::cpu_stream* streams_[3] = {};
  std::mutex mutex_;
  std::vector<slice> slices_;
  std::set<std::thread::id> workers_[3];
};

TEST_F(ExecutorTenants, WorkersTimeIsSharedWhileBothHaveBlocks) {
  make(1);
  on_->tenants().set(2, {.share = 3});
  run_both(200, 300);
  const auto time = times_while_both_run();
  EXPECT_NEAR(time[2] / time[1], 3, 0.2);
  EXPECT_EQ(slices_.size(), 500u);
}

// The control: the grid that was launched first has the worker to itself.
TEST_F(ExecutorTenants, ControlWithoutTenantsTheFirstGridIsServedFirst) {
  make(1);
  for (unsigned i = 1; i <= 2; ++i) on_->stream_assign(streams_[i], 0);
  on_->tenants().set(2, {.share = 3});
  run_both(200, 300);
  EXPECT_EQ(times_while_both_run()[2], 0);
}

TEST_F(ExecutorTenants, WithinTheirBurstGridsAreServedInTheOrderOfTheirLaunches) {
  make(1);
  for (unsigned i = 1; i <= 2; ++i) on_->tenants().set(i, {.share = 1, .burst = 1'000'000'000});
  run_both(20, 20);
  EXPECT_EQ(times_while_both_run()[2], 0);
}

TEST_F(ExecutorTenants, PriorityComesBeforeShares) {
  make(1);
  on_->tenants().set(1, {.share = 100});
  on_->tenants().set(2, {.share = 1, .priority = 1});
  run_both(20, 20);
  EXPECT_EQ(times_while_both_run()[1], 0);
}

TEST_F(ExecutorTenants, AnIdleTenantsTimeIsUsed) {
  make(1);
  on_->tenants().set(2, {.share = 1000});
  run_both(100, 1);
  EXPECT_EQ(slices_.size(), 101u);
  EXPECT_GE(on_->tenants().counts(1).amount.load(), 100u * 40'000);
}

TEST_F(ExecutorTenants, BlocksThatYieldAreSharedToo) {
  make(1);
  on_->tenants().set(2, {.share = 4});
  std::atomic<bool> go{false}, over{false};
  std::array<std::uint64_t, 3> time{};
  const auto body = [&](unsigned tenant) {
    EXPECT_EQ(wait_for([&] { return go.load(); }), errc::ok);
    while (!over.load()) {
      time[tenant] += spin(20'000);
      if (time[1] + time[2] > 20'000'000) over = true;
      detail::yield();
    }
  };
  start(*on_, {{1}, {1}, streams_[1]}, [&] { body(1); });
  start(*on_, {{1}, {1}, streams_[2]}, [&] { body(2); });
  go = true;
  for (unsigned i = 1; i < 3; ++i)
    ASSERT_EQ(on_->stream_sync(streams_[i], sync_timeout_ns), errc::ok);
  // A sanitizer makes the switches, which the tenants pay too, as long as the time slices.
  EXPECT_NEAR(static_cast<double>(time[2]) / static_cast<double>(time[1]), 4,
              ARK_TEST_SANITIZED ? 1.5 : 0.3);
}

TEST_F(ExecutorTenants, ACappedTenantHasItsPartOfTheWorkers) {
  make(4);
  on_->tenants().set(1, {.share = 1, .capped = true});
  on_->tenants().set(2, {.share = 3, .capped = true});
  run_both(60, 60);
  EXPECT_EQ(workers_[1].size(), 1u);
  EXPECT_LE(workers_[2].size(), 3u);
  EXPECT_EQ(slices_.size(), 120u);
}

TEST_F(ExecutorTenants, ACollectiveGridOfACappedTenantIsResidentOnItsWorkers) {
  make(4);
  on_->tenants().set(1, {.share = 1, .capped = true});
  std::atomic<unsigned> arrived{0};
  EXPECT_EQ(run(*on_, {{8}, {1}, streams_[1], true},
                [&] {
                  ++arrived;
                  EXPECT_EQ(wait_for([&] { return arrived.load() == 8; }), errc::ok);
                  compute(1, 0);
                }),
            errc::ok);
  EXPECT_LE(workers_[1].size(), 2u);  // of tenants 1 and 2 with equal shares
}

// Every lane runs once, whatever is launched, assigned and changed meanwhile.
TEST_F(ExecutorTenants, NoBlockIsLostWhileSharesChange) {
  make(2);
  std::atomic<unsigned> ran{0};
  for (unsigned i = 0; i < 200; ++i) {
    on_->tenants().set(1 + i % 2, {.share = 1.0 + i % 7, .priority = i % 3, .capped = i % 5 == 0});
    start(*on_, {{3}, {4}, streams_[1 + i % 2]}, [&] {
      ++ran;
      sync_threads();
    });
    if (i % 10 == 0) on_->stream_assign(streams_[1], i % 20 == 0 ? 0 : 1);
  }
  for (unsigned i = 1; i < 3; ++i)
    ASSERT_EQ(on_->stream_sync(streams_[i], sync_timeout_ns), errc::ok);
  EXPECT_EQ(ran.load(), 200u * 12);
}

}  // namespace
}  // namespace ark::executor::testing
