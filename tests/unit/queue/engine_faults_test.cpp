// The engine that misbehaves on purpose: what each fault does, and what those who wait see of it.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>

#include "queue/cpu_engine.hpp"
#include "two_pes.hpp"

namespace ark {
namespace {

using namespace detail;

/// Puts of one word and of many, each with a signal.
class EngineFaults : public ::testing::Test, protected testing::two_pes {
 protected:
  void start(const engine_faults& faults) {
    state_.timeout_ns = 50'000'000;
    engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1),
                                           cpu_engine_options{.faults = faults});
  }
  /// Puts source_[0..count) to word 8 of the PE, then adds 1 to its word 0.
  void put(int pe, std::size_t count) {
    post(make_put(pe, 64, source_.data(), count * 8).with_signal(0, signal_op::add, 1));
  }
  void run(int calls = 1000) {
    for (int i = 0; i < calls; ++i) engine_->progress(64);
  }
};

TEST_F(EngineFaults, WithoutFaultsAllIsDeliveredAndDone) {
  start({});
  for (const int pe : {0, 1, 0, 1}) put(pe, 512);
  run();
  EXPECT_EQ(heaps_[0][0], 2u);
  EXPECT_EQ(heaps_[1][0], 2u);
  EXPECT_EQ(shared_.done(), 4u);
  EXPECT_EQ(state_.status, 0u);
}

TEST_F(EngineFaults, AFailedOneHasARecordAndNeitherDataNorSignal) {
  start({.fail = 2});
  put(0, 1);
  put(1, 512);
  put(0, 1);
  run();
  EXPECT_EQ(heaps_[0][0], 2u) << "the others are delivered";
  EXPECT_EQ(heaps_[1][0], 0u) << "no signal without its data";
  EXPECT_EQ(heaps_[1][8], 0u);
  EXPECT_EQ(shared_.done(), 3u) << "it counts as delivered, so that nobody hangs";
  EXPECT_EQ(state_.status, static_cast<std::uint32_t>(errc::engine_failed));
  EXPECT_EQ(state_.failure.code, errc::engine_failed);
  EXPECT_EQ(state_.failure.peer, 1);
  EXPECT_EQ(state_.failure.offset_bytes, 64);
  EXPECT_EQ(state_.failure.ring_head, 3u);
  EXPECT_STREQ(state_.failure.engine, "cpu");
  EXPECT_NE(std::string(state_.failure.detail).find("descriptor failed: "), std::string::npos);
}

TEST_F(EngineFaults, ADroppedCompletionHoldsDoneBackForEver) {
  start({.drop_completion = 2});
  for (int i = 0; i < 3; ++i) put(1, 512);
  run();
  EXPECT_EQ(heaps_[1][0], 3u) << "all are delivered";
  EXPECT_EQ(shared_.done(), 1u);
  EXPECT_FALSE(engine_->idle());
  EXPECT_EQ(state_.status, 0u) << "the engine says nothing: who waits must notice";
}

TEST_F(EngineFaults, BehindACutNothingMovesAndTheOthersGoOn) {
  start({.cut = 1});
  put(1, 1);
  put(1, 512);
  put(0, 1);
  put(0, 512);
  run();
  EXPECT_EQ(heaps_[1][0], 0u);
  EXPECT_EQ(heaps_[1][8], 0u);
  EXPECT_EQ(heaps_[0][0], 2u);
  EXPECT_EQ(shared_.done(), 0u);
}

TEST_F(EngineFaults, DelayHoldsEveryDescriptorBack) {
  start({.delay = 10});
  put(1, 1);
  put(1, 1);
  EXPECT_TRUE(engine_->progress(1));
  EXPECT_EQ(heaps_[1][0], 1u);
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(engine_->progress(1)) << "busy, not idle";
    EXPECT_EQ(heaps_[1][0], 1u) << "call " << i;
  }
  EXPECT_TRUE(engine_->progress(1));
  EXPECT_EQ(heaps_[1][0], 2u);
}

}  // namespace
}  // namespace ark
