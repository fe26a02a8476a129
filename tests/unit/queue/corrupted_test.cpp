// A million corrupted descriptors in front of the CPU engine.
#include "corrupted_run.hpp"
#include "queue/cpu_engine.hpp"

namespace ark {
namespace {

void run(std::uint64_t seed, int count, engine_order order) {
  testing::corrupted_mapped_job job;
  cpu_engine engine(job.state, std::span(&job.view, 1),
                    {.chunk_bytes = 256, .order = order, .seed = seed});
  job.descriptors(seed).run(count, [&] { engine.progress(64); });
}

TEST(Corrupted, MillionDescriptorsAreRefusedOrDoneExactly) {
  run(testing::corrupted_seed(), 1'000'000, engine_order::fifo);
}

TEST(Corrupted, AlsoWhenTheEngineReorders) {
  run(testing::corrupted_seed(), 50'000, engine_order::random);
}

}  // namespace
}  // namespace ark
