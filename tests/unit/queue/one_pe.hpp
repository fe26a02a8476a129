// One PE that is its own peer, and the CPU engine behind a ring of 8 slots.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <vector>

#include "queue/cpu_engine.hpp"
#include "queue/ring_storage.hpp"

namespace ark::testing {

/// Its heap holds sevens; transfers go in pieces of 64 bytes.
class one_pe {
 protected:
  one_pe() {
    peer_ = {reinterpret_cast<std::uint64_t>(heap_.data()), detail::peer_route::mapped, 0};
    state_.heap_base = peer_.heap_base;
    state_.peers = &peer_;
    state_.heap_bytes = heap_.size() * sizeof(std::uint64_t);
    cpu_engine_options options;
    options.chunk_bytes = options.small_bytes = 64;
    engine_ = std::make_unique<cpu_engine>(state_, std::span(&view_, 1), options);
  }
  /// Until the engine finds nothing to do.
  void run_dry() {
    for (int calls = 0; engine_->progress(64); ++calls)
      ASSERT_LT(calls, 10'000) << "no end of work";
  }

  ring_storage storage_{8};
  detail::ring_view view_ = storage_.view();
  detail::ring ring_{view_};
  std::vector<std::uint64_t> heap_ = std::vector<std::uint64_t>(1 << 14, 7);
  detail::peer_view peer_;
  detail::device_state state_;
  std::unique_ptr<cpu_engine> engine_;
};

}  // namespace ark::testing
