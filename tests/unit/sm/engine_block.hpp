// Engine warps driven by the test's own thread: two PEs' heaps and one ring.
#pragma once

#include <gtest/gtest.h>

#include <ark/ark.hpp>
#include <ark/device/engine/engine_warp.hpp>
#include <vector>

#include "queue/posting.hpp"
#include "queue/two_pes.hpp"

namespace ark::testing {

class engine_block : public ::testing::Test, protected two_heaps {
 protected:
  using warp = device::sm::engine_warp<device::sm::team>;

  engine_block() {
    state_.timeout_ns = 1'000'000'000;
    state_.ring_count = 0;
    state_.sm_ring_count = 1;
    state_.sm = &work_;
    work_.options = {.part_bytes = 8192, .piece_bytes = 1024};
    renew(256);
  }
  /// A ring of `slots` that starts at ticket 0.
  void renew(std::size_t slots) {
    storage_ = std::make_unique<ring_storage>(slots);
    view_ = storage_->view();
    state_.rings = &view_;
    state_.queue_used = 0;
  }
  /// `warps` warps share the tickets from `served` on.
  void start(unsigned warps = 1, std::uint32_t served = 0) {
    warps_.clear();
    for (unsigned w = 0; w < warps; ++w)
      warps_.emplace_back(state_, device::sm::ticket_share{served, w, warps});
  }
  [[nodiscard]] detail::ring ring() const { return detail::ring(view_); }
  void post(const detail::descriptor& d) {
    ASSERT_EQ(testing::post(ring(), d, give_up).code, errc::ok);
  }
  bool step() {
    bool did = false;
    for (warp& one : warps_) did |= one.round();
    return did;
  }
  void drain() {
    for (int i = 0; i < 1'000'000 && step(); ++i) {
    }
    ASSERT_EQ(ring().done(), ring().head());
  }

  std::unique_ptr<ring_storage> storage_;
  detail::ring_view view_;
  detail::sm_workspace work_;
  std::vector<warp> warps_;
};

}  // namespace ark::testing
