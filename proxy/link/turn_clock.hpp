// The steady clock, read at most once in a turn of the proxy.
#pragma once

#include <ark/detail/platform/clock.hpp>
#include <cstdint>

namespace ark::proxy {

/// A turn that finds nothing to do reads no clock. The proxy only.
class turn_clock {
 public:
  void begin_turn() noexcept { now_ns_ = 0; }
  /// When this turn first asked.
  [[nodiscard]] std::uint64_t now_ns() noexcept {
    if (now_ns_ == 0) now_ns_ = detail::clock_ns();
    return now_ns_;
  }

 private:
  std::uint64_t now_ns_ = 0;  ///< 0: not asked for in this turn
};

}  // namespace ark::proxy
