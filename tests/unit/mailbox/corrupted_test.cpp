// Corrupted descriptors in front of a mailbox: refused with a record, or carried out exactly.
#include "../queue/corrupted.hpp"

#include "engine/ring_storage.hpp"
#include "mailbox/mailbox_engine.hpp"

namespace ark {
namespace {

using namespace detail;
using testing::corrupted_heap_bytes;

bool is_atomic(const descriptor& d) {
  return d.op() == descriptor_op::amo || d.op() == descriptor_op::amo_fetch;
}

TEST(CorruptedForMailbox, AreRefusedOrDoneExactly) {
  constexpr int n_pes = 3, count = 100'000;
  const std::uint64_t seed = testing::corrupted_seed();
  using enum peer_route;
  testing::corrupted_job job{n_pes, mapped, {mapped, mapped, proxy}};
  std::mt19937_64 filling(seed);
  for (std::size_t i = 0; i < corrupted_heap_bytes; ++i)
    job.source.data()[i] = static_cast<std::byte>(filling());
  testing::guarded_memory heaps[2]{testing::guarded_memory(corrupted_heap_bytes),
                                   testing::guarded_memory(corrupted_heap_bytes)};
  std::vector<peer_view> peers(n_pes);
  for (std::size_t pe = 0; pe < n_pes; ++pe)
    peers[pe] = {pe < 2 ? heaps[pe].address() : 0, job.routes[pe], 0};
  device_state state;
  state.n_pes = n_pes;
  state.heap_base = peers[0].heap_base;
  state.peers = peers.data();
  state.heap_bytes = state.heap_reserved = corrupted_heap_bytes;
  const ring_storage storage(64);
  const ring_view view = storage.view();
  const ring shared(view);
  mailbox_engine_options options;
  options.slots = 8;
  options.line_bytes = 256;
  options.channel = {.order = channel_order::random, .seed = seed};
  for (const auto* memory : {&job.source, &job.filled})
    options.local.push_back(channel_region::identity(memory->address(), corrupted_heap_bytes));
  mailbox_engine engine(state, std::span(&view, 1), options);
  testing::corrupted_model model(n_pes);
  testing::corrupted_source source(job, seed);
  testing::refusal_book book(state);
  for (int i = 0; i < count; ++i) {
    const descriptor d = source.next();
    const bool good = testing::is_good(job, d);
    if (good && is_atomic(d)) continue;  // fails for another reason: engine_test.cpp
    book.expect(d, good, mapped);
    if (good) model.apply(job, d);
    testing::post_as_is(shared, view, d);
    for (int tries = 0; tries < 10'000 && shared.done() < shared.head(); ++tries)
      engine.progress(64);
    ASSERT_EQ(shared.done(), shared.head()) << "descriptor " << i << " of seed " << seed;
    book.settle();
    if (i % 64 == 0 || i + 1 == count) {
      for (int pe = 0; pe < 2; ++pe) ASSERT_TRUE(testing::same(model.heap(pe), heaps[pe].data()));
      ASSERT_TRUE(testing::same(model.filled(), job.filled.data()));
    }
    if (::testing::Test::HasFatalFailure()) FAIL() << "descriptor " << i << " of seed " << seed;
  }
  EXPECT_GT(book.bad(), static_cast<std::uint64_t>(count) / 4);
  EXPECT_GT(book.good(), static_cast<std::uint64_t>(count) / 20);
}

}  // namespace
}  // namespace ark
