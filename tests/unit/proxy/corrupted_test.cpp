// Corrupted descriptors in the proxy's ring: refused before a message leaves, or done exactly.
#include "../queue/corrupted.hpp"

#include "pair.hpp"

namespace ark::proxy {
namespace {

using namespace detail;
using testing::corrupted_heap_bytes;

TEST(CorruptedForProxy, AreRefusedOrDoneExactly) {
  constexpr int n_pes = 3, count = 200'000;
  const std::uint64_t seed = testing::corrupted_seed();
  using enum peer_route;
  testing::corrupted_job settings{
      n_pes, peer_route::proxy, {mapped, peer_route::proxy, peer_route::proxy}};
  std::mt19937_64 filling(seed);
  for (std::size_t i = 0; i < corrupted_heap_bytes; ++i)
    settings.source.data()[i] = static_cast<std::byte>(filling());
  std::vector<std::unique_ptr<testing::guarded_memory>> heaps;
  job pes(n_pes);
  for (int pe = 0; pe < n_pes; ++pe) {
    heaps.push_back(std::make_unique<testing::guarded_memory>(corrupted_heap_bytes));
    device_state& state = pes[pe].state;
    state.heap_base = heaps.back()->address();
    state.heap_bytes = state.heap_reserved = corrupted_heap_bytes;
  }
  test_pe& poster = pes[0];
  poster.peers[0].route = mapped;
  testing::corrupted_model model(n_pes);
  testing::corrupted_source source(settings, seed);
  testing::refusal_book book(poster.state);
  for (int i = 0; i < count; ++i) {
    const descriptor d = source.next();
    const bool good = testing::is_good(settings, d);
    book.expect(d, good, peer_route::proxy);
    if (good) model.apply(settings, d);
    testing::post_as_is(poster.ring, poster.view, d);
    ASSERT_TRUE(pes.drain()) << "descriptor " << i << " of seed " << seed;
    ASSERT_EQ(poster.ring.done(), poster.ring.head());
    book.settle();
    if (i % 64 == 0 || i + 1 == count) {
      for (int pe = 0; pe < n_pes; ++pe)
        ASSERT_TRUE(testing::same(model.heap(pe), heaps[static_cast<std::size_t>(pe)]->data()))
            << "PE " << pe << ", descriptor " << i << " of seed " << seed;
      ASSERT_TRUE(testing::same(model.filled(), settings.filled.data()));
    }
    if (::testing::Test::HasFatalFailure()) FAIL() << "descriptor " << i << " of seed " << seed;
  }
  std::printf("%llu refused for %zu reasons, %llu executed\n",
              static_cast<unsigned long long>(book.bad()), book.reasons(),
              static_cast<unsigned long long>(book.good()));
  EXPECT_GE(book.reasons(), 18u);
  EXPECT_GT(book.good(), static_cast<std::uint64_t>(count) / 20);
  for (int pe = 1; pe < n_pes; ++pe)
    EXPECT_EQ(pes[pe].failure().code, errc::ok) << "no bad message left";
}

}  // namespace
}  // namespace ark::proxy
