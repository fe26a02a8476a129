// One block of the SM engine, driven by the test's own thread: a scheduler and a copying team of
// one thread, two PEs' heaps, two rings.
#pragma once

#include <gtest/gtest.h>

#include <ark/device/sm/copier.hpp>
#include <ark/device/sm/scheduler.hpp>
#include <array>
#include <memory>
#include <vector>

#include "engine/ring_storage.hpp"

namespace ark::testing {

inline constexpr std::size_t block_heap_bytes = 1 << 18;

class engine_block : public ::testing::Test {
 protected:
  using copier = device::sm::copier<device::thread_scope>;

  engine_block() {
    for (int pe = 0; pe < 2; ++pe) {
      heaps_[pe].assign(block_heap_bytes / 8, 0);
      peers_[pe] = {reinterpret_cast<std::uint64_t>(heaps_[pe].data()), detail::peer_route::mapped,
                    0};
    }
    for (int i = 0; i < 2; ++i) views_[i] = storage_.emplace_back(256).view();
    state_.n_pes = 2;
    state_.heap_base = peers_[0].heap_base;
    state_.peers = peers_.data();
    state_.heap_bytes = state_.heap_reserved = block_heap_bytes;
    state_.timeout_ns = 1'000'000'000;
    state_.ring_count = 0;
    state_.sm_ring_count = 1;
    state_.rings = views_.data();
    state_.sm = &work_;
    work_.rings = rings_.get();
    work_.options = {.tiny_bytes = 64, .large_bytes = 2048, .chunk_bytes = 1024, .burst = 1};
    source_.resize(block_heap_bytes / 8);
    for (std::size_t i = 0; i < source_.size(); ++i) source_[i] = i + 1;
  }
  /// A block that serves `rings` rings.
  void start(unsigned rings = 1) {
    state_.sm_ring_count = rings;
    device::sm::prepare(block_);
    scheduler_ = std::make_unique<device::sm::scheduler>(state_, block_, 1, 0, 1);
    copier_ = std::make_unique<copier>(state_, block_, 0, device::sm::staging{});
  }
  [[nodiscard]] detail::ring ring(unsigned r = 0) const { return detail::ring(views_[r]); }
  void post(const detail::descriptor& d, unsigned r = 0) {
    ASSERT_EQ(ring(r).try_push(d).code, errc::ok);
  }
  bool step() {
    const bool scheduled = scheduler_->step();
    return copier_->step() || scheduled;
  }
  void drain(unsigned rings = 1) {
    for (int i = 0; i < 1'000'000 && (step() || scheduler_->work_waits()); ++i) {
    }
    for (unsigned r = 0; r < rings; ++r) ASSERT_EQ(ring(r).done(), ring(r).head());
  }

  std::vector<ring_storage> storage_;
  std::array<detail::ring_view, 2> views_;
  detail::device_state state_;
  std::array<detail::peer_view, 2> peers_;
  std::array<std::vector<std::uint64_t>, 2> heaps_;
  std::vector<std::uint64_t> source_;
  std::unique_ptr<detail::sm_ring[]> rings_ = std::make_unique<detail::sm_ring[]>(2);
  detail::sm_workspace work_;
  device::sm::block_words block_;
  std::unique_ptr<device::sm::scheduler> scheduler_;
  std::unique_ptr<copier> copier_;
};

}  // namespace ark::testing
