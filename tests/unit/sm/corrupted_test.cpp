// Corrupted descriptors in front of a warp of the SM engine.
#include <ark/device/engine/engine_warp.hpp>

#include "queue/corrupted_run.hpp"

namespace ark {
namespace {

TEST(SmCorrupted, DescriptorsAreRefusedOrDoneExactly) {
  testing::corrupted_mapped_job job;
  detail::sm_workspace work;
  work.options = {.part_bytes = 296, .piece_bytes = 128};
  job.state.sm_ring_count = 1;
  job.state.rings = &job.view;
  job.state.sm = &work;
  device::sm::engine_warp<device::sm::team> warp(job.state, {0, 0, 1});
  job.descriptors(testing::corrupted_seed()).run(500'000, [&] { warp.round(); });
}

}  // namespace
}  // namespace ark
