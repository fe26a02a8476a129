// __syncthreads: who is held back, what it returns, who counts as arrived, and what is reported
// instead of a hang.
#include <gmock/gmock.h>

#include <atomic>

#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

using detail::block_barrier;
using detail::block_reduce;
using ::testing::HasSubstr;

TEST(Barrier, HoldsBackEveryLane) {
  executor on(options{});
  std::vector<int> arrived(8, 0);
  std::atomic<int> early{0};
  ASSERT_EQ(run(on, {{8}, {128}},
                [&] {
                  for (int round = 1; round <= 10; ++round) {
                    ++arrived[block_index()];
                    sync_threads();
                    if (arrived[block_index()] != 128 * round) ++early;
                    sync_threads();
                  }
                }),
            errc::ok);
  EXPECT_EQ(early, 0);
}

TEST(Barrier, CountsAndVotes) {
  executor on(options{});
  std::atomic<int> wrong{0};
  ASSERT_EQ(run(on, {{1}, {96}},
                [&] {
                  const int mine = lane_index() % 3 == 0 ? 5 : 0;
                  if (block_barrier(block_reduce::count, mine) != 32) ++wrong;
                  if (block_barrier(block_reduce::any, lane_index() == 17) != 1) ++wrong;
                  if (block_barrier(block_reduce::any, 0) != 0) ++wrong;
                  if (block_barrier(block_reduce::all, lane_index() != 17) != 0) ++wrong;
                  if (block_barrier(block_reduce::all, 2) != 1) ++wrong;
                }),
            errc::ok);
  EXPECT_EQ(wrong, 0);
}

TEST(Barrier, ExitedLanesCountAsArrived) {
  executor on(options{});
  std::vector<int> counts;
  ASSERT_EQ(run(on, {{1}, {64}},
                [&] {
                  if (lane_index() % 2 == 0) return;
                  const int live = block_barrier(block_reduce::count, 1);
                  if (lane_index() < 32) return;
                  counts.push_back(live * 100 + block_barrier(block_reduce::count, 1));
                }),
            errc::ok);
  ASSERT_EQ(counts.size(), 16u);
  EXPECT_THAT(counts, ::testing::Each(32 * 100 + 16));
}

TEST(Barrier, LaneThatReturnsLastReleasesTheOthers) {
  executor on(options{});
  int released = 0;
  ASSERT_EQ(run(on, {{1}, {32}},
                [&] {
                  if (lane_index() == 0) {
                    for (int i = 0; i < 100; ++i) detail::yield();
                    return;
                  }
                  sync_threads();
                  ++released;
                }),
            errc::ok);
  EXPECT_EQ(released, 31);
}

TEST(Barrier, DivergenceWithAWarpOperationIsNamed) {
  executor on(options{});
  ::testing::internal::CaptureStderr();
  const errc code = run(on, {{1}, {32}}, [&] {
    if (lane_index() < 8) {
      sync_threads();
    } else {
      detail::warp_sync(0xffffffffu);
    }
  });
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(code, errc::divergence);
  EXPECT_THAT(log, HasSubstr("divergence"));
  EXPECT_THAT(log, HasSubstr("block [0,0,0]"));
  EXPECT_THAT(log, HasSubstr("8 lanes in __syncthreads (0-7)"));
  EXPECT_THAT(log, HasSubstr("24 lanes in __syncwarp with mask ffffffff (8-31)"));
}

TEST(Barrier, StreamIsUsableAfterDivergence) {
  executor on(options{});
  ::testing::internal::CaptureStderr();
  const auto diverge = [] {
    if (lane_index() == 0) {
      sync_threads();
    } else {
      detail::warp_sync(0xffffffffu);
    }
  };
  EXPECT_EQ(run(on, {{3}, {32}}, diverge), errc::divergence);
  int runs = 0;
  EXPECT_EQ(run(on, {{3}, {32}}, [&] { ++runs; }), errc::ok);
  EXPECT_EQ(runs, 96);
  ::testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace ark::executor::testing
