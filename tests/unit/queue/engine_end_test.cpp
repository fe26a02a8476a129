// The end of things: transfers whose caller has left.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/cpu_engine.hpp"
#include "engine/ring_storage.hpp"

namespace ark {
namespace {

using namespace detail;

/// One PE that is its own peer, one ring of 8 slots.
class EngineEnd : public ::testing::Test {
 protected:
  EngineEnd() : storage_(8), view_(storage_.view()), ring_(view_), heap_(1 << 14, 7) {
    peer_ = {reinterpret_cast<std::uint64_t>(heap_.data()), peer_route::mapped, 0};
    state_.heap_base = peer_.heap_base;
    state_.peers = &peer_;
    state_.heap_bytes = heap_.size() * sizeof(std::uint64_t);
    engine_.emplace(state_, std::span(&view_, 1),
                    cpu_engine_options{.chunk_bytes = 64, .small_bytes = 64});
  }
  /// Until the engine finds nothing to do.
  void run_dry() {
    for (int calls = 0; engine_->progress(64); ++calls)
      ASSERT_LT(calls, 10'000) << "no end of work";
  }

  ring_storage storage_;
  ring_view view_;
  ring ring_;
  std::vector<std::uint64_t> heap_;
  peer_view peer_;
  device_state state_;
  std::optional<cpu_engine> engine_;
};

TEST_F(EngineEnd, LargeGetStopsWritingOnceItsCallerHasTimedOut) {
  std::vector<std::uint64_t> into(512, 0);
  ASSERT_EQ(ring_.try_push(make_get(0, 0, into.data(), into.size() * 8)).code, errc::ok);
  ASSERT_TRUE(engine_->progress(3));  // taken, and two chunks of 8 words
  ASSERT_EQ(into[0], 7u);
  store_release(&state_.status, static_cast<std::uint32_t>(errc::timeout));
  run_dry();
  EXPECT_EQ(into.back(), 0u);
  EXPECT_EQ(ring_.done(), 1u) << "it counts as delivered, so that nobody hangs";
}

TEST_F(EngineEnd, LargeGetWithoutTimeoutWritesAll) {
  std::vector<std::uint64_t> into(512, 0);
  ASSERT_EQ(ring_.try_push(make_get(0, 0, into.data(), into.size() * 8)).code, errc::ok);
  run_dry();
  EXPECT_EQ(into.back(), 7u);
}

}  // namespace
}  // namespace ark
