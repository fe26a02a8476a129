// What is particular to the mailbox engine: pieces, what it cannot do, faults, and its end.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/ring_storage.hpp"
#include "error/failure.hpp"
#include "mailbox/mailbox_engine.hpp"
#include "queue/eventually.hpp"

namespace ark {
namespace {

using namespace detail;

constexpr std::size_t heap_words = 4096;

/// One PE that is its own peer, two rings, a mailbox of 4 slots.
class MailboxEngine : public ::testing::Test {
 protected:
  MailboxEngine() : heap_(2 * heap_words, 0), source_(heap_words) {
    peer_ = {reinterpret_cast<std::uint64_t>(heap_.data()), peer_route::mapped, 0};
    state_.heap_base = peer_.heap_base;
    state_.peers = &peer_;
    state_.heap_bytes = heap_words * 8;
    state_.timeout_ns = 10'000'000;
    for (std::size_t i = 0; i < source_.size(); ++i) source_[i] = i + 1;
    options_.slots = 4;
    options_.local = {channel_region::identity(reinterpret_cast<std::uint64_t>(source_.data()),
                                               source_.size() * 8)};
  }
  void start() { engine_ = std::make_unique<mailbox_engine>(state_, views_, options_); }
  void post(const descriptor& d, unsigned index = 0) {
    ASSERT_EQ(ring_of(index).push(d, testing::give_up).code, errc::ok);
  }
  [[nodiscard]] ring ring_of(unsigned index) const { return detail::ring(views_[index]); }
  void run_dry() {
    for (int calls = 0; engine_->progress(8); ++calls) ASSERT_LT(calls, 100'000) << "no end";
  }
  [[nodiscard]] bool delivered(std::size_t at, std::size_t count) const {
    return std::equal(source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(count),
                      heap_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void expect_failure(errc code, const std::string& what) const {
    const failure_record record = failure_read(state_).value_or(failure_record{});
    EXPECT_EQ(record.code, code);
    EXPECT_STREQ(record.engine, "mailbox");
    EXPECT_NE(std::string(record.detail).find(what), std::string::npos) << record.detail;
  }

  std::vector<std::uint64_t> heap_, source_;
  peer_view peer_;
  device_state state_;
  std::array<ring_storage, 2> storages_{ring_storage(64), ring_storage(64)};
  std::array<ring_view, 2> views_{storages_[0].view(), storages_[1].view()};
  mailbox_engine_options options_;
  std::unique_ptr<mailbox_engine> engine_;
};

TEST_F(MailboxEngine, LongTransferTakesManySlotsAndSignalsOnce) {
  options_.line_bytes = 24;
  start();
  post(make_put(0, 64, source_.data(), 1000).with_signal(0, signal_op::add, 1));
  post(make_put_inline(0, 8, 8, 9));
  run_dry();
  EXPECT_TRUE(delivered(8, 125));
  EXPECT_EQ(heap_[0], 1u);
  EXPECT_EQ(heap_[1], 9u);
  EXPECT_EQ(ring_of(0).done(), 2u);
  EXPECT_TRUE(engine_->idle());
}

TEST_F(MailboxEngine, PutOfNothingNeedsNoMemoryAndSignals) {
  start();
  std::uint64_t outside = 0;
  post(make_put(0, 0, &outside, 0).with_signal(8, signal_op::set, 3));
  run_dry();
  EXPECT_EQ(heap_[1], 3u);
  EXPECT_EQ(state_.status, 0u);
}

TEST_F(MailboxEngine, InlineDataIsNotSplitByAShortLine) {
  options_.line_bytes = 2;
  start();
  post(make_put_inline(0, 0, 8, 0x1122334455667788));
  run_dry();
  EXPECT_EQ(heap_[0], 0x1122334455667788u);
}

TEST_F(MailboxEngine, DoneNeverComesBeforeDataAndSignal) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    std::fill(heap_.begin(), heap_.end(), 0);
    options_.channel = {.order = channel_order::random, .seed = seed};
    options_.line_bytes = 64;
    start();
    const std::uint64_t before = ring_of(0).done();
    post(make_put(0, 64, source_.data(), 256).with_signal(0, signal_op::set, 1));
    post(make_put(0, 1024, source_.data(), 256));
    bool early_signal = false, early_done = false;
    for (int i = 0; i < 10'000 && ring_of(0).done() < before + 2; ++i) {
      engine_->progress(1);
      if (heap_[0] == 1) early_signal |= !delivered(8, 32);
      if (ring_of(0).done() > before) early_done |= heap_[0] != 1;
      if (ring_of(0).done() > before + 1) early_done |= !delivered(128, 32);
    }
    ASSERT_EQ(ring_of(0).done(), before + 2) << "seed " << seed;
    EXPECT_FALSE(early_signal || early_done) << "seed " << seed;
    storages_ = {ring_storage(64), ring_storage(64)};
    views_ = {storages_[0].view(), storages_[1].view()};
  }
}

TEST_F(MailboxEngine, ServesItsRingsInTurn) {
  start();
  for (std::uint64_t i = 0; i < 20; ++i) {
    post(make_signal(0, 0, signal_op::add, 1), 0);
    post(make_signal(0, 8, signal_op::add, 1), 1);
  }
  while (ring_of(0).done() < 10) ASSERT_TRUE(engine_->progress(1));
  EXPECT_GT(ring_of(1).done(), 5u);
  run_dry();
  EXPECT_EQ(heap_[0] + heap_[1], 40u);
  EXPECT_EQ(ring_of(1).done(), 20u);
}

TEST_F(MailboxEngine, FailsByNameWhatACopyEngineCannotDo) {
  start();
  std::uint64_t outside = 0;
  const std::vector<std::pair<descriptor, std::string>> cases = {
      {make_amo(0, amo_op::add, 8, 0, 1, 0), "atomics are not for a copy engine"},
      {make_amo_fetch(0, amo_op::add, 8, 0, 1, 0, &outside), "atomics are not for a copy engine"},
      {make_put(0, 0, &outside, 8), "source not mapped for the channel"},
      {make_put(0, 0, &source_.back(), 16), "source not mapped for the channel"},
      {make_get(0, 0, &outside, 8), "destination not mapped for the channel"},
  };
  std::uint64_t posted = 0;
  for (const auto& [d, why] : cases) {
    state_.status = 0;
    state_.failure_count = 0;
    post(d);
    run_dry();
    expect_failure(errc::engine_failed, why);
    EXPECT_EQ(ring_of(0).done(), ++posted) << "it counts as delivered, so that nobody hangs";
  }
  EXPECT_EQ(heap_[0], 0u);
}

TEST_F(MailboxEngine, GetWhoseCallerHasLeftIsNotBegun) {
  start();
  heap_[0] = 5;
  store_release(&state_.status, static_cast<std::uint32_t>(errc::timeout));
  post(make_get(0, 0, source_.data(), 8));
  run_dry();
  EXPECT_EQ(source_[0], 1u);
  EXPECT_EQ(ring_of(0).done(), 1u);
}

TEST_F(MailboxEngine, FaultOfTheChannelIsRecordedAndClosesTheRings) {
  start();
  post(make_put_inline(0, 0, 8, 1));
  run_dry();
  state_.heap_bytes *= 2;  // grown, and nobody has told the channel
  post(make_put_inline(0, heap_words * 8, 8, 2));
  post(make_put_inline(0, 8, 8, 3));
  run_dry();
  EXPECT_EQ(heap_[0], 1u);
  EXPECT_EQ(heap_[1], 0u) << "nothing behind the fault";
  EXPECT_EQ(ring_of(0).done(), 1u) << "what has not been delivered does not count";
  expect_failure(errc::engine_failed, "fault of the channel: destination not mapped");
  EXPECT_EQ(failure_read(state_)->offset_bytes, static_cast<std::int64_t>(heap_words * 8));
  EXPECT_EQ(state_.failure_count, 1u);
  EXPECT_EQ(ring_of(0).closed(), errc::engine_failed) << "this wakes who waits for done";
  EXPECT_EQ(ring_of(1).closed(), errc::engine_failed);
  EXPECT_TRUE(engine_->idle());
  EXPECT_EQ(engine_->stop(), errc::engine_failed);
}

TEST_F(MailboxEngine, StopFinishesWhatTheChannelHas) {
  options_.line_bytes = 8;
  start();
  post(make_put(0, 64, source_.data(), 800).with_signal(0, signal_op::set, 1));
  post(make_put_inline(0, 8, 8, 7));
  ASSERT_TRUE(engine_->progress(2));
  ASSERT_EQ(ring_of(0).done(), 0u) << "in the middle of the first";
  ASSERT_EQ(ring_of(0).tail(), 1u) << "the second is not taken";
  EXPECT_EQ(engine_->stop(), errc::ok);
  EXPECT_TRUE(delivered(8, 100));
  EXPECT_EQ(heap_[0], 1u);
  EXPECT_EQ(heap_[1], 0u) << "nothing new was taken";
  EXPECT_EQ(ring_of(0).done(), 1u);
  EXPECT_EQ(ring_of(0).closed(), errc::aborted);
  EXPECT_EQ(state_.status, 0u);
  run_dry();
  EXPECT_EQ(heap_[1], 0u);
  EXPECT_EQ(engine_->stop(), errc::aborted) << "once";
}

TEST_F(MailboxEngine, StopOfAnIdleEngineLeavesNoAcquireWaiting) {
  start();
  run_dry();
  EXPECT_EQ(engine_->stop(), errc::ok);
}

TEST_F(MailboxEngine, StopOfAStuckChannelEndsAtTheDeadlineAndTouchesNothingAfter) {
  options_.channel.stuck_after = 2;
  start();
  for (std::uint64_t i = 0; i < 3; ++i) {
    post(make_put_inline(0, 8 * i, 8, i + 1));
    run_dry();
  }
  ASSERT_EQ(ring_of(0).done(), 1u);
  EXPECT_FALSE(engine_->idle());
  EXPECT_EQ(engine_->stop(), errc::timeout);
  expect_failure(errc::engine_failed, "the channel did not finish its slots before the deadline");
  EXPECT_EQ(ring_of(0).closed(), errc::timeout);
  std::vector<std::uint64_t>().swap(heap_);  // the sanitizer sees a late write
  run_dry();
  EXPECT_EQ(ring_of(0).done(), 1u);
}

TEST_F(MailboxEngine, RefusesSizesThatCannotBe) {
  const auto refuses = [this](auto&& change) {
    options_ = {};
    change(options_);
    EXPECT_THROW(start(), error);
  };
  refuses([](auto& o) { o.slots = 3; });
  refuses([](auto& o) { o.line_bytes = 0; });
  refuses([](auto& o) { o.line_bytes = ce::longest_line + 1; });
  refuses([](auto& o) { o.channel.in_flight = 0; });
  refuses([](auto& o) { o.channel.fetched_ahead = 0; });
}

}  // namespace
}  // namespace ark
