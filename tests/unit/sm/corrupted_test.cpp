// Corrupted descriptors in front of a block of the SM engine.
#include <ark/device/engine/copier.hpp>
#include <ark/device/engine/scheduler.hpp>
#include <memory>

#include "queue/corrupted_run.hpp"

namespace ark {
namespace {

TEST(SmCorrupted, DescriptorsAreRefusedOrDoneExactly) {
  testing::corrupted_mapped_job job;
  const auto rings = std::make_unique<detail::sm_ring[]>(1);
  detail::sm_workspace work;
  work.rings = rings.get();
  work.options = {.tiny_bytes = 64, .large_bytes = 300, .chunk_bytes = 128, .burst = 3};
  job.state.sm_ring_count = 1;
  job.state.rings = &job.view;
  job.state.sm = &work;
  device::sm::block_state block;
  device::sm::prepare(block, work.options, 1);
  device::sm::scheduler<device::thread_scope> scheduler(job.state, block);
  scheduler.begin(1, 0, 1);
  device::sm::copier<device::thread_scope> copier(job.state, block, 0, device::sm::staging{});
  job.descriptors(testing::corrupted_seed()).run(500'000, [&] {
    scheduler.prepare();
    scheduler.take();
    copier.step();
  });
}

}  // namespace
}  // namespace ark
