// What people are told: dumps, assertions, exceptions, stalled lanes.
#include <gmock/gmock.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <ark/atomic_ref.hpp>
#include <ark/detail/platform/clock.hpp>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "executor/lane_watchdog.hpp"
#include "queue/eventually.hpp"
#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string dump_of(executor& on) {
  char* text = nullptr;
  std::size_t bytes = 0;
  std::FILE* memory = open_memstream(&text, &bytes);
  on.dump(memory);
  std::fclose(memory);
  std::string copy(text, bytes);
  std::free(text);
  return copy;
}

// 30 lanes in __syncthreads, one in a warp operation, one in a wait for a word.
template <class Flag>
void start_mixed_waits(executor& on, Flag& go, const std::uint64_t& word) {
  start(on, {{1}, {32}}, [&go, &word] {
    if (lane_index() == 3) {
      detail::wait_info info;
      info.op = detail::op_kind::signal_wait_until;
      info.cmp = detail::cmp_kind::ge;
      info.address = &word;
      info.expected = 7;
      info.seen = 2;
      info.pe = 1;
      info.timeout_ns = sync_timeout_ns;
      detail::wait([](void* flag) { return static_cast<Flag*>(flag)->load(); }, &go, info);
    }
    if (lane_index() == 4) detail::warp_sync(0x18);
    if (lane_index() == 3) detail::warp_sync(0x18);
    sync_threads();
  });
}

TEST(Dump, NamesWaitingLanesTheirPlacesAndConditions) {
  executor on(options{});
  std::atomic<bool> go{false};
  const std::uint64_t word = 2;
  start_mixed_waits(on, go, word);
  std::string text;
  for (int i = 0; i < 1000 && text.find("30 lanes") == std::string::npos; ++i) text = dump_of(on);
  EXPECT_THAT(text,
              AllOf(HasSubstr("30 lanes in __syncthreads (0-2,5-31)"),
                    HasSubstr("1 lane in __syncwarp with mask 00000018 (4)"),
                    HasSubstr("1 lane in signal_wait_until"), HasSubstr("ge 7 (seen 2), PE 1 (3)"),
                    HasSubstr("block [0,0,0] of grid 1")));
  go = true;
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_THAT(dump_of(on), HasSubstr("0 blocks, 0 lanes"));
}

TEST(Dump, WorksBeforeAnythingRan) {
  executor on(options{});
  EXPECT_THAT(dump_of(on), HasSubstr("worker 0: not started"));
}

TEST(Dump, NamesTheLaneOfAnUnresponsiveWorker) {
  executor on(options{});
  std::atomic<bool> inside{false};
  std::atomic<bool> go{false};
  start(on, {{1}, {2}}, [&] {
    if (lane_index() != 1) return;
    inside = true;
    while (!go.load(std::memory_order_relaxed)) {
    }
  });
  while (!inside) std::this_thread::yield();
  EXPECT_THAT(dump_of(on), HasSubstr("does not answer; it runs thread [1,0,0] of block [0,0,0]"));
  // Relaxed: that the lane's block outlives the dump must not be this test's doing.
  go.store(true, std::memory_order_relaxed);
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
}

TEST(Dump, ShowsGangsThatWaitForFellows) {
  executor on(options{});
  detail::cpu_stream* stream = on.stream_create();
  start(on, {.grid = {1}, .block = {1}, .stream = stream, .partners = {9, 4, 2}}, [] {});
  EXPECT_THAT(dump_of(on), HasSubstr("waits for 3 of the 4 grids of launch group 9"));
}

TEST(Dump, Sigusr1PrintsItToStderr) {
  options opts;
  opts.dump_on_sigusr1 = true;
  ::testing::internal::CaptureStderr();
  {
    executor on(opts);
    std::atomic<bool> go{false};
    const std::uint64_t word = 2;
    start_mixed_waits(on, go, word);
    while (dump_of(on).find("30 lanes") == std::string::npos) std::this_thread::yield();
    raise(SIGUSR1);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    go = true;
    EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  }
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("30 lanes in __syncthreads"));
}

std::atomic<int> earlier_calls, later_calls;

options with_dump() {
  options opts;
  opts.dump_on_sigusr1 = true;
  return opts;
}

struct sigaction usr1_action() {
  struct sigaction now {};
  sigaction(SIGUSR1, nullptr, &now);
  return now;
}

class Sigusr1 : public ::testing::Test {
 protected:
  Sigusr1() {
    earlier_calls = later_calls = 0;
    signal(SIGUSR1, earlier);
    ::testing::internal::CaptureStderr();
  }
  ~Sigusr1() override {
    ::testing::internal::GetCapturedStderr();
    signal(SIGUSR1, SIG_DFL);
  }
  static void earlier(int) { ++earlier_calls; }
  static void later(int) { ++later_calls; }
};

TEST_F(Sigusr1, EarlierHandlerIsCalledAndRestored) {
  {
    executor on(with_dump());
    ASSERT_EQ(run(on, {{1}, {1}}, [] {}), errc::ok);
    EXPECT_NE(usr1_action().sa_handler, earlier);
    raise(SIGUSR1);
    EXPECT_EQ(earlier_calls, 1);
  }
  raise(SIGUSR1);
  EXPECT_EQ(earlier_calls, 2);
  EXPECT_EQ(usr1_action().sa_handler, earlier);
}

// A program without kernels has nothing to print.
TEST_F(Sigusr1, HandlerIsTheProgramsUntilTheFirstKernel) {
  executor on(with_dump());
  EXPECT_EQ(usr1_action().sa_handler, earlier);
}

TEST_F(Sigusr1, HandlerThatCameLaterStays) {
  {
    executor on(with_dump());
    ASSERT_EQ(run(on, {{1}, {1}}, [] {}), errc::ok);
    signal(SIGUSR1, later);
  }
  raise(SIGUSR1);
  EXPECT_EQ(later_calls, 1);
  EXPECT_EQ(usr1_action().sa_handler, later);
}

TEST_F(Sigusr1, CallsAreInterruptedAndSignalsBlockedAsTheEarlierHandlerWants) {
  struct sigaction wanted {};
  wanted.sa_handler = earlier;  // without SA_RESTART
  sigaddset(&wanted.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, &wanted, nullptr);
  executor on(with_dump());
  ASSERT_EQ(run(on, {{1}, {1}}, [] {}), errc::ok);
  const struct sigaction ours = usr1_action();
  EXPECT_EQ(ours.sa_flags & SA_RESTART, 0);
  EXPECT_EQ(sigismember(&ours.sa_mask, SIGUSR2), 1);
}

TEST(Assert, PrintsLikeCudaFailsTheGridAndLaterLaunchesWork) {
  executor on(options{});
  ::testing::internal::CaptureStderr();
  int resumed = 0;
  const errc code = run(on, {{2}, {4, 2}}, [&] {
    if (block_index() == 1 && lane_index() == 6) {
      detail::kernel_assert("x > 0", "kernel.cpp", 12, "void kernel(int)");
    }
    wait_for([] { return false; });
    ++resumed;
  });
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(code, errc::aborted);
  EXPECT_THAT(log, HasSubstr("kernel.cpp:12: void kernel(int): block: [1,0,0], thread: [2,1,0] "
                             "Assertion `x > 0` failed.\n"));
  EXPECT_EQ(resumed, 0);
  int runs = 0;
  EXPECT_EQ(run(on, {{2}, {8}}, [&] { ++runs; }), errc::ok);
  EXPECT_EQ(runs, 16);
}

TEST(Assert, OneOfTwoWorkersEndsTheGridOnBoth) {
  options two;
  two.workers = 2;
  executor on(two);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {{4}, {8}},
                [&] {
                  if (block_index() == 3) detail::kernel_assert("false", "k.cpp", 1, "k");
                  wait_for([] { return false; });
                }),
            errc::aborted);
  ::testing::internal::GetCapturedStderr();
}

TEST(Assert, OtherStreamsGoOn) {
  executor on(options{});
  detail::cpu_stream* other = on.stream_create();
  std::atomic<bool> go{false};
  start(on, {.grid = {2}, .block = {32}, .stream = other}, [&] {
    wait_for([&] { return go.load(); });
    sync_threads();
  });
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {{1}, {1}}, [] { detail::kernel_assert("false", "k.cpp", 1, "k"); }),
            errc::aborted);
  ::testing::internal::GetCapturedStderr();
  go = true;
  EXPECT_EQ(on.stream_sync(other, sync_timeout_ns), errc::ok);
}

TEST(Exception, EscapingOneEndsTheGridWithItsText) {
  executor on(options{});
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run(on, {{1}, {2}},
                [] {
                  if (lane_index() == 1) throw std::runtime_error("out of cheese");
                }),
            errc::aborted);
  EXPECT_THAT(
      ::testing::internal::GetCapturedStderr(),
      AllOf(HasSubstr("let an exception escape: out of cheese"), HasSubstr("thread [1,0,0]")));
}

// A lane that never gives way: reported, the executor is lost, and it can still be destroyed.
TEST(Stalled, LaneIsNamedAndTheExecutorRefusesMore) {
  static std::atomic<bool> go;
  go = false;
  options opts;
  opts.stall_ns = 40 * ms;
  ::testing::internal::CaptureStderr();
  {
    executor on(opts);
    start(on, {{1}, {2}}, [] {
      if (lane_index() != 1) return;
      while (!go) {
      }
    });
    EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::stalled);
    try {
      start(on, {{1}, {1}}, [] {});
      ADD_FAILURE() << "launched";
    } catch (const error& refused) {
      EXPECT_EQ(refused.code(), errc::wrong_state);
    }
  }
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr("stalled"), HasSubstr("thread [1,0,0] of block [0,0,0]"),
                    HasSubstr("has run for 40 ms without yielding"), HasSubstr("ark::atomic_ref")));
  go = true;
}

TEST(Stalled, ALaneThatEndsAfterAllOutlivesItsReport) {
  static std::atomic<bool> go;
  go = false;
  options opts;
  opts.stall_ns = 40 * ms;
  executor on(opts);
  start(on, {{1}, {1}}, [] {
    while (!go.load(std::memory_order_relaxed)) {
    }
  });
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::stalled);
  // Relaxed: that its block is still there when the report is made must not be this test's doing.
  go.store(true, std::memory_order_relaxed);
  const auto ended = [&] { return dump_of(on).find("does not answer") == std::string::npos; };
  EXPECT_TRUE(ark::testing::eventually(ended));
}

TEST(Stalled, LanesThatYieldAreNot) {
  options opts;
  opts.stall_ns = 300 * ms;
  executor on(opts);
  EXPECT_EQ(run(on, {{1}, {1}},
                [] {
                  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
                  while (std::chrono::steady_clock::now() < end) detail::spin_hint();
                }),
            errc::ok);
}

/// Busy threads on one processor, which the caller and the threads it makes share with them.
class crowd {
 public:
  explicit crowd(unsigned threads) {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (unsigned i = 0; i < threads; ++i) {
      busy_.emplace_back([](const std::stop_token& end) {
        while (!end.stop_requested()) {
        }
      });
    }
  }
  ~crowd() { sched_setaffinity(0, sizeof before_, &before_); }
  crowd(const crowd&) = delete;
  crowd& operator=(const crowd&) = delete;

 private:
  cpu_set_t before_{};
  std::vector<std::jthread> busy_;
};

/// Runs a lane that computes for `busy_ns` of its own processor time, in a crowd, and says how long
/// that took.
errc run_crowded(std::uint64_t stall_ns, std::uint64_t busy_ns, std::uint64_t& took_ns) {
  static std::uint64_t wanted;
  wanted = busy_ns;
  const crowd others(12);
  options opts;
  opts.stall_ns = stall_ns;
  executor on(opts);
  const std::uint64_t start = detail::clock_ns();
  const errc code = run(on, {{1}, {1}}, [] {
    timespec now{}, begin{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    std::uint64_t ran = 0;
    while (ran < wanted) {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
      ran = static_cast<std::uint64_t>((now.tv_sec - begin.tv_sec) * 1'000'000'000 + now.tv_nsec -
                                       begin.tv_nsec);
    }
  });
  took_ns = detail::clock_ns() - start;
  return code;
}

TEST(Stalled, TimeWithoutAProcessorDoesNotCount) {
  if (thread_time_of(gettid()).ran == 0) GTEST_SKIP() << "no /proc/self/task/*/schedstat here";
  std::uint64_t took_ns = 0;
  EXPECT_EQ(run_crowded(250 * ms, 60 * ms, took_ns), errc::ok);
  EXPECT_GT(took_ns, 500 * ms) << "it had a processor to itself, so that nothing is shown";
}
TEST(Stalled, TimeOnAProcessorCountsInACrowd) {
  std::uint64_t took_ns = 0;
  EXPECT_EQ(run_crowded(50 * ms, 400 * ms, took_ns), errc::stalled);
}

TEST(Stalled, ASleepingLaneIsReported) {
  options opts;
  opts.stall_ns = 40 * ms;
  executor on(opts);
  EXPECT_EQ(run(on, {{1}, {1}}, [] { std::this_thread::sleep_for(std::chrono::seconds(1)); }),
            errc::stalled);
}

}  // namespace
}  // namespace ark::executor::testing
