// The end of things with every engine: a closed ring.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "any_engine.hpp"
#include "engine/ring_storage.hpp"

namespace ark {
namespace {

using namespace detail;

/// One PE that is its own peer, one ring of 8 slots.
class AnyEngineEnd : public ::testing::TestWithParam<const char*> {
 protected:
  AnyEngineEnd() : storage_(8), view_(storage_.view()), ring_(view_), heap_(1 << 14, 7) {
    peer_ = {reinterpret_cast<std::uint64_t>(heap_.data()), peer_route::mapped, 0};
    state_.heap_base = peer_.heap_base;
    state_.peers = &peer_;
    state_.heap_bytes = heap_.size() * sizeof(std::uint64_t);
    engine_ = testing::engine_under_test().make(state_, std::span(&view_, 1), {.piece_bytes = 64});
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
  std::unique_ptr<engine> engine_;
};

TEST_P(AnyEngineEnd, CloseDescriptorRefusesWhatComesLater) {
  ASSERT_EQ(ring_.try_push(make_put_inline(0, 0, 8, 1)).code, errc::ok);
  ASSERT_EQ(ring_.try_push(make_close()).code, errc::ok);
  run_dry();
  EXPECT_EQ(heap_[0], 1u);
  EXPECT_TRUE(engine_->idle());
  EXPECT_EQ(ring_.try_push(make_put_inline(0, 0, 8, 2)).code, errc::aborted);
}

TEST_P(AnyEngineEnd, ClosedRingIsIdleOnlyWhenWhatItHeldIsDelivered) {
  const auto give_up = [](auto&&) { return errc::timeout; };
  for (std::uint64_t i = 0; i < 8; ++i)
    ASSERT_EQ(ring_.try_push(make_put_inline(0, 8 * i, 8, 1)).code, errc::ok);
  ASSERT_EQ(ring_.push(make_put_inline(0, 0, 8, 9), give_up).code,
            errc::timeout);  // ticket 8 is a hole now
  engine_->progress(1);
  EXPECT_FALSE(engine_->idle());
  run_dry();
  EXPECT_TRUE(engine_->idle());
  EXPECT_EQ(ring_.done(), 8u);
  EXPECT_EQ(heap_[7], 1u);
}

std::string engine_name(const ::testing::TestParamInfo<const char*>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(Of, AnyEngineEnd, ::testing::Values(testing::engine_under_test().name),
                         engine_name);

}  // namespace
}  // namespace ark
