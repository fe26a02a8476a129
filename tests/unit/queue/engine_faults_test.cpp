// The engine that misbehaves on purpose: what each fault does, and what those who wait see of it.
#include "engine/engine_faults.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/cpu_engine.hpp"
#include "engine/ring_storage.hpp"

namespace ark {
namespace {

using namespace detail;

/// PE 0 of two, one ring; puts of one word and of many, each with a signal.
class EngineFaults : public ::testing::Test {
 protected:
  EngineFaults() : storage_(64), view_(storage_.view()), ring_(view_), words_(1024, 7) {
    for (std::size_t pe = 0; pe < 2; ++pe) {
      heaps_[pe].assign(4096, 0);
      peers_[pe] = {reinterpret_cast<std::uint64_t>(heaps_[pe].data()), peer_route::mapped, 0};
    }
    state_.n_pes = 2;
    state_.heap_base = peers_[0].heap_base;
    state_.peers = peers_.data();
    state_.heap_bytes = heaps_[0].size() * 8;
    state_.timeout_ns = 50'000'000;
  }
  void start(const engine_faults& faults) {
    engine_.emplace(state_, std::span(&view_, 1), cpu_engine_options{.faults = faults});
  }
  /// Puts words_[0..count) to word 8 of the PE, then adds 1 to its word 0.
  void put(int pe, std::size_t count) {
    ASSERT_EQ(
        ring_.try_push(make_put(pe, 64, words_.data(), count * 8).with_signal(0, signal_op::add, 1))
            .code,
        errc::ok);
  }
  void run(int calls = 1000) {
    for (int i = 0; i < calls; ++i) engine_->progress(64);
  }

  ring_storage storage_;
  ring_view view_;
  ring ring_;
  std::vector<std::uint64_t> words_;
  std::array<std::vector<std::uint64_t>, 2> heaps_;
  std::array<peer_view, 2> peers_;
  device_state state_;
  std::optional<cpu_engine> engine_;
};

TEST_F(EngineFaults, WithoutFaultsAllIsDeliveredAndDone) {
  start({});
  for (const int pe : {0, 1, 0, 1}) put(pe, 512);
  run();
  EXPECT_EQ(heaps_[0][0], 2u);
  EXPECT_EQ(heaps_[1][0], 2u);
  EXPECT_EQ(ring_.done(), 4u);
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
  EXPECT_EQ(ring_.done(), 3u) << "it counts as delivered, so that nobody hangs";
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
  EXPECT_EQ(ring_.done(), 1u);
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
  EXPECT_EQ(ring_.done(), 0u);
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
