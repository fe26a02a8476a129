// Corrupted descriptors in the proxy's ring: refused before a message leaves, or done exactly.
#include "../queue/corrupted_run.hpp"
#include "pair.hpp"

namespace ark::proxy {
namespace {

using namespace detail;
using testing::corrupted_heap_bytes;

TEST(CorruptedForProxy, AreRefusedOrDoneExactly) {
  constexpr int n_pes = 3;
  const std::uint64_t seed = testing::corrupted_seed();
  using enum peer_route;
  testing::corrupted_job settings{
      n_pes, peer_route::proxy, {mapped, peer_route::proxy, peer_route::proxy}};
  std::vector<std::unique_ptr<testing::guarded_memory>> owned;
  std::vector<const testing::guarded_memory*> heaps;
  job pes(n_pes);
  for (int pe = 0; pe < n_pes; ++pe) {
    owned.push_back(std::make_unique<testing::guarded_memory>(corrupted_heap_bytes));
    heaps.push_back(owned.back().get());
    device_state& state = pes[pe].state;
    state.heap_base = heaps.back()->address();
    state.heap_bytes = state.heap_reserved = corrupted_heap_bytes;
  }
  test_pe& poster = pes[0];
  poster.peers[0] = {poster.state.heap_base, mapped, 0};
  testing::corrupted_run(settings, poster.state, poster.view, heaps, seed).run(200'000, [&] {
    ASSERT_TRUE(pes.drain());
  });
  for (int pe = 1; pe < n_pes; ++pe)
    EXPECT_EQ(pes[pe].failure().code, errc::ok) << "no bad message left";
}

}  // namespace
}  // namespace ark::proxy
