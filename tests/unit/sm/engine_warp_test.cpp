// The SM engine's warp, step by step: what each descriptor does, in which order, and what is
// refused. The CPU engine's tests hold it to the same rules.
#include <ark/device/transfer/queue.hpp>
#include <cstring>
#include <string>

#include "engine_block.hpp"

namespace ark {
namespace {

using namespace detail;

class SmWarpSteps : public testing::engine_block {
 protected:
  /// The launch's workers are out: until the warps are done.
  void leave() {
    for (warp& one : warps_) one.end_at(ring().head());
    const auto finished = [&] {
      return std::all_of(warps_.begin(), warps_.end(),
                         [](const warp& one) { return one.finished(); });
    };
    for (int i = 0; i < 1'000 && !finished(); ++i) step();
    ASSERT_TRUE(finished());
  }

  /// Of a transfer of many pieces: whether all its data was there when its signal was.
  template <device::sm::signal_order Order>
  bool data_precedes_signal() {
    renew(256);
    std::fill(heaps_[1].begin(), heaps_[1].end(), 0);
    device::sm::engine_warp<device::sm::team, Order> one(state_, device::sm::ticket_share{0, 0, 1});
    post(make_put(1, 0, source_.data(), 64 * 1024).with_signal(128 * 1024, signal_op::set, 1));
    while (heaps_[1][16 * 1024] == 0 && one.round()) {
    }
    const bool whole = heaps_[1][8191] != 0;
    while (one.round()) {
    }
    EXPECT_EQ(ring().done(), 1u);
    return whole;
  }
};

TEST_F(SmWarpSteps, MovesPutsGetsInlinePutsAndSignals) {
  start();
  expect_puts_gets_and_signals([this](const descriptor& d) { post(d); }, [this] { drain(); });
}

TEST_F(SmWarpSteps, MovesListsOfPieces) {
  for (const unsigned warps : {1, 4}) {
    renew(256);
    start(warps);
    expect_lists([this](const descriptor& d) { post(d); }, [this] { drain(); });
  }
}

TEST_F(SmWarpSteps, BadPiecesEndAListWithoutItsSignal) {
  start();
  expect_bad_pieces([this](const descriptor& d) { post(d); }, [this] { drain(); });
}

TEST_F(SmWarpSteps, AtomicsFetchAndChange) {
  start();
  const std::uint64_t old = 0xf00ff00f12345678u;
  std::uint64_t wide = 0;
  std::uint32_t narrow = 0;
  heaps_[1][1] = heaps_[1][2] = old;
  post(make_amo_fetch(1, amo_op::compare_swap, 8, 8, 7, old, &wide));
  post(make_amo_fetch(1, amo_op::bit_xor, 4, 16, 0xffffffffu, 0, &narrow));
  post(make_amo(1, amo_op::add, 8, 24, ~std::uint64_t{0}, 0));
  drain();
  EXPECT_EQ(wide, old);
  EXPECT_EQ(heaps_[1][1], 7u);
  EXPECT_EQ(narrow, 0x12345678u);
  EXPECT_EQ(heaps_[1][2], old ^ 0xffffffffu);
  EXPECT_EQ(heaps_[1][3], ~std::uint64_t{0});
}

TEST_F(SmWarpSteps, AddsElementsOfAllKinds) {
  start();
  expect_put_adds_of_all_kinds([this](const descriptor& d) { post(d); }, [this] { drain(); });
}

TEST_F(SmWarpSteps, EveryLengthAroundTheLimitsArrivesAndNothingBesideIt) {
  start();
  const auto* bytes = reinterpret_cast<const std::byte*>(source_.data());
  auto* there = reinterpret_cast<std::byte*>(heaps_[1].data());
  for (const std::uint64_t length :
       {0, 1, 2, 3, 4, 7, 8, 9, 63, 64, 65, 1023, 1024, 1025, 2047, 2048, 2049, 3071, 3072, 5001}) {
    for (const unsigned shift : {0u, 1u, 8u, 13u}) {
      std::memset(there, 0x5a, 8192);
      post(make_put(1, 64 + shift, bytes + 3, length).with_signal(16384, signal_op::add, 1));
      drain();
      ASSERT_EQ(std::memcmp(there + 64 + shift, bytes + 3, length), 0) << length << " " << shift;
      for (std::uint64_t i = 0; i < 8192; ++i) {
        if (i >= 64 + shift && i < 64 + shift + length) continue;
        ASSERT_EQ(there[i], std::byte{0x5a}) << "byte " << i << " of " << length << " " << shift;
      }
    }
  }
  EXPECT_EQ(heaps_[1][2048], 80u);
}

TEST_F(SmWarpSteps, SmallOvertakesLargeAndIsCountedBehindIt) {
  start();
  post(make_put(1, 0, source_.data(), 64 * 1024));
  post(make_put(1, 128 * 1024, source_.data(), 8));
  post(make_put(1, 160 * 1024, source_.data(), 512));
  for (int i = 0; i < 6; ++i) step();
  EXPECT_EQ(heaps_[1][16 * 1024], 1u);
  EXPECT_EQ(heaps_[1][20 * 1024 + 63], 64u);
  EXPECT_EQ(heaps_[1][8191], 0u) << "the large one cannot be through";
  EXPECT_EQ(ring().done(), 0u);
  drain();
  EXPECT_EQ(heaps_[1][8191], 8192u);
}

TEST_F(SmWarpSteps, LongTransfersLeaveOthersTheirTurn) {
  start();
  post(make_put(1, 0, source_.data(), 128 * 1024));
  post(make_put(1, 160 * 1024, source_.data(), 4 * 1024));
  for (int i = 0; i < 6; ++i) step();
  EXPECT_EQ(heaps_[1][20 * 1024 + 511], 512u) << "the shorter one is through";
  EXPECT_EQ(heaps_[1][16 * 1024 - 1], 0u) << "the longer one is not";
  drain();
  EXPECT_EQ(heaps_[1][16 * 1024 - 1], 16 * 1024u);
}

/// The warps share a transfer of more than part_bytes; its signal waits for all parts.
TEST_F(SmWarpSteps, WarpsShareALongTransfer) {
  for (const std::uint64_t bytes : {8'193u, 20'000u, 65'537u, 200'000u}) {
    renew(64);
    start(4);
    std::fill(heaps_[1].begin(), heaps_[1].end(), 0);
    const auto* sent = reinterpret_cast<const std::byte*>(source_.data());
    const auto* there = reinterpret_cast<const std::byte*>(heaps_[1].data());
    post(make_put(1, 0, sent, bytes).with_signal(204'800, signal_op::add, 1));
    for (int i = 0; i < 3; ++i) warps_[0].round();
    for (unsigned w = 1; w < 4; ++w) {
      while (warps_[w].round()) {
      }
    }
    EXPECT_EQ(heaps_[1][25'600], 0u) << bytes << ": a part is left to the transfer's own warp";
    EXPECT_EQ(ring().done(), 0u);
    EXPECT_NE(std::memcmp(there, sent, bytes), 0);
    EXPECT_EQ(there[bytes - 1], sent[bytes - 1]) << "the others have moved the last part";
    drain();
    EXPECT_EQ(heaps_[1][25'600], 1u) << bytes;
    EXPECT_EQ(std::memcmp(there, sent, bytes), 0) << bytes;
    EXPECT_EQ(there[bytes], std::byte{0});
    leave();
    EXPECT_EQ(work_.shared.used, 0u);
    EXPECT_EQ(work_.shared.open, 0u);
  }
}
/// More long transfers than the engine shares at once: the others wait, and none is lost.
TEST_F(SmWarpSteps, MoreLongTransfersThanPlacesAllArrive) {
  for (const unsigned warps : {1u, 2u, 8u}) {
    renew(256);
    start(warps);
    std::fill(heaps_[1].begin(), heaps_[1].end(), 0);
    for (unsigned i = 0; i < 3 * sm_shared_transfers; ++i)
      post(make_put_add(1, element_kind::int64, 0, source_.data(), 20'000)
               .with_signal(204'800, signal_op::add, 1));
    drain();
    EXPECT_EQ(heaps_[1][25'600], 3 * sm_shared_transfers);
    for (unsigned i = 0; i < 2'500; ++i)
      ASSERT_EQ(heaps_[1][i], 3 * sm_shared_transfers * source_[i]) << i;
  }
}

TEST_F(SmWarpSteps, SignalComesAfterItsOwnDataAndTheFaultIsSeen) {
  EXPECT_TRUE(data_precedes_signal<device::sm::signal_order::after_data>());
  EXPECT_FALSE(data_precedes_signal<device::sm::signal_order::before_data>());
}

TEST_F(SmWarpSteps, ManyOutstandingNeverStopTheRing) {
  for (const unsigned warps : {1u, 2u, 16u, 64u}) {
    for (const unsigned slots : {2u, 32u, 256u}) {
      if (warps > slots) continue;
      renew(slots);
      start(warps);
      heaps_[1][8192] = 0;
      const std::uint64_t posts = 3000;
      std::uint64_t posted = 0;
      for (int i = 0; i < 1'000'000 && (posted < posts || ring().done() < posts); ++i) {
        const std::uint64_t bytes = posted % 3 == 0 ? 3000 : posted % 3 == 1 ? 500 : 8;
        const descriptor d =
            make_put(1, 0, source_.data(), bytes).with_signal(65536, signal_op::add, 1);
        if (posted < posts && ring().head() - ring().tail() < slots) {
          post(d);
          ++posted;
        }
        step();
      }
      EXPECT_EQ(ring().done(), posts) << warps << " warps, " << slots << " slots";
      EXPECT_EQ(heaps_[1][8192], posts);
    }
  }
}

/// `done` is the count of tickets delivered in order, whatever warps deliver.
TEST_F(SmWarpSteps, DeliveryOutOfOrderIsNotCounted) {
  start(4);
  for (std::uint64_t i = 0; i < 8; ++i) post(make_put_inline(1, 8 * i, 8, i + 1));
  for (unsigned w = 3; w > 0; --w) {
    for (int i = 0; i < 10; ++i) warps_[w].round();
    EXPECT_EQ(heaps_[1][w], w + 1);
    EXPECT_TRUE(warps_[w].busy()) << "its tickets are not covered by the count";
  }
  EXPECT_EQ(ring().done(), 0u);
  warps_[0].round();  // both are stored, and none is counted yet
  EXPECT_EQ(heaps_[1][4], 5u);
  EXPECT_EQ(ring().done(), 0u);
  warps_[0].round();
  EXPECT_EQ(ring().done(), 8u);
  EXPECT_EQ(ring().tail(), 8u);
  for (warp& one : warps_) {
    one.round();
    EXPECT_FALSE(one.busy());
  }
}

TEST_F(SmWarpSteps, RefusalLeavesARecordAndCountsAsDelivered) {
  start();
  post(make_put(1, testing::heap_bytes - 4, source_.data(), 8));
  drain();
  EXPECT_EQ(static_cast<errc>(state_.status), errc::bad_descriptor);
  EXPECT_STREQ(state_.failure.engine, "sm");
  EXPECT_NE(std::string(state_.failure.detail).find("range outside the heap"), std::string::npos)
      << state_.failure.detail;
  EXPECT_EQ(ring().done(), 1u);
}

TEST_F(SmWarpSteps, GetStopsWritingOnceItsCallerHasTimedOut) {
  start();
  std::vector<std::uint64_t> into(1024, 0);
  std::fill(heaps_[1].begin(), heaps_[1].end(), 7);
  post(make_get(1, 0, into.data(), into.size() * 8));
  for (int i = 0; i < 3; ++i) step();
  ASSERT_EQ(into[0], 7u);
  store_release(&state_.status, static_cast<std::uint32_t>(errc::timeout));
  drain();
  EXPECT_EQ(into.back(), 0u);
}

TEST_F(SmWarpSteps, ARingIsHandedOnWithLaterDescriptors) {
  start();
  post(make_put(1, 0, source_.data(), 4096).with_signal(65536, signal_op::add, 1));
  step();
  warps_[0].take_below(1);
  for (int i = 0; i < 100; ++i) step();
  EXPECT_EQ(ring().done(), 1u);
  EXPECT_FALSE(warps_[0].finished()) << "the other warps may have taken more";
  warps_[0].end_at(1);
  post(make_put(1, 8192, source_.data(), 64).with_signal(65536, signal_op::add, 1));
  for (int i = 0; i < 100; ++i) step();
  EXPECT_TRUE(warps_[0].finished());
  EXPECT_EQ(ring().done(), 1u) << "what came after the last call is not this warp's";
  start(4, 1);
  drain();
  EXPECT_EQ(heaps_[1][8192], 2u);
}

}  // namespace
}  // namespace ark
