// __syncthreads: who counts as arrived, and what is reported instead of a hang. Results:
// tests/unit/simt/barrier_test.cpp.
#include <gmock/gmock.h>

#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

using detail::block_barrier;
using detail::block_reduce;
using ::testing::HasSubstr;

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
