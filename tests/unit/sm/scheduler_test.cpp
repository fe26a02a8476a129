// The SM engine's scheduler and copying team, step by step: what each descriptor does, in which
// order, and what is refused. The CPU engine's tests hold it to the same rules.
#include <cstring>
#include <string>

#include "engine_block.hpp"

namespace ark {
namespace {

using namespace detail;

class SmBlock : public testing::engine_block {
 protected:
  /// The launch's workers are out: until the block is done.
  void leave() {
    scheduler_->begin_drain();
    for (int i = 0; i < 1'000 && !scheduler_->finished(); ++i) step();
    ASSERT_TRUE(scheduler_->finished());
  }

  /// Of a transfer of many chunks: whether all its data was there when its signal was.
  template <device::sm::signal_order Order>
  bool data_precedes_signal() {
    std::fill(heaps_[1].begin(), heaps_[1].end(), 0);
    device::sm::prepare(block_, work_.options, 1);
    device::sm::scheduler<device::thread_scope, Order> scheduler(state_, block_);
    device::sm::copier<device::thread_scope, Order> copier(state_, block_, 0, {});
    const auto step = [&] {
      const bool prepared = scheduler.prepare();
      const bool taken = scheduler.take();
      return copier.step() || taken || prepared;
    };
    scheduler.begin(1, 0, 1);
    post(make_put(1, 0, source_.data(), 64 * 1024).with_signal(128 * 1024, signal_op::set, 1));
    while (heaps_[1][16 * 1024] == 0 && step()) {
    }
    const bool whole = heaps_[1][8191] != 0;
    scheduler.begin_drain();
    for (int i = 0; i < 1'000 && !scheduler.finished(); ++i) step();
    EXPECT_TRUE(scheduler.finished());
    return whole;
  }
};

/// A block of another launch, which may serve the same rings.
struct another_block {
  explicit another_block(device_state& state) : scheduler(state, words) {
    device::sm::prepare(words, state.sm->options, 1);
    scheduler.begin(3, 0, 1);
  }
  device::sm::block_state words;
  device::sm::scheduler<device::thread_scope> scheduler;
};

TEST_F(SmBlock, MovesPutsGetsInlinePutsAndSignals) {
  start();
  expect_puts_gets_and_signals([this](const descriptor& d) { post(d); }, [this] { drain(); });
}

TEST_F(SmBlock, AtomicsFetchAndChange) {
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

TEST_F(SmBlock, AddsElementsOfAllKinds) {
  start();
  expect_put_adds_of_all_kinds([this](const descriptor& d) { post(d); }, [this] { drain(); });
}

TEST_F(SmBlock, EveryLengthAroundTheLimitsArrivesAndNothingBesideIt) {
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

TEST_F(SmBlock, SmallOvertakesLargeAndDoneStaysInOrder) {
  start();
  post(make_put(1, 0, source_.data(), 64 * 1024));
  post(make_put(1, 128 * 1024, source_.data(), 8));    // by the scheduler
  post(make_put(1, 160 * 1024, source_.data(), 512));  // by a team, whole
  for (int i = 0; i < 6; ++i) step();
  EXPECT_EQ(heaps_[1][16 * 1024], 1u);
  EXPECT_EQ(heaps_[1][20 * 1024 + 63], 64u);
  EXPECT_EQ(heaps_[1][8191], 0u) << "the large one cannot be through";
  EXPECT_EQ(ring().done(), 0u);
  drain();
  EXPECT_EQ(heaps_[1][8191], 8192u);
}

TEST_F(SmBlock, LargeTransfersTakeTurns) {
  start();
  post(make_put(1, 0, source_.data(), 32 * 1024));
  post(make_put(1, 64 * 1024, source_.data(), 8 * 1024));
  for (int i = 0; i < 20; ++i) step();
  EXPECT_EQ(heaps_[1][8 * 1024 + 1023], 1024u) << "the shorter one is through";
  EXPECT_EQ(heaps_[1][4095], 0u) << "the longer one is not";
  drain();
}

/// A transfer below the limit for large ones, which a block does not share with others.
TEST_F(SmBlock, TheTeamsOfABlockShareATransfer) {
  work_.options.large_bytes = 256 * 1024;
  for (const std::uint64_t bytes : {16'384u, 20'000u, 65'537u, 131'071u, 200'000u}) {
    start(1, 6);
    std::fill(heaps_[1].begin(), heaps_[1].end(), 0);
    const auto* sent = reinterpret_cast<const std::byte*>(source_.data());
    const auto* there = reinterpret_cast<const std::byte*>(heaps_[1].data());
    post(make_put(1, 0, sent, bytes).with_signal(204'800, signal_op::set, 1));
    ASSERT_TRUE(turn(*scheduler_));
    unsigned parts = 0;
    while (copier_->step()) {
      const bool all = std::memcmp(there, sent, bytes) == 0;
      ++parts;
      EXPECT_EQ(all, parts == (bytes < 32'768 ? 2u : 4u)) << parts << " of " << bytes;
      EXPECT_EQ(heaps_[1][25'600], all ? 1u : 0u) << bytes;
    }
    EXPECT_EQ(parts, bytes < 32'768 ? 2u : 4u);
    EXPECT_EQ(there[bytes], std::byte{0});
    drain();
    leave();
  }
}

TEST_F(SmBlock, SignalComesAfterItsOwnDataAndTheFaultIsSeen) {
  EXPECT_TRUE(data_precedes_signal<device::sm::signal_order::after_data>());
  EXPECT_FALSE(data_precedes_signal<device::sm::signal_order::before_data>());
}

TEST_F(SmBlock, ManyOutstandingNeverStopTheRing) {
  start();
  const std::uint64_t posts = 5000;
  std::uint64_t posted = 0;
  for (int i = 0; i < 1'000'000 && (posted < posts || ring().done() < posts); ++i) {
    const std::uint64_t bytes = posted % 3 == 0 ? 3000 : posted % 3 == 1 ? 500 : 8;
    const descriptor d =
        make_put(1, 0, source_.data(), bytes).with_signal(65536, signal_op::add, 1);
    if (posted < posts && ring().head() - ring().tail() < views_[0].mask + 1) {
      post(d);
      ++posted;
    }
    step();
  }
  EXPECT_EQ(ring().done(), posts);
  EXPECT_EQ(heaps_[1][8192], posts);
}

TEST_F(SmBlock, TwoRingsAreServedByOneBlock) {
  start(2);
  for (std::uint64_t i = 0; i < 200; ++i) {
    post(make_put(1, 0, source_.data(), 3000).with_signal(65536, signal_op::add, 1), 0);
    post(make_put(1, 4096, source_.data(), 300).with_signal(65536, signal_op::add, 1), 1);
    if (i % 7 == 0) step();
  }
  drain(2);
  EXPECT_EQ(heaps_[1][8192], 400u);
}

TEST_F(SmBlock, RefusalLeavesARecordAndCountsAsDelivered) {
  start();
  post(make_put(1, testing::heap_bytes - 4, source_.data(), 8));
  drain();
  EXPECT_EQ(static_cast<errc>(state_.status), errc::bad_descriptor);
  EXPECT_STREQ(state_.failure.engine, "sm");
  EXPECT_NE(std::string(state_.failure.detail).find("range outside the heap"), std::string::npos)
      << state_.failure.detail;
  EXPECT_EQ(ring().done(), 1u);
}

TEST_F(SmBlock, GetStopsWritingOnceItsCallerHasTimedOut) {
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

TEST_F(SmBlock, ARingIsHandedOnWithLaterDescriptors) {
  start();
  post(make_put(1, 0, source_.data(), 4096).with_signal(65536, signal_op::add, 1));
  ASSERT_TRUE(turn(*scheduler_));
  another_block other(state_);
  EXPECT_FALSE(turn(other.scheduler)) << "the ring is served";
  scheduler_->begin_drain();
  post(make_put(1, 8192, source_.data(), 64).with_signal(65536, signal_op::add, 1));
  leave();
  EXPECT_EQ(ring().done(), 1u) << "what came after the last call is not this block's";
  EXPECT_TRUE(turn(other.scheduler));
  EXPECT_EQ(ring().done(), 2u);
  EXPECT_EQ(heaps_[1][8192], 2u);
}

TEST_F(SmBlock, AnIdleBlockEndsAfterAnotherHasDelivered) {
  start();
  another_block other(state_);
  post(make_put_inline(1, 0, 8, 1));
  ASSERT_TRUE(turn(*scheduler_));
  post(make_put_inline(1, 8, 8, 2));
  other.scheduler.begin_drain();
  EXPECT_FALSE(turn(other.scheduler));
  EXPECT_FALSE(other.scheduler.finished());
  EXPECT_FALSE(other.scheduler.work_waits());
  drain();
  EXPECT_TRUE(other.scheduler.finished());
}

TEST_F(SmBlock, AFailedPesRingIsClosed) {
  start();
  scheduler_->close(errc::peer_failed);
  EXPECT_EQ(testing::post(ring(), make_put_inline(0, 0, 8, 2), testing::give_up).code,
            errc::peer_failed);
}

}  // namespace
}  // namespace ark
