// Grids, blocks and lanes: who runs, how often, with which indexes.
#include <atomic>
#include <numeric>
#include <set>

#include "run_kernel.hpp"

namespace ark::executor::testing {
namespace {

TEST(Launch, EveryLaneRunsOnce) {
  executor on(options{});
  std::vector<int> runs(132 * 128, 0);
  ASSERT_EQ(run(on, {{132}, {128}}, [&] { ++runs[block_index() * 128 + lane_index()]; }), errc::ok);
  EXPECT_EQ(std::count(runs.begin(), runs.end(), 1), 132 * 128);
}

TEST(Launch, BarrierHoldsBackEveryLane) {
  executor on(options{});
  std::vector<int> arrived(8, 0);
  std::atomic<int> early{0};
  ASSERT_EQ(run(on, {{8}, {128}},
                [&] {
                  ++arrived[block_index()];
                  sync_threads();
                  if (arrived[block_index()] != 128) ++early;
                }),
            errc::ok);
  EXPECT_EQ(early, 0);
}

}  // namespace
}  // namespace ark::executor::testing
