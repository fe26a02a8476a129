// Streams, launch groups, several executors, and what creating and destroying them leaves behind.
#include <dirent.h>
#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <chrono>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "executor/sanitizer.hpp"
#include "queue/eventually.hpp"
#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

TEST(Stream, GridsOfOneStreamRunInOrder) {
  executor on(options{});
  std::vector<int> order;
  for (int i = 0; i < 20; ++i) start(on, {{1}, {2}}, [&order, i] { order.push_back(i); });
  ASSERT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  ASSERT_EQ(order.size(), 40u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

// The workers of small kernels, which run one after the other on `stream`.
std::set<std::thread::id> workers_of(executor& on, detail::cpu_stream* stream) {
  std::set<std::thread::id> seen;
  for (int i = 0; i < 100; ++i)
    start(on, {{1}, {1}, stream}, [&] { seen.insert(std::this_thread::get_id()); });
  EXPECT_EQ(on.stream_sync(stream, sync_timeout_ns), errc::ok);
  return seen;
}

TEST(Stream, SmallKernelsFollowEachOtherOnOneWorker) {
  options three;
  three.workers = 3;
  executor on(three);
  EXPECT_EQ(workers_of(on, nullptr).size(), 1u);
}

TEST(Stream, SmallKernelsRunOnAWorkerThatHasNoOthers) {
  options two;
  two.workers = 2;
  executor on(two);
  detail::cpu_stream* stream = on.stream_create();
  std::atomic<bool> go{false};
  std::thread::id busy;
  start(on, {{1}, {1}}, [&] {
    busy = std::this_thread::get_id();
    wait_for([&] { return go.load(); });
  });
  const std::set<std::thread::id> seen = workers_of(on, stream);
  go = true;
  ASSERT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_EQ(seen.size(), 1u);
  EXPECT_FALSE(seen.contains(busy));
  on.stream_destroy(stream);
}

TEST(Stream, KernelsOfTwoStreamsThatWaitForEachOtherBothEnd) {
  executor on(options{});
  detail::cpu_stream* first = on.stream_create();
  detail::cpu_stream* second = on.stream_create();
  bool ping = false;
  bool pong = false;
  start(on, {.grid = {1}, .block = {1}, .stream = first}, [&] {
    ping = true;
    EXPECT_EQ(wait_for([&] { return pong; }), errc::ok);
  });
  start(on, {.grid = {1}, .block = {1}, .stream = second}, [&] {
    EXPECT_EQ(wait_for([&] { return ping; }), errc::ok);
    pong = true;
  });
  EXPECT_EQ(on.stream_sync(first, sync_timeout_ns), errc::ok);
  EXPECT_EQ(on.stream_sync(second, sync_timeout_ns), errc::ok);
  on.stream_destroy(first);
  on.stream_destroy(second);
}

TEST(Stream, ABaseAndTheStreamsOrderedByItWaitForEachOther) {
  executor on(options{});
  detail::cpu_stream* base = on.stream_create();
  std::array<detail::cpu_stream*, 3> ordered;
  for (auto& stream : ordered) stream = on.stream_create(base);
  detail::cpu_stream* other = on.stream_create();
  std::atomic<bool> go{false};
  std::atomic<int> ended{0};
  start(on, {{1}, {1}, ordered[0]}, [&] {
    EXPECT_EQ(wait_for([&] { return go.load(); }), errc::ok);
    ++ended;
  });
  start(on, {{1}, {1}, ordered[1]}, [&] { ++ended; });
  EXPECT_EQ(on.stream_sync(ordered[1], sync_timeout_ns), errc::ok);
  EXPECT_FALSE(on.stream_query(base));
  EXPECT_TRUE(on.stream_ready(ordered[2]));
  int seen_by_base = -1, seen_by_last = -1;
  start(on, {{2}, {32}, base}, [&] { seen_by_base = ended; });
  start(on, {{1}, {1}, ordered[2]}, [&] { seen_by_last = seen_by_base; });
  EXPECT_FALSE(on.stream_ready(ordered[1]));
  EXPECT_EQ(run(on, {{1}, {1}, other}, [] {}), errc::ok);
  EXPECT_EQ(ended, 1);
  go = true;
  EXPECT_EQ(on.stream_sync(ordered[2], sync_timeout_ns), errc::ok);
  EXPECT_EQ(seen_by_base, 2);
  EXPECT_EQ(seen_by_last, 2);

  // One that fails fails the next sync of the base, which waits for it.
  start(on, {{1}, {1}, ordered[0]}, [&] {
    EXPECT_EQ(wait_for([&] { return !go.load(); }), errc::ok);
    detail::kernel_failed(errc::aborted);
  });
  go = false;
  EXPECT_EQ(on.stream_sync(base, sync_timeout_ns), errc::aborted);
  EXPECT_EQ(on.stream_sync(ordered[0], sync_timeout_ns), errc::ok);
  EXPECT_EQ(on.stream_destroy(base), errc::ok);
  EXPECT_EQ(run(on, {{1}, {1}, ordered[0]}, [] {}), errc::ok);
  for (detail::cpu_stream* stream : ordered) EXPECT_EQ(on.stream_destroy(stream), errc::ok);
}

// True if a sync ended while a grid that was queued after its begin still ran. Also false if it
// began late.
bool ends_before_later_grids(executor& on) {
  std::atomic<bool> synced{false}, queued{false};
  bool earlier = false;
  start(on, {{1}, {1}}, [&] { wait_for([&] { return queued.load(); }); });
  std::thread waits([&] {
    EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
    synced = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  start(on, {{1}, {1}},
        [&] { earlier = wait_for([&] { return synced.load(); }, 100 * ms) == errc::ok; });
  queued = true;
  waits.join();
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  return earlier;
}

TEST(Stream, SyncDoesNotWaitForGridsThatAreQueuedLater) {
  executor on(options{});
  bool ends = false;
  for (int tries = 0; tries < 20 && !ends; ++tries) ends = ends_before_later_grids(on);
  EXPECT_TRUE(ends);
}

TEST(Stream, SyncTimesOutAndTheGridGoesOn) {
  executor on(options{});
  std::atomic<bool> go{false};
  start(on, {{1}, {1}}, [&] { wait_for([&] { return go.load(); }); });
  EXPECT_EQ(on.stream_sync(nullptr, 2 * ms), errc::timeout);
  go = true;
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
}

TEST(Stream, AKernelWithARecordedFailureRunsToItsEndAndSyncReportsItOnce) {
  executor on(options{});
  detail::cpu_stream* other = on.stream_create();
  int after = 0, behind = 0;
  start(on, {{1}, {2}}, [&] {
    detail::kernel_failed(lane_index() == 0 ? errc::timeout : errc::peer_failed);
    ++after;
  });
  start(on, {{1}, {1}}, [&] { ++behind; });
  start(on, {.grid = {1}, .block = {1}, .stream = other}, [] {});
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::timeout);
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_EQ(on.stream_sync(other, sync_timeout_ns), errc::ok);
  EXPECT_EQ(after, 2);
  EXPECT_EQ(behind, 1);
  on.stream_destroy(other);
}

TEST(Stream, DestroyedExecutorAbandonsWaitingLanes) {
  const auto held = std::make_shared<int>(1);
  {
    executor on(options{});
    start(on, {{4}, {32}}, [held] { wait_for([] { return false; }); });
    start(on, {{4}, {32}}, [held] {});
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Gang, StartsWhenTheLastFellowHasLaunchedInOrderOfIndex) {
  executor on(options{});
  std::vector<int> order;
  std::array<detail::cpu_stream*, 3> streams;
  for (auto& stream : streams) stream = on.stream_create();
  for (const unsigned index : {2u, 0u}) {
    start(on, {.grid = {1}, .block = {1}, .stream = streams[index], .partners = {5, 3, index}},
          [&order, index] { order.push_back(static_cast<int>(index)); });
  }
  EXPECT_EQ(on.stream_sync(streams[0], 2 * ms), errc::timeout);
  start(on, {.grid = {1}, .block = {1}, .stream = streams[1], .partners = {5, 3, 1}},
        [&order] { order.push_back(1); });
  for (auto* stream : streams) EXPECT_EQ(on.stream_sync(stream, sync_timeout_ns), errc::ok);
  EXPECT_THAT(order, ::testing::ElementsAre(0, 1, 2));
}

TEST(Executors, SeveralInOneProcessDoNotDisturbEachOther) {
  executor first(options{});
  executor second(options{});
  std::atomic<int> turn{0};
  start(first, {{1}, {1}}, [&] {
    for (int i = 0; i < 20; ++i) {
      wait_for([&, i] { return turn.load() == 2 * i; });
      ++turn;
    }
  });
  start(second, {{1}, {1}}, [&] {
    for (int i = 0; i < 20; ++i) {
      wait_for([&, i] { return turn.load() == 2 * i + 1; });
      ++turn;
    }
  });
  EXPECT_EQ(first.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_EQ(second.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_EQ(turn, 40);
}

constexpr const char* threads = "/proc/self/task";

int entries(const char* folder) {
  DIR* open = opendir(folder);
  int count = 0;
  while (readdir(open) != nullptr) ++count;
  closedir(open);
  return count;
}

int maps() {
  std::ifstream file("/proc/self/maps");
  int count = 0;
  for (std::string line; std::getline(file, line);) ++count;
  return count;
}

void create_run_destroy() {
  executor on(options{});
  int runs = 0;
  ASSERT_EQ(run(on, {{2}, {32}},
                [&] {
                  sync_threads();
                  ++runs;
                }),
            errc::ok);
  ASSERT_EQ(runs, 64);
}

TEST(Executors, AThousandStartAndEndWithoutLeakingThreadsMapsOrFiles) {
  for (int i = 0; i < 20; ++i) create_run_destroy();  // allocator caches settle
  // The kernel may take a thread off its list a while after it has been joined: on a busy machine
  // one of an earlier test may still be counted here, and be gone at the end.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const int threads_before = entries(threads);
  const int files_before = entries("/proc/self/fd");
  const int maps_before = maps();
  const int rounds = built_with_tsan ? 50 : 1000;
  for (int i = 0; i < rounds; ++i) create_run_destroy();
  EXPECT_TRUE(ark::testing::eventually([&] { return entries(threads) <= threads_before; }))
      << threads_before << " threads before, " << entries(threads) << " after";
  EXPECT_EQ(entries("/proc/self/fd"), files_before);
  EXPECT_LE(maps(), maps_before + 16);
}

}  // namespace
}  // namespace ark::executor::testing
