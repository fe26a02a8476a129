// Grids, blocks and lanes: who runs, how often, with which indexes; what a launch refuses.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <set>
#include <string>
#include <thread>

#include "executor/sanitizer.hpp"
#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

using ::testing::HasSubstr;

/// A fiber takes ThreadSanitizer half a millisecond.
constexpr unsigned many_blocks = built_with_tsan ? 24 : 132;

TEST(Launch, EveryLaneRunsOnce) {
  executor on(options{});
  std::vector<int> runs(many_blocks * 128, 0);
  ASSERT_EQ(run(on, {{many_blocks}, {128}}, [&] { ++runs[block_index() * 128 + lane_index()]; }),
            errc::ok);
  EXPECT_EQ(std::count(runs.begin(), runs.end(), 1), many_blocks * 128);
}

TEST(Launch, SixteenThousandLanesAreAliveTogether) {
  executor on(options{});
  const unsigned lanes = many_blocks * 128;  // libtsan ends the process beyond 8128 fibers
  unsigned arrived = 0;
  ASSERT_EQ(run(on, {{many_blocks}, {128}},
                [&] {
                  ++arrived;
                  wait_for([&] { return arrived == lanes; });
                }),
            errc::ok);
  EXPECT_EQ(arrived, lanes);
}

TEST(Launch, TwoWorkersShareAGridAndSynchronizeInIt) {
  options two;
  two.workers = 2;
  executor on(two);
  std::atomic<int> arrived{0};
  ASSERT_EQ(run(on, {{9}, {32}},
                [&] {
                  ++arrived;
                  wait_for([&] { return arrived.load() == 9 * 32; });
                }),
            errc::ok);
}

TEST(Launch, BlocksThatFollowEachOtherRunOnOneWorker) {
  options two;
  two.workers = 2;
  executor on(two);
  constexpr unsigned blocks = 9;
  std::array<std::thread::id, blocks> ran_on;
  std::atomic<unsigned> arrived{0};
  ASSERT_EQ(run(on, {.grid = {blocks}, .block = {1}, .collective = true},
                [&] {
                  ran_on[block_index()] = std::this_thread::get_id();
                  ++arrived;
                  wait_for([&] { return arrived.load() == blocks; });
                }),
            errc::ok);
  unsigned seams = 0;
  for (unsigned i = 1; i < blocks; ++i) seams += ran_on[i] != ran_on[i - 1];
  EXPECT_EQ(seams, 1u);
}

TEST(Launch, AWorkerWithoutBlocksTakesThoseThatAnotherHasNotStarted) {
  options two;
  two.workers = 2;
  executor on(two);
  constexpr unsigned blocks = 64;
  std::atomic<unsigned> others{0};
  // Block 0 computes, without giving way, until all others have run: those of its own worker too.
  EXPECT_EQ(run(on, {{blocks}, {1}},
                [&] {
                  if (block_index() != 0) {
                    ++others;
                    return;
                  }
                  while (others.load() != blocks - 1) continue;
                }),
            errc::ok);
}

TEST(Launch, ArgumentsLiveUntilTheLastLaneAndAreDestroyedOnce) {
  executor on(options{});
  const auto held = std::make_shared<int>(7);
  std::atomic<int> wrong{0};
  ASSERT_EQ(run(on, {{4}, {32}},
                [held, &wrong] {
                  sync_threads();
                  if (*held != 7) ++wrong;
                }),
            errc::ok);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Launch, SharedSlotIsOnePerBlockAndSite) {
  executor on(options{});
  static const char first_site = 0;
  static const char second_site = 0;
  std::set<void*> first;
  int arrived = 0;
  std::set<void*> second;
  ASSERT_EQ(run(on, {{5}, {32}},
                [&] {
                  first.insert(detail::shared_slot(&first_site, 64, 8));
                  second.insert(detail::shared_slot(&second_site, 64, 256));
                  ++arrived;
                  wait_for([&] { return arrived == 5 * 32; });
                }),
            errc::ok);
  EXPECT_EQ(first.size(), 5u);
  EXPECT_EQ(second.size(), 5u);
  for (void* place : second) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % 256, 0u);
}

errc refusal(executor& on, const shape& how, std::string& text) {
  const detail::launch_config config{how.grid, how.block, how.shared_bytes, nullptr,
                                     how.collective};
  try {
    on.launch(config, {[](void*) {}, nullptr, nullptr}, nullptr, how.partners);
  } catch (const error& thrown) {
    text = thrown.what();
    return thrown.code();
  }
  return errc::ok;
}

TEST(Launch, RefusesBadExtentsNamingThemAndTheLimit) {
  executor on(options{});
  std::string text;
  EXPECT_EQ(refusal(on, {{0}, {32}}, text), errc::invalid_argument);
  EXPECT_THAT(text, HasSubstr("grid is [0,1,1]"));
  EXPECT_EQ(refusal(on, {{1, 65536}, {32}}, text), errc::invalid_argument);
  EXPECT_THAT(text, HasSubstr("[2147483647,65535,65535]"));
  EXPECT_EQ(refusal(on, {{1}, {1025}}, text), errc::invalid_argument);
  EXPECT_THAT(text, HasSubstr("block is [1025,1,1]"));
  EXPECT_EQ(refusal(on, {{1}, {64, 32}}, text), errc::invalid_argument);
  EXPECT_THAT(text, HasSubstr("block has 2048 threads, must have at most 1024"));
  for (const std::size_t bytes :
       {(std::size_t{1} << 20) + 1, ~std::size_t{0}, std::size_t{1} << 45}) {
    EXPECT_EQ(refusal(on, {.grid = {1}, .block = {1}, .shared_bytes = bytes}, text),
              errc::invalid_argument);
    EXPECT_THAT(text, HasSubstr(std::to_string(bytes) +
                                " bytes of dynamic shared memory, a block has at most 1048576"));
  }
  EXPECT_EQ(refusal(on, {.grid = {1}, .block = {1}, .partners = {1, 2, 2}}, text),
            errc::invalid_argument);
  EXPECT_THAT(text, HasSubstr("launch group index 2"));
}

TEST(Launch, RefusesANullKernel) {
  executor on(options{});
  EXPECT_THROW(on.launch({}, {}, nullptr), error);
}

TEST(Launch, CollectiveGridThatCannotBeResidentIsRefusedWithTheNumbers) {
  options small;
  small.max_resident_lanes = 256;
  executor on(small);
  std::string text;
  EXPECT_EQ(refusal(on, {.grid = {5}, .block = {64}, .collective = true}, text),
            errc::out_of_memory);
  EXPECT_THAT(text, HasSubstr("needs 320 lanes"));
  EXPECT_THAT(text, HasSubstr("at most 256 fit, set by options.max_resident_lanes"));
  EXPECT_EQ(refusal(on, {.grid = {4}, .block = {64}, .collective = true}, text), errc::ok);
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
}

TEST(Launch, LargerGridStartsLazilyAndCompletes) {
  options small;
  small.max_resident_lanes = 256;
  executor on(small);
  int alive = 0;
  int most = 0;
  unsigned done = 0;
  ASSERT_EQ(run(on, {{many_blocks}, {64}},
                [&] {
                  most = std::max(most, ++alive);
                  detail::yield();
                  sync_threads();
                  --alive;
                  ++done;
                }),
            errc::ok);
  EXPECT_EQ(done, many_blocks * 64);
  EXPECT_LE(most, 256);
}

// Each block takes more than a share of the worker. 2: the next one begins once after 64 shares.
TEST(Launch, BlocksThatMeetInBarriersEndBeforeOthersBegin) {
  executor on(options{});
  constexpr unsigned blocks = built_with_tsan ? 6 : 24, lanes = 64, barriers = 200;
  unsigned alive = 0, most_alive = 0;
  ASSERT_EQ(run(on, {{blocks}, {lanes}},
                [&] {
                  if (lane_index() == 0) most_alive = std::max(most_alive, ++alive);
                  for (unsigned i = 0; i < barriers; ++i) sync_threads();
                  if (lane_index() == 0) --alive;
                }),
            errc::ok);
  EXPECT_LE(most_alive, 2u);
}

// A block that polls for what a later one writes gives way to it: at its yields, or, where it only
// meets in barriers, after its shares. These are 262,144 switches, which take ThreadSanitizer half
// a minute.
TEST(Launch, ABlockThatPollsLetsALaterOneBegin) {
  executor on(options{});
  for (const bool yields : {true, false}) {
    if (built_with_tsan && !yields) continue;
    std::atomic<bool> written{false};
    ASSERT_EQ(run(on, {{3}, {32}},
                  [&] {
                    if (block_index() == 2) written = true;
                    while (!written) {
                      if (yields) detail::yield();
                      sync_threads();
                    }
                  }),
              errc::ok)
        << "yields: " << yields;
  }
}

// A grid of another stream begins beside one whose blocks have much to do.
TEST(Launch, AGridBeginsBesideOneThatMeetsInBarriers) {
  executor on(options{});
  detail::cpu_stream* const other = on.stream_create();
  std::atomic<bool> written{false};
  start(on, {{3}, {64}}, [&] {
    while (!written) sync_threads();
  });
  EXPECT_EQ(run(on, {{1}, {1}, other}, [&] { written = true; }), errc::ok);
  EXPECT_EQ(on.stream_sync(nullptr, sync_timeout_ns), errc::ok);
  on.stream_destroy(other);
}

// Blocks that wait, and grids that follow them on their stream, beside a grid of many blocks: they
// go on after a block or two of it, not when all of its blocks have begun.
TEST(Launch, WokenBlocksAndEarlierLaunchesComeBeforeALargeGrid) {
  executor on(options{});
  detail::cpu_stream* const first = on.stream_create();
  detail::cpu_stream* const second = on.stream_create();
  constexpr unsigned blocks = 1000, waker = 10;
  unsigned begun = 0, at_wake = 0, at_next = 0;
  start(on, {{1}, {1}, first}, [&] {
    EXPECT_EQ(wait_for([&] { return begun > waker; }), errc::ok);
    at_wake = begun;
  });
  start(on, {{1}, {1}, first}, [&] { at_next = begun; });
  EXPECT_EQ(run(on, {{blocks}, {1}, second}, [&] { ++begun; }), errc::ok);
  EXPECT_EQ(on.stream_sync(first, sync_timeout_ns), errc::ok);
  EXPECT_EQ(begun, blocks);
  EXPECT_LE(at_wake, waker + 2);
  EXPECT_LE(at_next, at_wake + 2);
  on.stream_destroy(first);
  on.stream_destroy(second);
}

TEST(Launch, LanesMayNotCallTheHostApi) {
  executor on(options{});
  errc seen = errc::ok;
  ASSERT_EQ(run(on, {{1}, {1}},
                [&] {
                  try {
                    on.stream_sync(nullptr, ms);
                  } catch (const error& thrown) {
                    seen = thrown.code();
                  }
                }),
            errc::ok);
  EXPECT_EQ(seen, errc::wrong_state);
}

TEST(Launch, OptionsOutOfRangeAreRefused) {
  options tiny;
  tiny.stack_bytes = 100;
  EXPECT_THROW(executor{tiny}, error);
  options endless;
  endless.default_timeout_ns = 0;
  EXPECT_THROW(executor{endless}, error);
}

}  // namespace
}  // namespace ark::executor::testing
