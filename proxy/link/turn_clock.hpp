// The steady clock, read at most once in an iteration of the proxy's loop.
#pragma once

#include <ark/detail/platform/clock.hpp>
#include <cstdint>

namespace ark::proxy {

/// An idle iteration reads no clock. Only the thread that drives the proxy.
class turn_clock {
 public:
  void begin_turn() noexcept { now_ns_ = 0; }
  /// Time of the first call in this iteration.
  [[nodiscard]] std::uint64_t now_ns() noexcept {
    if (now_ns_ == 0) now_ns_ = detail::clock_ns();
    return now_ns_;
  }

 private:
  std::uint64_t now_ns_ = 0;  ///< 0: not read in this iteration
};

}  // namespace ark::proxy
