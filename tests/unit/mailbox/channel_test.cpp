// Mailbox and simulated channel, and each rule that keeps them in order beside the same thing
// without it.
#include <gtest/gtest.h>

#include <string>

#include "rig.hpp"

namespace ark {
namespace {

using namespace detail;
using testing::first_launch;
using testing::mailbox_rig;
using testing::second_launch;

TEST(Channel, WaitsUntilHeadIsThereAndThenCarriesOutTheSlot) {
  mailbox_rig rig(4);
  rig.mailbox.rearm();
  rig.run();
  EXPECT_EQ(rig.mailbox.done(), 0u);
  ASSERT_EQ(rig.post(make_put_inline(0, 8, 8, 7)), errc::ok);
  rig.run();
  EXPECT_EQ(rig.mailbox.done(), 1u);
  EXPECT_EQ(rig.heap[1], 7u);
}

TEST(Channel, ManyLapsOfEveryKindArriveOnceAndInOrder) {
  mailbox_rig rig(4, {.order = channel_order::random, .seed = 11});
  for (std::size_t i = 0; i < 64; ++i) rig.heap[512 + i] = i + 1;
  std::uint64_t sum = 0, posted = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    rig.mailbox.rearm();
    rig.run();
    ASSERT_EQ(rig.mailbox.done(), posted);
    rig.mailbox.rearm();
    const std::uint64_t width = i % 8 + 1, mask = ~std::uint64_t{0} >> (64 - 8 * width);
    rig.heap[1] = 0;
    ASSERT_EQ(rig.post(make_put_inline(0, 8, width, ~i).with_signal(0, signal_op::add, i)),
              errc::ok);
    ASSERT_EQ(rig.post(make_put(0, 64 * 8, &rig.heap[512], i % 64 * 8)), errc::ok);
    sum += i;
    posted += 2;
    rig.run();
    ASSERT_EQ(rig.heap[0], sum);
    ASSERT_EQ(rig.heap[1], ~i & mask) << width << " bytes";
    for (std::size_t w = 0; w < i % 64; ++w) ASSERT_EQ(rig.heap[64 + w], w + 1);
  }
}

TEST(Channel, FullMailboxSaysSoAndTakesNothing) {
  mailbox_rig rig(4);
  EXPECT_EQ(rig.post(make_fence()), errc::would_block) << "nothing is armed";
  rig.mailbox.rearm();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(rig.post(make_fence()), errc::ok);
  EXPECT_EQ(rig.post(make_fence()), errc::would_block);
  EXPECT_EQ(rig.mailbox.head(), 3u);
  const auto give_up = [](auto&& ready) { return ready() ? errc::ok : errc::timeout; };
  EXPECT_EQ(rig.mailbox.post(make_fence(), rig.base(), give_up).code, errc::timeout);
  EXPECT_EQ(rig.mailbox.head(), 3u) << "a wait that ends badly leaves no hole";
  const auto help = [&](auto&& ready) {
    rig.run();
    rig.mailbox.rearm();
    return ready() ? errc::ok : errc::timeout;
  };
  EXPECT_EQ(rig.mailbox.post(make_fence(), rig.base(), help).ticket, 3u);
  rig.mailbox.close(errc::aborted);
  EXPECT_EQ(rig.post(make_fence()), errc::aborted);
  EXPECT_EQ(rig.mailbox.post(make_fence(), rig.base(), give_up).code, errc::aborted);
}

TEST(Channel, LooksAtItsQueueOnlyWhenRung) {
  mailbox_rig rig(4);
  rig.storage.registers().put.value = 6;
  EXPECT_FALSE(rig.channel.step());
  rig.storage.registers().doorbell.value = 1;
  EXPECT_TRUE(rig.channel.step());
}

// --- The slot is fetched only after the acquire ---

/// Posts one after the other; how many were not carried out as they stood when head said so?
int stale_slots(bool sync_wait) {
  mailbox_rig rig(4);
  if (!sync_wait) rig.drop_sync_wait();
  int stale = 0;
  for (std::uint64_t i = 0; i < 12; ++i) {
    rig.mailbox.rearm();
    rig.run();
    if (rig.post(make_put_inline(0, 8 * i, 8, i + 1)) != errc::ok) return stale + 1;
    rig.run();
    stale += rig.heap[i] != i + 1;
  }
  return stale;
}

TEST(SyncWait, EverySlotIsCarriedOutAsPosted) { EXPECT_EQ(stale_slots(true), 0); }
TEST(SyncWaitControl, WithoutItAStaleSlotIsCarriedOut) { EXPECT_GT(stale_slots(false), 0); }

// --- Data before signal, data before done ---

/// Of 200 seeds: in how many does `after` have its value while a word of the data is missing?
template <class Prepare, class Seen>
int seeds_too_early(Prepare&& prepare, Seen&& seen) {
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    mailbox_rig rig(4, {.order = channel_order::random, .seed = seed});
    for (std::size_t i = 0; i < 64; ++i) rig.heap[512 + i] = i + 1;
    rig.mailbox.rearm();
    prepare(rig);
    bool early = false;
    while (rig.channel.step()) {
      for (std::size_t w = 0; w < 64 && seen(rig); ++w) early |= rig.heap[64 + w] != w + 1;
    }
    EXPECT_TRUE(seen(rig)) << "seed " << seed << ": " << rig.channel.fault();
    count += early;
  }
  return count;
}
descriptor data(const mailbox_rig& rig) { return make_put(0, 64 * 8, &rig.heap[512], 64 * 8); }
bool signalled(const mailbox_rig& rig) { return rig.heap[0] == 1; }
bool all_done(const mailbox_rig& rig) { return rig.mailbox.done() >= 1; }

int early_signals(std::uint32_t left_out) {
  return seeds_too_early(
      [=](mailbox_rig& rig) {
        ASSERT_EQ(rig.post(data(rig).with_signal(0, signal_op::set, 1)), errc::ok);
        rig.change(0, first_launch, left_out);
      },
      signalled);
}
TEST(Flush, SignalComesAfterItsData) { EXPECT_EQ(early_signals(0), 0); }
TEST(FlushControl, WithoutItTheSignalIsSeenBeforeItsData) {
  EXPECT_GT(early_signals(ce::launch::flush), 0);
}

int early_done(bool with_signal, std::uint32_t left_out) {
  return seeds_too_early(
      [=](mailbox_rig& rig) {
        const descriptor d = data(rig);
        ASSERT_EQ(rig.post(with_signal ? d.with_signal(0, signal_op::set, 1) : d), errc::ok);
        rig.change(0, with_signal ? second_launch : first_launch, left_out);
      },
      all_done);
}
TEST(Flush, DoneComesAfterTheData) {
  EXPECT_EQ(early_done(false, 0), 0);
  EXPECT_EQ(early_done(true, 0), 0);
}
TEST(FlushControl, WithoutItDoneIsSeenBeforeTheData) {
  EXPECT_GT(early_done(false, ce::launch::flush), 0);
  EXPECT_GT(early_done(true, ce::launch::flush), 0);
}

// --- Fence ---

enum class between { nothing, fence, fence_without_barrier, in_turn };

/// A put, something, and a word that says that the put was there.
int flags_before_data(between what) {
  return seeds_too_early(
      [=](mailbox_rig& rig) {
        ASSERT_EQ(rig.post(data(rig)), errc::ok);
        const bool fenced = what == between::fence || what == between::fence_without_barrier;
        if (fenced) {
          ASSERT_EQ(rig.post(make_fence()), errc::ok);
        }
        for (unsigned i = 0; what == between::fence_without_barrier && i < 6; ++i)
          rig.change(1, ce::part::barrier + i, ~std::uint32_t{0});
        ASSERT_EQ(rig.post(make_put_inline(0, 0, 8, 1)), errc::ok);
        if (what == between::in_turn)
          rig.change(1, first_launch, ce::launch::transfer_mask, ce::launch::in_turn);
      },
      signalled);
}
TEST(Fence, CopiesBehindItSeeWhatWasBefore) { EXPECT_EQ(flags_before_data(between::fence), 0); }
TEST(FenceControl, WithoutItCopiesOverlap) { EXPECT_GT(flags_before_data(between::nothing), 0); }
TEST(FenceControl, WithoutItsBarrierCopiesOverlap) {
  EXPECT_GT(flags_before_data(between::fence_without_barrier), 0);
}
TEST(Fence, CopyInTurnDoesNotOverlap) { EXPECT_EQ(flags_before_data(between::in_turn), 0); }

// --- Re-arming ---

/// Fills what is armed, arms on up to `limit(done)`, and fills again, before the channel has moved;
/// returns how many of the posts are lost.
template <class Limit>
int lost_posts(Limit&& limit) {
  mailbox_rig rig(4);
  rig.mailbox.rearm();
  std::uint64_t posted = 0;
  for (int turn = 0; turn < 4; ++turn) {
    while (rig.post(make_put_inline(0, 8 * posted, 8, posted + 1)) == errc::ok) ++posted;
    rig.mailbox.arm(limit(rig.mailbox));
  }
  for (int turn = 0; turn < 8; ++turn) {
    rig.run();
    rig.mailbox.rearm();
  }
  int lost = 0;
  for (std::uint64_t i = 0; i < posted; ++i) lost += rig.heap[i] != i + 1;
  return lost + (rig.mailbox.done() < posted);
}

TEST(Rearm, NotBeyondWhatIsDoneNothingIsLost) {
  EXPECT_EQ(lost_posts([](auto& m) { return m.done() + m.capacity() - 1; }), 0);
}
TEST(RearmControl, TooEarlyPostsAreLost) {
  EXPECT_GT(lost_posts([](auto& m) { return m.head() + m.capacity() - 1; }), 0);
}
TEST(RearmControl, OneTooManyAndTheQueueLooksEmpty) {
  EXPECT_GT(lost_posts([](auto& m) { return m.done() + m.capacity(); }), 0);
}

// --- Faults ---

/// The fault that comes of breaking a slot.
std::string fault_of(const descriptor& d, unsigned dword, std::uint32_t clear, std::uint32_t set) {
  mailbox_rig rig(4);
  rig.mailbox.rearm();
  EXPECT_EQ(rig.post(d), errc::ok);
  rig.change(0, dword, clear, set);
  rig.run();
  EXPECT_FALSE(rig.channel.step()) << "it does nothing any more";
  EXPECT_EQ(rig.mailbox.done(), 0u);
  return rig.channel.fault();
}

TEST(ChannelFault, NamesWhatItDoesNotKnow) {
  const descriptor d = make_put_inline(0, 0, 8, 1);
  constexpr std::uint32_t all = ~std::uint32_t{0};
  const std::string lost = "header that is not modelled, or without its data";
  EXPECT_EQ(fault_of(d, 0, all, 0x60048100), lost);
  EXPECT_EQ(fault_of(d, 0, all, 0x20ff8100), lost);
  EXPECT_EQ(fault_of(d, 0, all, 0x200481c0), "unknown method of the copy engine");
  EXPECT_EQ(fault_of(d, 0, all, 0x20040017), "unknown method of the host");
  EXPECT_EQ(fault_of(d, 1, all, 0x1ffffff), "source not mapped");
  EXPECT_EQ(fault_of(d, 3, all, 0x1ffffff), "destination not mapped");
  EXPECT_EQ(fault_of(d, 8, all, 0x1ffffff), "semaphore not mapped or not aligned");
  EXPECT_EQ(fault_of(d, 9, 0, 4), "semaphore not mapped or not aligned");
  EXPECT_EQ(fault_of(d, first_launch, 0, 1u << 9), "launch with a flag that is not modelled");
  EXPECT_EQ(fault_of(d, first_launch, 3, 3), "unknown kind of transfer");
  EXPECT_EQ(fault_of(d, first_launch, ce::launch::linear_dest, 0), "a transfer that is not linear");
  EXPECT_EQ(fault_of(d, first_launch, ce::launch::release, 0), "flush without a semaphore");
  EXPECT_EQ(fault_of(d, first_launch, ce::launch::payload_64, 0), "semaphore of one word");
}

TEST(ChannelFault, AcquireThatCannotBe) {
  const std::string wanted = "acquire of a word that is not mapped, or in an unknown way";
  for (const auto& [dword, value] : {std::pair{16u, 0x1ffffffu}, {15u, 0x104u}, {19u, 3u}}) {
    mailbox_rig rig(4);
    rig.mailbox.rearm();
    ASSERT_EQ(rig.post(make_fence()), errc::ok);
    rig.change(0, dword, ~std::uint32_t{0}, value);
    rig.run();
    EXPECT_EQ(rig.channel.fault(), wanted) << dword;
  }
}

TEST(Teardown, AStoppedChannelTouchesNothing) {
  mailbox_rig rig(4);
  rig.mailbox.rearm();
  ASSERT_EQ(rig.post(make_put_inline(0, 0, 8, 1)), errc::ok);
  ASSERT_TRUE(rig.channel.step());
  rig.channel.stop();
  rig.memory.unmap_all();
  rig.run();
  EXPECT_EQ(rig.heap[0], 0u);
  EXPECT_EQ(rig.channel.fault(), "");
}

TEST(TeardownControl, UnmappingBeforeTheStopIsAFault) {
  mailbox_rig rig(4);
  rig.mailbox.rearm();
  ASSERT_EQ(rig.post(make_put_inline(0, 0, 8, 1)), errc::ok);
  ASSERT_TRUE(rig.channel.step());
  rig.memory.unmap_all();
  rig.run();
  EXPECT_NE(rig.channel.fault(), "");
}

}  // namespace
}  // namespace ark
