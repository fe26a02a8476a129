// Two PEs' heaps in one process, as PE 0 sees them: what tests of an engine move data between.
#pragma once

#include <gtest/gtest.h>

#include <ark/detail/device_state.hpp>
#include <ark/detail/ring.hpp>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "engine/engine.hpp"
#include "engine/ring_storage.hpp"

namespace ark::testing {

inline constexpr std::size_t heap_bytes = 1 << 18;

/// PE 0's context, zeroed heaps, and a source whose word i is i + 1.
class two_heaps {
 protected:
  two_heaps() {
    for (std::size_t pe = 0; pe < 2; ++pe) {
      heaps_[pe].assign(heap_bytes / 8, 0);
      peers_[pe] = {reinterpret_cast<std::uint64_t>(heaps_[pe].data()), detail::peer_route::mapped,
                    0};
    }
    state_.n_pes = 2;
    state_.heap_base = peers_[0].heap_base;
    state_.peers = peers_.data();
    state_.heap_bytes = state_.heap_reserved = heap_bytes;
    source_.resize(heap_bytes / 8);
    for (std::size_t i = 0; i < source_.size(); ++i) source_[i] = i + 1;
  }

  /// A case for every engine: `post(descriptor)` and `drain()` are those of the one under test.
  template <class Post, class Drain>
  void expect_puts_gets_and_signals(Post&& post, Drain&& drain) {
    using namespace detail;
    std::vector<std::uint64_t> back(4096);
    post(make_put(1, 64, source_.data(), 4096 * 8)
             .with_signal(0, signal_op::set, ~std::uint64_t{0}));
    post(make_fence());
    post(make_get(1, 64, back.data(), 4096 * 8));
    post(make_put_inline(0, 16, 3, 0x8877665544332211u));
    post(make_signal(1, 8, signal_op::add, 5));
    post(make_signal(1, 8, signal_op::add, 6));
    drain();
    EXPECT_EQ(std::memcmp(back.data(), source_.data(), 4096 * 8), 0);
    EXPECT_EQ(heaps_[1][0], ~std::uint64_t{0});
    EXPECT_EQ(heaps_[1][1], 11u);
    EXPECT_EQ(heaps_[0][2], 0x332211u);
  }

  detail::device_state state_;
  std::array<detail::peer_view, 2> peers_;
  std::array<std::vector<std::uint64_t>, 2> heaps_;
  std::vector<std::uint64_t> source_;
};

/// The same with one ring and the engine behind it, which the test makes.
class two_pes : protected two_heaps {
 protected:
  void post(const detail::descriptor& d) { ASSERT_EQ(shared_.try_push(d).code, errc::ok); }
  void drain() {
    for (int i = 0; i < 1'000'000 && shared_.done() < shared_.head(); ++i) engine_->progress(64);
    ASSERT_EQ(shared_.done(), shared_.head());
  }

  ring_storage storage_{256};
  detail::ring_view view_ = storage_.view();
  detail::ring shared_{view_};
  std::unique_ptr<engine> engine_;
};

}  // namespace ark::testing
