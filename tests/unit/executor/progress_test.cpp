// Progress sources: who runs them, when a grid counts as drained, how one is removed.
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "executor/background.hpp"
#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

// Counts down `left` by one per run; idle at zero.
struct counted_work {
  std::atomic<int> left{0};
  std::atomic<int> calls{0};
  std::atomic<bool> on_a_lane{false};

  [[nodiscard]] progress_source source() {
    return {[](void* self, unsigned) { return static_cast<counted_work*>(self)->step(); },
            [](void* self) { return static_cast<counted_work*>(self)->left.load() == 0; }, this};
  }
  bool step() {
    ++calls;
    if (self() != nullptr) on_a_lane = true;
    int seen = left.load();
    while (seen > 0 && !left.compare_exchange_weak(seen, seen - 1)) {
    }
    return seen > 0;
  }
};

TEST(Progress, RunsWhileLanesWaitAndNeverOnALanesStack) {
  executor on(options{});
  counted_work work;
  on.progress_add(work.source());
  ASSERT_EQ(run(on, {{2}, {32}},
                [&] {
                  ++work.left;
                  EXPECT_EQ(wait_for([&] { return work.left.load() == 0; }), errc::ok);
                }),
            errc::ok);
  on.progress_remove(work.source());
  EXPECT_GE(work.calls, 64);
  EXPECT_FALSE(work.on_a_lane);
}

/// A source that never becomes idle, whose own thread does what is left.
TEST(Progress, ASourceThatRestsIsNotPolled) {
  executor on(options{});
  for (const bool rests : {false, true}) {
    SCOPED_TRACE(rests);
    counted_work work;
    progress_source source = work.source();
    source.idle = [](void*) { return false; };
    if (rests) source.rests = [](void*) { return true; };
    on.progress_add(source);
    on.progress_wake();
    // Threads that are awake may poll a little longer.
    const auto wait_for_calls = [&](int more) {
      const int before = work.calls;
      for (int k = 0; k < 100 && work.calls < before + more; ++k)
        std::this_thread::sleep_for(std::chrono::milliseconds(rests ? 1 : 20));
      return work.calls - before;
    };
    if (rests) {
      int left = 20;
      while (wait_for_calls(1) > 0 && left > 0) --left;
      EXPECT_GT(left, 0);
    } else {
      EXPECT_GE(wait_for_calls(20), 20);
    }
    on.progress_remove(source);
  }
}

TEST(Progress, RunsWhileLanesAreBusy) {
  options alone;
  alone.background_progress = false;
  executor on(alone);
  counted_work work;
  on.progress_add(work.source());
  ASSERT_EQ(run(on, {{1}, {32}},
                [&] {
                  if (lane_index() == 0) work.left = 3;
                  // Every lane leaves in the same round: what one sees, all see.
                  while (detail::block_barrier(detail::block_reduce::any, work.left.load()) != 0) {
                  }
                }),
            errc::ok);
  on.progress_remove(work.source());
  EXPECT_EQ(work.left, 0);
}

TEST(Progress, SyncReturnsOnlyWhenEverySourceIsIdle) {
  executor on(options{});
  counted_work work;
  on.progress_add(work.source());
  ASSERT_EQ(run(on, {{1}, {1}}, [&] { work.left = 5000; }), errc::ok);
  EXPECT_EQ(work.left, 0);
  on.progress_remove(work.source());
}

TEST(Progress, SyncTimesOutIfASourceNeverBecomesIdle) {
  executor on(options{});
  const progress_source never{[](void*, unsigned) { return false; }, [](void*) { return false; },
                              nullptr};
  on.progress_add(never);
  start(on, {{1}, {1}}, [] {});
  EXPECT_EQ(on.stream_sync(nullptr, 3 * ms), errc::timeout);
  on.progress_remove(never);
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
}

TEST(Progress, KickedBackgroundThreadWorksWithoutAnyGrid) {
  executor on(options{});
  counted_work work;
  on.progress_add(work.source());
  work.left = 100;
  on.progress_wake();
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (work.left != 0 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  EXPECT_EQ(work.left, 0);
  on.progress_remove(work.source());
}

/// A lane's own loop, which gives way to nobody: true if others did the work meanwhile.
bool moves_while_computing(counted_work& work) {
  work.left = 10;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(4);
  while (work.left.load() != 0 && std::chrono::steady_clock::now() < deadline) {
  }
  return work.left.load() == 0;
}

void expect_help_while_a_lane_computes(const options& how) {
  executor on(how);
  counted_work work;
  on.progress_add(work.source());
  std::atomic<bool> helped{false};
  ASSERT_EQ(run(on, {{1}, {1}}, [&] { helped = moves_while_computing(work); }), errc::ok);
  EXPECT_TRUE(helped);
  on.progress_remove(work.source());
}

TEST(Progress, BackgroundThreadHelpsWhileALaneComputes) {
  expect_help_while_a_lane_computes(options{});
}

// While the lane waits the worker polls, and the background thread looks less and less often.
TEST(Progress, BackgroundThreadHelpsWhileALaneComputesAfterALongWait) {
  executor on(options{});
  counted_work work;
  on.progress_add(work.source());
  std::atomic<bool> go{false}, helped{false};
  start(on, {{1}, {1}}, [&] {
    ASSERT_EQ(wait_for([&] { return go.load(); }), errc::ok);
    helped = moves_while_computing(work);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  go = true;
  EXPECT_EQ(on.stream_sync(nullptr, 0), errc::ok);
  EXPECT_TRUE(helped);
  on.progress_remove(work.source());
}

/// A lane waits for 0.6 s, in which the naps of the background thread grow to 0.5 s. Then it, or
/// the next kernel, computes. True if the thread helps before that nap is over, 0.4 s later.
bool helps_soon_after_a_wait(bool by_next_kernel) {
  options how;
  how.longest_backoff_ns = 10'000 * ms;
  executor on(how);
  counted_work work;
  on.progress_add(work.source());
  bool soon = false;
  const auto compute = [&] {
    const auto began = std::chrono::steady_clock::now();
    const bool helped = moves_while_computing(work);
    soon = helped && std::chrono::steady_clock::now() - began < std::chrono::milliseconds(250);
  };
  std::atomic<bool> go{false};
  start(on, {{1}, {1}}, [&] {
    EXPECT_EQ(wait_for([&] { return go.load(); }), errc::ok);
    if (!by_next_kernel) compute();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  go = true;
  EXPECT_EQ(run(on, {{1}, {1}},
                [&] {
                  if (by_next_kernel) compute();
                }),
            errc::ok);
  on.progress_remove(work.source());
  return soon;
}

TEST(Progress, BackgroundThreadIsBackWhenAKernelBegins) {
  EXPECT_TRUE(helps_soon_after_a_wait(true));
}

TEST(Progress, BackgroundThreadIsBackAfterALongWait) {
  EXPECT_TRUE(helps_soon_after_a_wait(false));
}

/// Many short blocks, each of which gives the source something to do. True if the worker did some
/// of it between two of them.
bool worker_helps_between_blocks(bool engine_core) {
  options how;
  how.engine_core = engine_core;
  executor on(how);
  struct watched : counted_work {
    std::atomic<std::thread::id> worker{};
    std::atomic<bool> computes{false}, by_worker{false};
  } seen;
  const progress_source source{
      [](void* held, unsigned) {
        auto& all = *static_cast<watched*>(held);
        const bool did = all.step();
        if (did && all.computes && all.worker == std::this_thread::get_id()) all.by_worker = true;
        return did;
      },
      [](void* held) { return static_cast<watched*>(held)->left == 0; }, &seen};
  constexpr unsigned blocks = 200;
  on.progress_add(source);
  EXPECT_EQ(run(on, {{blocks}, {1}},
                [&] {
                  seen.worker = std::this_thread::get_id();
                  seen.computes = block_index() + 1 < blocks;
                  ++seen.left;
                  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(20);
                  while (std::chrono::steady_clock::now() < end) {
                  }
                }),
            errc::ok);
  EXPECT_EQ(seen.left, 0);
  on.progress_remove(source);
  return seen.by_worker;
}

TEST(Progress, WorkersDriveSourcesBetweenBlocks) {
  EXPECT_TRUE(worker_helps_between_blocks(false));
}

TEST(Progress, OnAnEngineCoreWorkersOnlyCompute) {
  EXPECT_FALSE(worker_helps_between_blocks(true));
}

TEST(Progress, OnAnEngineCoreTheBackgroundThreadHelpsWhileALaneComputes) {
  options how;
  how.engine_core = true;
  expect_help_while_a_lane_computes(how);
}

// What lanes that only spin wait for may be what the source does.
TEST(Progress, OnAnEngineCoreWorkersDriveSourcesOfLanesThatYield) {
  options how;
  how.engine_core = true;
  how.background_progress = false;
  executor on(how);
  counted_work work;
  on.progress_add(work.source());
  EXPECT_EQ(run(on, {{1}, {1}},
                [&] {
                  work.left = 3;
                  while (work.left.load() != 0) detail::yield();
                }),
            errc::ok);
  EXPECT_EQ(work.left, 0);
  on.progress_remove(work.source());
}

TEST(Progress, IdleBackgroundThreadSleeps) {
  executor on(options{});
  counted_work work;
  on.progress_add(work.source());
  ASSERT_EQ(run(on, {{1}, {1}}, [&] { work.left = 1; }), errc::ok);
  int before = -1;
  for (int looks = 0; looks < 200 && before != work.calls;
       ++looks) {  // until the worker rests, too
    before = work.calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(work.calls, before);
  on.progress_remove(work.source());
}

TEST(Progress, HostWaitDrivesEveryExecutorOfTheProcess) {
  options quiet;
  quiet.background_progress = false;
  executor first(quiet);
  executor second(quiet);
  counted_work one;
  counted_work two;
  first.progress_add(one.source());
  second.progress_add(two.source());
  one.left = two.left = 50;
  EXPECT_EQ(wait_for([&] { return one.left.load() == 0 && two.left.load() == 0; }), errc::ok);
  first.progress_remove(one.source());
  second.progress_remove(two.source());
}

/// Calls by a background thread without grids within 50 ms, while other threads have polled so many
/// times more each time that it asks.
int calls_beside(std::uint64_t polls) {
  progress_table table(1);
  counted_work work;
  work.left = 1 << 30;
  table.add(work.source());
  std::atomic<std::uint64_t> count{0};
  background behind(
      table, 0, options{}, [] { return false; }, [&] { return count += polls; });
  behind.wake();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  behind.stop();
  table.remove(work.source());
  return work.calls;
}

TEST(Progress, BackgroundThreadLeavesSourcesToHostThreadsThatPoll) {
  EXPECT_EQ(calls_beside(1'000'000), 0);
  EXPECT_GT(calls_beside(0), 0);
}

// The host thread has polled for a while, and posts before it computes.
TEST(Progress, BackgroundThreadHelpsWhileAHostThreadComputesAfterAWait) {
  executor on(options{});
  counted_work work;
  on.progress_add(work.source());
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(60);
  work.left = 1;
  on.progress_wake();
  EXPECT_EQ(wait_for([&] {
              ++work.left;
              return std::chrono::steady_clock::now() > until;
            }),
            errc::ok);
  work.left = 10;
  on.progress_wake();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(4);
  while (work.left.load() != 0 && std::chrono::steady_clock::now() < end) {
  }
  EXPECT_EQ(work.left, 0);
  on.progress_remove(work.source());
}

TEST(Progress, HostYieldDrivesOnce) {
  options quiet;
  quiet.background_progress = false;
  executor on(quiet);
  counted_work work;
  on.progress_add(work.source());
  work.left = 2;
  detail::yield();
  EXPECT_EQ(work.left, 1);
  work.left = 0;
  on.progress_remove(work.source());
}

TEST(Progress, SeededExecutorDrainsPostsOfTheHost) {
  options seeded;
  seeded.order.kind = policy_kind::random;
  executor on(seeded);
  counted_work work;
  on.progress_add(work.source());
  work.left = 20;
  EXPECT_EQ(wait_for([&] { return work.left.load() == 0; }), errc::ok);
  on.progress_remove(work.source());
}

TEST(Progress, RemoveWaitsForRunningCalls) {
  executor on(options{});
  struct guarded {
    std::atomic<bool> alive{true};
    std::atomic<bool> used_after{false};
  } state;
  const progress_source source{[](void* self, unsigned) {
                                 auto& seen = *static_cast<guarded*>(self);
                                 std::this_thread::sleep_for(std::chrono::microseconds(200));
                                 if (!seen.alive) seen.used_after = true;
                                 return false;
                               },
                               [](void*) { return true; }, &state};
  std::atomic<bool> stop{false};
  start(on, {{1}, {1}}, [&] { wait_for([&] { return stop.load(); }); });
  for (int i = 0; i < 20; ++i) {
    state.alive = true;
    on.progress_add(source);
    std::this_thread::sleep_for(std::chrono::microseconds(300));
    on.progress_remove(source);
    state.alive = false;
    std::this_thread::sleep_for(std::chrono::microseconds(300));
  }
  stop = true;
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  EXPECT_FALSE(state.used_after);
}

TEST(Progress, AWaitInsideASourceIsRefused) {
  executor on(options{});
  static std::atomic<int> code;
  code = -1;
  const progress_source source{[](void*, unsigned) {
                                 if (code == -1) {
                                   code = static_cast<int>(wait_for([] { return false; }));
                                 }
                                 return false;
                               },
                               [](void*) { return true; }, nullptr};
  ::testing::internal::CaptureStderr();
  on.progress_add(source);
  EXPECT_EQ(run(on, {{1}, {1}}, [] { detail::yield(); }), errc::ok);
  EXPECT_EQ(wait_for([] { return code != -1; }), errc::ok);
  on.progress_remove(source);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), ::testing::HasSubstr("may wait"));
  EXPECT_EQ(code, static_cast<int>(errc::wrong_state));
}

TEST(Progress, RefusesHalfASourceAndMoreThanItHolds) {
  executor on(options{});
  EXPECT_THROW(on.progress_add({}), error);
  counted_work work;
  constexpr int most = 1024;
  for (int i = 0; i < most; ++i) on.progress_add(work.source());
  try {
    on.progress_add(work.source());
    ADD_FAILURE() << "accepted";
  } catch (const error& refused) {
    EXPECT_EQ(refused.code(), errc::out_of_memory);
    EXPECT_STREQ(refused.what(),
                 "progress sources: 1024 are held already, accepted: at most 1024 in a process");
  }
  for (int i = 0; i < most; ++i) on.progress_remove(work.source());
}

}  // namespace
}  // namespace ark::executor::testing
