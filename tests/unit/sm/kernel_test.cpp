// The SM engine inside kernels on the CPU executor: who posts where, how launches end, and what
// happens when they do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <atomic>
#include <chrono>
#include <cstring>
#include <ostream>

#include "executor/sanitizer.hpp"
#include "one_process.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using ::testing::HasSubstr;
using testing::posted_to_cpu;
using testing::posted_to_sm;
using testing::zeros;

const settings small_heap = {{"ARK_SYMMETRIC_SIZE", "8m"},
                             {"ARK_HEAP_RESERVE", "16m"},
                             {"ARK_INLINE_BYTES", "64"},
                             {"ARK_ON_FAILURE", "go_on"},
                             {"ARK_TIMEOUT", "60s"}};

settings with(settings more) {
  more.insert(small_heap.begin(), small_heap.end());
  return more;
}

// ThreadSanitizer takes most of ARK_TIMEOUT for 256.
constexpr unsigned many_threads = executor::built_with_tsan ? 64 : 256;

constexpr std::size_t part = 80'000;  // words of a block: the last put is of several chunks

/// Every worker block puts its part, by all sizes from one word to all of it, and tells.
ARK_GLOBAL void put_parts(engine_blocks engines, std::uint64_t* dest, const std::uint64_t* source,
                          std::uint64_t* told, int pe) {
  const engine_scope engine(engines);
  if (engine.served()) return;
  const std::size_t first = engine.block_index() * part;
  if (threadIdx.x != 0) return;
  std::size_t at = 0;
  for (std::size_t words = 1; at + words <= part; words = words * 3 + 1) {
    ark_uint64_put_nbi(dest + first + at, source + first + at, words, pe);
    at += words;
  }
  ark_uint64_put_nbi(dest + first + at, source + first + at, part - at, pe);
  ark_fence();
  ark_signal_add(told, 1, pe);
}

struct shape {
  unsigned workers, engines, threads;
  const char* cpu_workers;
};
void PrintTo(const shape& how, std::ostream* out) {
  *out << how.workers << " workers, " << how.engines << " engines, " << how.threads << " threads, "
       << how.cpu_workers << " CPU workers";
}

class SmKernel : public ::testing::TestWithParam<shape> {};

TEST_P(SmKernel, ManyBlocksPostAndAllOfItArrives) {
  const shape how = GetParam();
  local_run(
      2,
      [&](int pe) {
        const std::size_t words = how.workers * part;
        auto* dest = zeros<std::uint64_t>(words + 8);
        auto* source = zeros<std::uint64_t>(words);
        auto* told = zeros<std::uint64_t>(1);
        for (std::size_t i = 0; i < words; ++i) source[i] = i * 7 + static_cast<unsigned>(pe);
        const launch_result result =
            launch({how.workers, how.threads, 0, nullptr, true, how.engines}, put_parts, dest,
                   source, told, 1 - pe);
        EXPECT_EQ(result.engine_blocks, how.engines);
        ark_signal_wait_until(told, ARK_CMP_EQ, how.workers);
        for (std::size_t i = 0; i < words; ++i)
          ASSERT_EQ(dest[i], i * 7 + static_cast<unsigned>(1 - pe)) << i;
        for (std::size_t i = words; i < words + 8; ++i) ASSERT_EQ(dest[i], 0u);
        device_sync();
        EXPECT_EQ(posted_to_cpu(), 0u);
        EXPECT_GT(posted_to_sm(), 0u);
        ark_barrier_all();
      },
      with({{"ARK_CPU_WORKERS", how.cpu_workers}}));
}

TEST(SmKernelLaunch, OnTheExecutorHasAnEngineOnlyOnRequest) {
  local_run(
      2,
      [](int pe) {
        auto* dest = zeros<std::uint64_t>(2 * part);
        auto* source = zeros<std::uint64_t>(2 * part);
        auto* told = zeros<std::uint64_t>(1);
        std::fill_n(source, 2 * part, std::uint64_t{5});
        const launch_result result =
            launch({2, 32, 0, nullptr, true}, put_parts, dest, source, told, 1 - pe);
        EXPECT_EQ(result.engine_blocks, 0u);
        EXPECT_STREQ(result.why, "the CPU's engine serves the queue");
        ark_signal_wait_until(told, ARK_CMP_EQ, 2);
        EXPECT_EQ(std::count(dest, dest + 2 * part, 5u), static_cast<long>(2 * part));
        device_sync();
        EXPECT_GT(posted_to_cpu(), 0u);
        EXPECT_EQ(posted_to_sm(), 0u);
        const launch_result of_no_engine = launch(
            {1, 1}, +[] {});
        EXPECT_EQ(of_no_engine.engine_blocks, 0u);
        EXPECT_STREQ(of_no_engine.why, "the kernel takes no ark::engine_blocks");
        device_sync();
        ark_barrier_all();
      },
      with({}));
}

INSTANTIATE_TEST_SUITE_P(Shapes, SmKernel,
                         ::testing::Values(shape{1, 1, 1, "1"}, shape{4, 1, 128, "1"},
                                           shape{5, 2, 64, "2"}, shape{7, 3, 33, "3"},
                                           shape{3, 1, 32, "2"}, shape{8, 4, many_threads, "2"},
                                           shape{2, 1, 1, "4"}));

/// Posts, and leaves at once.
ARK_GLOBAL void post_and_leave(std::uint64_t* dest, const std::uint64_t* source, std::size_t words,
                               unsigned engine_blocks, int pe) {
  if (ark_engine_enter(static_cast<int>(engine_blocks)) != 0) return;
  const unsigned me = blockIdx.x - engine_blocks;
  if (threadIdx.x == 0) ark_uint64_put_nbi(dest + me * words, source + me * words, words, pe);
  ark_engine_leave();
}

TEST(SmEngine, DescriptorsPostedLastAreDeliveredBeforeTheGridEnds) {
  local_run(
      2,
      [&](int pe) {
        constexpr unsigned workers = 6, rounds = executor::built_with_tsan ? 5 : 20;
        constexpr std::size_t words = 20'000;
        auto* dest = zeros<std::uint64_t>(workers * words);
        auto* source = zeros<std::uint64_t>(workers * words);
        for (std::size_t i = 0; i < workers * words; ++i) source[i] = i + 1;
        for (unsigned round = 0; round < rounds; ++round) {
          source[0] = round;
          launch({workers, 64, 0, nullptr, false, 2}, post_and_leave, dest, source, words, 2,
                 1 - pe);
          stream_sync(nullptr);
          ark_sync_all();
          EXPECT_EQ(dest[0], round);
          EXPECT_EQ(dest[workers * words - 1], workers * words);
          ark_sync_all();
        }
        EXPECT_EQ(posted_to_sm(), workers * rounds);
      },
      with({{"ARK_CPU_WORKERS", "2"}}));
}

TEST(SmEngine, KernelsWithoutAnEngineGoOnAsBefore) {
  local_run(
      2,
      [&](int pe) {
        auto* dest = zeros<std::uint64_t>(2000);
        auto* source = zeros<std::uint64_t>(2000);
        launch({1, 32, 0, nullptr, false, 1}, post_and_leave, dest, source, 1000, 1, 1 - pe);
        device_sync();
        EXPECT_EQ(posted_to_sm(), 1u);
        EXPECT_EQ(posted_to_cpu(), 0u);
        launch({2, 32}, post_and_leave, dest, source, 1000, 0, 1 - pe);
        device_sync();
        EXPECT_EQ(posted_to_sm(), 1u);
        EXPECT_EQ(posted_to_cpu(), 2u);
        ark_barrier_all();
      },
      small_heap);
}

/// After its scope a block posts as any other does: to the CPU's engine.
ARK_GLOBAL void post_after_leaving(std::uint64_t* dest, const std::uint64_t* source, int pe) {
  {
    const engine_scope engine(1);
    if (engine.served()) return;
    ark_uint64_put_nbi(dest, source, 1000, pe);
  }
  ark_fence();
  ark_uint64_put_nbi(dest, source + 1000, 1000, pe);
  ark_quiet();
}

TEST(SmEngine, ABlockThatHasLeftPostsElsewhereAndItsFenceStillHolds) {
  local_run(
      2,
      [&](int pe) {
        auto* dest = zeros<std::uint64_t>(1000);
        auto* source = zeros<std::uint64_t>(2000);
        for (std::size_t i = 0; i < 2000; ++i) source[i] = 1 + i / 1000;
        launch({1, 1, 0, nullptr, false, 1}, post_after_leaving, dest, source, 1 - pe);
        device_sync();
        EXPECT_EQ(posted_to_sm(), 1u);
        EXPECT_EQ(posted_to_cpu(), 1u);
        ark_sync_all();
        for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(dest[i], 2u) << i;
      },
      small_heap);
}

/// Lives until the host says so, and puts now and then.
ARK_GLOBAL void live_and_put(std::uint64_t* bell, std::uint64_t* dest, const std::uint64_t* source,
                             unsigned engine_blocks, int pe) {
  const engine_scope engine(engine_blocks);
  if (engine.served()) return;
  if (threadIdx.x != 0) return;
  for (std::uint64_t turn = 1; turn <= 3; ++turn) {
    ark_signal_wait_until(bell, ARK_CMP_GE, turn);
    ark_uint64_put(dest + engine.block_index() * 1000, source, 1000, pe);
  }
}

TEST(SmEngine, AnEngineEndsWhileAnotherLaunchRuns) {
  local_run(
      1,
      [&](int) {
        auto* bells = zeros<std::uint64_t>(32);
        auto* dest = zeros<std::uint64_t>(4000);
        auto* source = zeros<std::uint64_t>(1000);
        const stream_t first = stream_create(), second = stream_create();
        launch({2, 33, 0, first, false, 1}, live_and_put, bells, dest, source, 1u, 0);
        launch({2, 33, 0, second, false, 2}, live_and_put, bells + 16, dest + 2000, source, 2u, 0);
        for (std::uint64_t turn = 1; turn <= 3; ++turn) {
          ark_signal_set(bells, turn, 0);
          if (turn < 3) ark_signal_set(bells + 16, turn, 0);
        }
        stream_sync(first);  // the second still waits for its bell
        EXPECT_FALSE(stream_query(second));
        ark_signal_set(bells + 16, 3, 0);
        stream_sync(second);
        EXPECT_EQ(posted_to_sm(), 12u);
        stream_destroy(first);
        stream_destroy(second);
      },
      with({{"ARK_CPU_WORKERS", "2"}}));
}

ARK_GLOBAL void put_and_add(engine_blocks engines, std::uint64_t* dest, const std::uint64_t* source,
                            std::size_t words, std::uint64_t* counter, unsigned adds) {
  const engine_scope engine(engines);
  if (engine.served() || threadIdx.x != 0) return;
  const std::size_t at = engine.block_index() * words;
  ark_uint64_put_nbi(dest + at, source + at, words, 0);
  for (unsigned i = 0; i < adds; ++i) ark_uint64_atomic_add(counter, 1, 0);
}

/// Launches of one, two and four warps. Each delivers some of the other stream's descriptors, and
/// the next owner of the ring goes on where it ended: nothing is left out, nothing done twice.
class SmEngineTurns : public ::testing::TestWithParam<const char*> {};

TEST_P(SmEngineTurns, ManyLaunchesOnTwoStreamsTakeTurnsAtTheRing) {
  local_run(
      1,
      [&](int) {
        constexpr std::size_t words = 3000;
        constexpr unsigned launches = 60, workers = 4, adds = 20;
        auto* dest = zeros<std::uint64_t>(2 * workers * words);
        auto* source = zeros<std::uint64_t>(2 * workers * words);
        auto* counter = zeros<std::uint64_t>(1);
        for (std::size_t i = 0; i < 2 * workers * words; ++i) source[i] = i;
        const stream_t streams[] = {stream_create(), stream_create()};
        for (unsigned i = 0; i < launches; ++i) {
          const std::size_t at = i % 2 * workers * words;
          launch({workers, 32, 0, streams[i % 2], false, 1u << i % 3}, put_and_add, dest + at,
                 source + at, words, counter, adds);
        }
        for (const stream_t stream : streams) stream_sync(stream);
        EXPECT_EQ(std::memcmp(dest, source, 2 * workers * words * 8), 0);
        EXPECT_EQ(*counter, launches * workers * adds);
        EXPECT_EQ(posted_to_sm(), launches * workers * (1 + adds));
        for (const stream_t stream : streams) stream_destroy(stream);
      },
      with({{"ARK_CPU_WORKERS", "2"}, {"ARK_ROUTE", "queue"}, {"ARK_SCHED", GetParam()}}));
}
INSTANTIATE_TEST_SUITE_P(Schedules, SmEngineTurns,
                         ::testing::Values("fifo", "random:1", "random:2", "pct:3:1", "pct:3:2"));

/// One block fills the ring again and again; the others have left long before.
ARK_GLOBAL void one_goes_on(std::uint64_t* counter, int pe) {
  const engine_scope engine(1);
  if (engine.served() || engine.block_index() != 0) return;
  for (int i = 0; i < 500; ++i) ark_uint64_atomic_add(counter, 1, pe);
}

TEST(SmEngine, AWorkerOnAFullRingIsServedWhenTheOthersHaveLeft) {
  local_run(
      1,
      [&](int) {
        auto* counter = zeros<std::uint64_t>(1);
        launch({8, 16, 0, nullptr, false, 1}, one_goes_on, counter, 0);
        device_sync();
        EXPECT_EQ(*counter, 8'000u);
      },
      with({{"ARK_RING_SLOTS", "4"}, {"ARK_ROUTE", "queue"}, {"ARK_CPU_WORKERS", "2"}}));
}

/// A quiet of a kernel without an engine, and of the host, covers what is in the SM rings.
ARK_GLOBAL void fence_from_outside(std::uint64_t* flag, std::uint64_t* go, int pe) {
  ark_signal_wait_until(go, ARK_CMP_EQ, 1);
  ark_fence();
  ark_signal_set(flag, 1, pe);
}
ARK_GLOBAL void put_and_ring(std::uint64_t* dest, const std::uint64_t* source, std::uint64_t* go,
                             int me, int pe) {
  const engine_scope engine(1);
  if (engine.served() || threadIdx.x != 0) return;  // others' puts may come after `go`
  ark_uint64_put_nbi(dest, source, 100'000, pe);
  ark_signal_set(go, 1, me);
}

TEST(SmEngine, AFenceOfAKernelWithoutAnEngineCoversTheRingsOfOneThatHas) {
  local_run(
      2,
      [&](int pe) {
        auto* dest = zeros<std::uint64_t>(100'000);
        auto* source = zeros<std::uint64_t>(100'000);
        auto* words = zeros<std::uint64_t>(32);
        std::fill_n(source, 100'000, 1);
        const stream_t other = stream_create();
        launch({1, 1, 0, other}, fence_from_outside, words, words + 16, 1 - pe);
        launch({1, 64, 0, nullptr, false, 1}, put_and_ring, dest, source, words + 16, pe, 1 - pe);
        ark_signal_wait_until(words, ARK_CMP_EQ, 1);
        EXPECT_EQ(std::count(dest, dest + 100'000, 1), 100'000);
        device_sync();
        ark_barrier_all();
        stream_destroy(other);
      },
      with({{"ARK_CPU_WORKERS", "2"}}));
}

/// The PE fails while its engine serves: everybody leaves, and what comes later hears of it.
ARK_GLOBAL void fail_while_serving(std::uint64_t* dest, const std::uint64_t* source) {
  const engine_scope engine(1);
  if (engine.served()) return;
  if (engine.block_index() == 1) ark_uint64_put(dest, source, 1, 99);
  ark_signal_wait_until(dest, ARK_CMP_EQ, 77);  // nobody sends it
}

TEST(SmEngine, AFailedPeEndsItsEngineAndClosesTheRings) {
  failure_record seen;
  errc later = errc::ok;
  local_run(
      1,
      [&](int) {
        auto* dest = zeros<std::uint64_t>(1000);
        launch({3, 64, 0, nullptr, false, 2}, fail_while_serving, dest, dest);
        device_sync();
        launch({3, 64, 0, nullptr, false, 1}, fail_while_serving, dest, dest);
        device_sync();
        seen = last_failure();
        const detail::device_state& state = detail::host_context();
        later = detail::ring(state.rings[state.ring_count]).closed();
      },
      small_heap);
  EXPECT_EQ(seen.code, errc::invalid_argument);
  EXPECT_EQ(later, errc::invalid_argument);
}

/// A worker that neither posts nor leaves for `seconds`, as one that computes.
ARK_GLOBAL void compute_for(engine_blocks engines, double seconds, int* ends) {
  const engine_scope engine(engines);
  if (engine.served()) return;
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < std::chrono::duration<double>(seconds))
    __nanosleep(100'000);
  *ends = 1;
}

TEST(SmEngine, WorkersMayComputeForManyDeadlines) {
  constexpr double deadline = 0.1;
  failure_record seen;
  int ends = 0;
  local_run(1,
            [&](int) {
              launch({1, 1, 0, nullptr, false, 3}, compute_for, 8 * deadline, &ends);
              EXPECT_TRUE(testing::eventually([] { return stream_query(nullptr); }));
              seen = last_failure();
            },
            {{"ARK_SYMMETRIC_SIZE", "64k"},
             {"ARK_HEAP_RESERVE", "1m"},
             {"ARK_ON_FAILURE", "go_on"},
             {"ARK_TIMEOUT", "100ms"}});
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(seen.code, errc::ok) << failure_text(seen);
}

/// A worker that forgets to leave: its engine would not end.
ARK_GLOBAL void never_leave() { ark_engine_enter(1); }

TEST(SmEngine, AWorkerThatEndsWithoutLeavingIsReported) {
  failure_record seen;
  local_run(
      1,
      [&](int) {
        launch({2, 64, 0, nullptr, false, 1}, never_leave);
        device_sync();
        seen = last_failure();
      },
      {{"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_HEAP_RESERVE", "1m"}, {"ARK_ON_FAILURE", "go_on"}});
  EXPECT_EQ(seen.code, errc::invalid_argument);
  EXPECT_THAT(seen.detail, HasSubstr("without ark_engine_leave"));
}

ARK_GLOBAL void enter_with(int engine_blocks, std::atomic<int>* workers) {
  if (ark_engine_enter(engine_blocks) != 0) return;
  workers->fetch_add(1);
  ark_engine_leave();
}

/// The record that entering so leaves.
failure_record refused(dim3 grid, int engine_blocks) {
  failure_record seen;
  std::atomic<int> workers{0};
  local_run(
      1,
      [&](int) {
        launch({grid, 4}, enter_with, engine_blocks, &workers);
        device_sync();
        seen = last_failure();
      },
      {{"ARK_ON_FAILURE", "go_on"}, {"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_HEAP_RESERVE", "1m"}});
  EXPECT_EQ(workers, 0);
  return seen;
}

TEST(SmEngine, ShapesThatCannotWorkAreRefusedByName) {
  const failure_record none_left = refused(dim3(2), 2);
  EXPECT_EQ(none_left.code, errc::invalid_argument);
  EXPECT_EQ(none_left.seen, 2u);
  EXPECT_EQ(none_left.expected, 1u);
  EXPECT_THAT(none_left.detail, HasSubstr("fewer than the grid's"));
  const failure_record flat = refused(dim3(4, 2), 1);
  EXPECT_EQ(flat.seen, 2u);
  EXPECT_EQ(flat.expected, 1u);
  EXPECT_THAT(flat.detail, HasSubstr("one dimension"));
}

TEST(SmEngine, LaunchRefusesEngineBlocksOfAGridOfMoreDimensions) {
  local_run(1,
            [](int) {
              try {
                launch({dim3(2, 3), 1, 0, nullptr, false, 2}, enter_with, 2, nullptr);
                ADD_FAILURE() << "it was taken";
              } catch (const error& problem) {
                EXPECT_EQ(problem.code(), errc::invalid_argument);
                EXPECT_THAT(problem.what(), HasSubstr("2 engine blocks with a grid of [2,3,1]"));
              }
              try {
                launch({dim3(2147483646), 1, 0, nullptr, false, 2}, enter_with, 2, nullptr);
                ADD_FAILURE() << "it was taken";
              } catch (const error& problem) {
                EXPECT_THAT(problem.what(), HasSubstr("at most 2147483647 together"));
              }
            },
            {{"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_HEAP_RESERVE", "1m"}});
}

/// With no engine blocks the scope does nothing, and any grid may have it.
TEST(SmEngine, AScopeOfNoBlocksDoesNothing) {
  std::atomic<int> workers{0};
  local_run(1,
            [&](int) {
              launch({dim3(2, 3), 4}, enter_with, 0, &workers);
              launch({dim3(2, 3), 4}, enter_with, -3, &workers);
              device_sync();
              EXPECT_EQ(last_failure().code, errc::ok);
            },
            {{"ARK_SYMMETRIC_SIZE", "64k"}, {"ARK_HEAP_RESERVE", "1m"}});
  EXPECT_EQ(workers, 48);
}

}  // namespace
}  // namespace ark
