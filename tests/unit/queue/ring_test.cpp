// The ring under real threads.
#include <gtest/gtest.h>

#include <ark/detail/queue/ring.hpp>
#include <array>
#include <thread>

#include "posting.hpp"
#include "queue/ring_storage.hpp"

namespace ark::detail {
namespace {

using testing::eventually;
using testing::give_up;
using testing::post;
using testing::yield_until;

/// Two producers, the caller consumes: per producer nothing is lost, doubled or reordered.
void exchange_all(std::size_t capacity, std::uint64_t per_producer) {
  const ring_storage storage(capacity);
  const ring shared(storage.view());
  const auto produce = [&](int producer) {
    for (std::uint64_t i = 0; i < per_producer; ++i) {
      const ticket r = post(shared, make_put_inline(producer, i, 8, ~i), yield_until);
      ASSERT_EQ(r.code, errc::ok);
    }
  };
  std::jthread first(produce, 0), second(produce, 1);
  std::array<std::uint64_t, 2> next{};
  std::uint64_t wrong = 0;
  for (std::uint64_t ticket = 0; ticket < 2 * per_producer; ++ticket) {
    descriptor d;
    if (!eventually([&] { return shared.peek(ticket, d); })) {
      shared.close(errc::aborted);
      FAIL() << "ticket " << ticket << " of " << 2 * per_producer << " never came";
    }
    std::uint64_t& expected = next[static_cast<std::size_t>(d.pe()) & 1];
    wrong += d.get(field::dest) != expected || d.payload() != ~expected ||
             d.get(field::ticket) != ticket || d.get(field::checksum) != descriptor_checksum(d);
    ++expected;
    shared.publish_tail(ticket + 1);
    shared.publish_done(ticket + 1);
  }
  first.join();
  second.join();
  EXPECT_EQ(wrong, 0u) << "capacity " << capacity;
  EXPECT_EQ(next[0], per_producer);
  EXPECT_EQ(next[1], per_producer);
  EXPECT_EQ(shared.done(), shared.head());
}

TEST(Ring, LosesDoublesAndReordersNothingAtAnyCapacity) {
  for (const std::size_t capacity : {2, 4, 8, 64, 1024}) exchange_all(capacity, 3000);
}

TEST(Ring, CarriesMillionsOfDescriptors) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  exchange_all(1024, ARK_TEST_LONG ? 500'000 : 100'000);
#else
  exchange_all(1024, ARK_TEST_LONG ? 5'000'000 : 500'000);
#endif
}

TEST(Ring, ZeroPayloadSurvivesLapBoundary) {
  const ring_storage storage(2);
  const ring shared(storage.view());
  for (std::uint64_t ticket = 0; ticket < 7; ++ticket) {
    descriptor d;
    EXPECT_FALSE(shared.peek(ticket, d)) << "stale slot taken for ticket " << ticket;
    ASSERT_EQ(post(shared, descriptor{}, give_up).code, errc::ok);
    ASSERT_TRUE(shared.peek(ticket, d));
    EXPECT_EQ(d.get(field::ticket), ticket);
    shared.publish_tail(ticket + 1);
  }
}

TEST(Ring, AFailedWaitClosesTheRingForAllAndTheFirstCodeStays) {
  const ring_storage storage(2);
  const ring shared(storage.view());
  ASSERT_EQ(post(shared, make_fence(), give_up).code, errc::ok);
  ASSERT_EQ(post(shared, make_fence(), give_up).code, errc::ok);
  EXPECT_EQ(post(shared, make_fence(), give_up).code, errc::timeout);
  shared.close(errc::aborted);
  EXPECT_EQ(post(shared, make_fence(), yield_until).code, errc::timeout);
}

TEST(Ring, CloseWakesProducersThatWaitForASlot) {
  const ring_storage storage(2);
  const ring shared(storage.view());
  post(shared, make_fence(), give_up);
  post(shared, make_fence(), give_up);
  std::array<errc, 2> codes{};
  std::thread first([&] { codes[0] = post(shared, make_fence(), yield_until).code; });
  std::thread second([&] { codes[1] = post(shared, make_fence(), yield_until).code; });
  EXPECT_TRUE(eventually([&] { return shared.head() == 4; }));
  shared.close(errc::aborted);
  first.join();
  second.join();
  EXPECT_EQ(codes[0], errc::aborted);
  EXPECT_EQ(codes[1], errc::aborted);
}

TEST(Ring, StorageRefusesSizesThatAreNoPowerOfTwo) {
  EXPECT_THROW(ring_storage(3), error);
  EXPECT_THROW(ring_storage(1), error);
}

}  // namespace
}  // namespace ark::detail
