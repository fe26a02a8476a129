// Ways in which executors like this one are known to go wrong, as far as no other file has them.
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ark/atomic_ref.hpp>
#include <atomic>
#include <cfenv>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "executor/host_limits.hpp"
#include "executor/registry.hpp"
#include "executor/sanitizer.hpp"
#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

using ::testing::HasSubstr;

// A predicate that loads through ark::atomic_ref calls the hidden yield: on the scheduler's stack
// that is no lane.
TEST(Trap01, PredicateThatYieldsDoesNotCorruptTheRunQueue) {
  executor on(options{});
  std::atomic<int> arrived{0};
  std::atomic<int> lanes_seen{0};
  ASSERT_EQ(run(on, {{8}, {64}},
                [&] {
                  ++arrived;
                  wait_for([&] {
                    if (self() != nullptr) ++lanes_seen;
                    for (int i = 0; i < 100; ++i) detail::spin_hint();
                    detail::yield();
                    return arrived.load() == 512;
                  });
                  sync_threads();
                }),
            errc::ok);
  EXPECT_EQ(lanes_seen, 0);
}

// The scheduler lives in the library: what kernels include never switches stacks itself.
TEST(Trap02, KernelHeadersHoldNoScheduler) {
  std::ifstream header(ARK_SOURCE_DIR "/include/ark/detail/simt/lane.hpp");
  ASSERT_TRUE(header);
  const std::string text((std::istreambuf_iterator<char>(header)), {});
  EXPECT_THAT(text, HasSubstr("ARK_API errc wait("));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("context_switch")));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("#include \"")));
}

TEST(Trap05, GuardPagesLeaveMapsToOthers) {
  if (built_with_tsan) GTEST_SKIP() << "ThreadSanitizer has room for 8128 fibers";
  options guarded;
  guarded.guard_pages = true;
  executor on(guarded);
  std::size_t maps = 0, alive = 0;
  EXPECT_EQ(run(on, {{80}, {256}},
                [&] {
                  ++alive;
                  wait_for([&] { return alive == 80 * 256; });
                  if (maps != 0) return;
                  std::ifstream all("/proc/self/maps");
                  for (std::string line; std::getline(all, line);) ++maps;
                }),
            errc::ok);
  EXPECT_GT(maps, 2u * 8192);
  EXPECT_LT(maps, 2u * 8192 + 4096) << "of 20480 lanes";
}

// Writes every byte of a local array that is as large as the whole stack.
[[gnu::noinline]] void fill_locals(std::size_t bytes) {
  auto* local = static_cast<volatile char*>(__builtin_alloca(bytes));
  for (std::size_t i = bytes; i-- > 0;) local[i] = 1;
}

TEST(Trap05, OverflowWithoutGuardPagesIsDetectedAtLaneExit) {
  if (built_with_asan) GTEST_SKIP() << "AddressSanitizer sees it first";
  options small;
  small.stack_bytes = 16 * 1024;
  executor on(small);
  ::testing::internal::CaptureStderr();
  // Beyond this stack's low end lies the page that makes the stride odd: nobody else is hurt.
  const errc code = run(on, {{1}, {1}}, [] { fill_locals(16 * 1024); });
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(code, errc::aborted);
  EXPECT_THAT(log, HasSubstr("overflowed its stack of 16384 bytes"));
  EXPECT_THAT(log, HasSubstr("ARK_CPU_STACK"));
}

TEST(Trap06, WorkersComeFromTheAffinityMaskAndTheLocalPes) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  const auto cpus = static_cast<unsigned>(CPU_COUNT(&before));
  EXPECT_EQ(workers_default(1), cpus);
  EXPECT_EQ(workers_default(0), cpus);
  EXPECT_EQ(workers_default(cpus), 1u);
  EXPECT_EQ(workers_default(1000), 1u);
  EXPECT_GT(spin_rounds_default(1), spin_rounds_default(cpus + 1));
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(workers_default(1), 1u);
  EXPECT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
}

TEST(HostWait, SpinsAsBrieflyAsTheExecutorThatSpinsLeast) {
  const unsigned before = registry_spin_rounds();
  options crowded, alone;
  crowded.spin_rounds = 4;
  alone.spin_rounds = 1000;
  {
    const executor first(alone);
    EXPECT_EQ(registry_spin_rounds(), before);
    {
      const executor second(crowded);
      EXPECT_EQ(registry_spin_rounds(), 8u);
    }
    EXPECT_EQ(registry_spin_rounds(), before);
  }
  EXPECT_EQ(registry_spin_rounds(), before);
}

TEST(HostWait, ALongWaitYieldsTheCore) {
  const executor on(options{});
  const auto on_processor = [] {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
  };
  const auto before = on_processor();
  detail::wait_info info;
  info.timeout_ns = 300'000'000;
  EXPECT_EQ(detail::wait([](void*) { return false; }, nullptr, info), errc::timeout);
  EXPECT_LT(on_processor() - before, std::chrono::milliseconds(100)) << "300 if it spun";
}

TEST(Trap06, WorkersWithoutWorkSleep) {
  executor on(options{});
  std::atomic<bool> go{false};
  std::atomic<unsigned> polls{0};
  start(on, {{1}, {1}}, [&] { wait_for([&] { return ++polls, go.load(); }); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const unsigned before = polls;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  // A worker that napped polls every 50 us or less often; a spinning one some hundred thousand
  // times.
  EXPECT_LT(polls - before, 5000u);
  go = true;
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
}

TEST(Trap08, LanesOfABlockNeverChangeTheirThread) {
  options two;
  two.workers = 2;
  executor on(two);
  std::atomic<int> moved{0};
  std::vector<std::thread::id> homes(16);
  ASSERT_EQ(run(on, {{16}, {16}},
                [&] {
                  const auto mine = std::this_thread::get_id();
                  if (lane_index() == 0) homes[block_index()] = mine;
                  for (int i = 0; i < 20; ++i) {
                    sync_threads();
                    detail::sleep(1000);
                    if (std::this_thread::get_id() != mine || homes[block_index()] != mine) ++moved;
                  }
                }),
            errc::ok);
  EXPECT_EQ(moved, 0);
}

// A debugger's or an unwinder's walk ends at the lane's first frame.
[[gnu::noinline]] void throw_deep(int depth) {
  if (depth == 0) throw std::runtime_error("deep");
  throw_deep(depth - 1);
  asm volatile("");
}

TEST(Trap09, UnwindingEndsOnALanesStack) {
  executor on(options{});
  int caught = 0;
  ASSERT_EQ(run(on, {{2}, {32}},
                [&] {
                  try {
                    throw_deep(10);
                  } catch (const std::runtime_error&) {
                    ++caught;
                  }
                }),
            errc::ok);
  EXPECT_EQ(caught, 64);
}

TEST(Trap10, LanesThatWaitInsideAHandlerKeepTheirOwnException) {
  executor on(options{});
  int wrong = 0;
  ASSERT_EQ(run(on, {{2}, {32}},
                [&] {
                  const std::string mine = std::to_string(lane_index());
                  try {
                    throw std::runtime_error(mine);
                  } catch (const std::runtime_error& first) {
                    sync_threads();
                    try {
                      throw;
                    } catch (const std::runtime_error& again) {
                      if (mine != again.what() || &first != &again) ++wrong;
                      detail::yield();
                    }
                    if (std::uncaught_exceptions() != 0) ++wrong;
                  }
                }),
            errc::ok);
  EXPECT_EQ(wrong, 0);
}

TEST(Trap11, PrintfOfDoublesFitsTheDefaultStack) {
  executor on(options{});
  std::array<std::array<char, 400>, 32> text{};
  ASSERT_EQ(run(on, {{1}, {32}},
                [&] {
                  std::snprintf(text[lane_index()].data(), 400, "%f %Lf %e", 1e300 + lane_index(),
                                1e30L, 0.1);
                  std::printf("%s", "");
                  sync_threads();
                }),
            errc::ok);
  EXPECT_THAT(text[31].data(), HasSubstr("e-01"));
}

TEST(Trap12, LanesThatRunToCompletionShareOneStack) {
  executor on(options{});
  std::vector<std::uintptr_t> pages;
  ASSERT_EQ(run(on, {{4}, {64}},
                [&] {
                  char here;
                  volatile char* place = &here;
                  pages.push_back(reinterpret_cast<std::uintptr_t>(place) >> 12);
                }),
            errc::ok);
  if (built_with_asan) GTEST_SKIP() << "AddressSanitizer may place locals elsewhere";
  std::sort(pages.begin(), pages.end());
  const auto distinct = std::unique(pages.begin(), pages.end()) - pages.begin();
  EXPECT_LE(distinct, 2);
}

TEST(Trap13, ThreadsAreMadeByTheFirstLaunchSoAForkBeforeItIsSafe) {
  if (built_with_tsan) GTEST_SKIP() << "ThreadSanitizer does not follow a fork";
  const auto running_threads = [] {
    std::ifstream status("/proc/self/status");
    std::string word;
    int count = 0;
    while (status >> word) {
      if (word == "Threads:") status >> count;
    }
    return count;
  };
  const int before = running_threads();
  executor on(options{});
  EXPECT_EQ(running_threads(), before);
  const pid_t child = fork();
  if (child == 0) {
    int runs = 0;
    const errc code = run(on, {{1}, {32}}, [&] { ++runs; });
    _exit(code == errc::ok && runs == 32 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace ark::executor::testing
