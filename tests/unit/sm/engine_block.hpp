// One block of the SM engine, driven by the test's own thread: a scheduler and a copying team of
// one thread, two PEs' heaps, two rings.
#pragma once

#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/device/engine/copier.hpp>
#include <ark/device/engine/scheduler.hpp>
#include <array>
#include <memory>
#include <vector>

#include "queue/posting.hpp"
#include "queue/two_pes.hpp"

namespace ark::testing {

class engine_block : public ::testing::Test, protected two_heaps {
 protected:
  using copier = device::sm::copier<device::thread_scope>;

  engine_block() {
    for (int i = 0; i < 2; ++i) views_[i] = storage_.emplace_back(256).view();
    state_.timeout_ns = 1'000'000'000;
    state_.ring_count = 0;
    state_.sm_ring_count = 1;
    state_.rings = views_.data();
    state_.sm = &work_;
    work_.rings = rings_.get();
    work_.options = {.tiny_bytes = 64, .large_bytes = 2048, .chunk_bytes = 1024, .burst = 1};
  }
  /// A block that serves `rings` rings, as if it had `teams` teams: all of them are the copier.
  void start(unsigned rings = 1, unsigned teams = 1) {
    state_.sm_ring_count = rings;
    device::sm::prepare(block_, work_.options, teams);
    scheduler_ = std::make_unique<scheduler>(state_, block_);
    scheduler_->begin(1, 0, 1);
    copier_ = std::make_unique<copier>(state_, block_, 0, device::sm::staging{});
  }
  [[nodiscard]] detail::ring ring(unsigned r = 0) const { return detail::ring(views_[r]); }
  void post(const detail::descriptor& d, unsigned r = 0) {
    ASSERT_EQ(testing::post(ring(r), d, give_up).code, errc::ok);
  }
  using scheduler = device::sm::scheduler<device::thread_scope>;
  static bool turn(scheduler& of) {
    const bool prepared = of.prepare();
    return of.take() || prepared;
  }
  bool step() {
    const bool scheduled = turn(*scheduler_);
    return copier_->step() || scheduled;
  }
  void drain(unsigned rings = 1) {
    for (int i = 0; i < 1'000'000 && (step() || scheduler_->work_waits()); ++i) {
    }
    for (unsigned r = 0; r < rings; ++r) ASSERT_EQ(ring(r).done(), ring(r).head());
  }

  std::vector<ring_storage> storage_;
  std::array<detail::ring_view, 2> views_;
  std::unique_ptr<detail::sm_ring[]> rings_ = std::make_unique<detail::sm_ring[]>(2);
  detail::sm_workspace work_;
  device::sm::block_state block_;
  std::unique_ptr<scheduler> scheduler_;
  std::unique_ptr<copier> copier_;
};

}  // namespace ark::testing
