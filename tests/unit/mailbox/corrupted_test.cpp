// Corrupted descriptors in front of a mailbox.
#include "../queue/corrupted_run.hpp"
#include "mailbox/mailbox_engine.hpp"

namespace ark {
namespace {

/// They fail for another reason: engine_test.cpp.
bool is_atomic(const detail::descriptor& d) {
  using enum detail::descriptor_op;
  return d.op() == amo || d.op() == amo_fetch || d.op() == put_add;
}

TEST(CorruptedForMailbox, AreRefusedOrDoneExactly) {
  const std::uint64_t seed = testing::corrupted_seed();
  testing::corrupted_mapped_job job;
  mailbox_engine_options options;
  options.slots = 8;
  options.line_bytes = 256;
  options.channel = {.order = channel_order::random, .seed = seed};
  for (const auto* memory : {&job.source, &job.filled})
    options.local.push_back(
        channel_region::identity(memory->address(), testing::corrupted_heap_bytes));
  mailbox_engine engine(job.state, std::span(&job.view, 1), options);
  job.descriptors(seed).run(
      100'000, [&] { engine.progress(64); }, is_atomic);
}

}  // namespace
}  // namespace ark
