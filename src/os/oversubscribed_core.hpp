// Detects that a waiting thread shares its core with a thread that computes.
#pragma once

#include <sched.h>

#include <ark/detail/platform/clock.hpp>
#include <cstdint>

namespace ark {

/// A yield beside a thread that computes lasts a time slice, in which no request is served; a
/// sleeping thread is scheduled at once (Linux 6.18: 1.1 ms and 44 us). So a waiting thread yields
/// only while its yields are short. One thread.
class oversubscribed_core {
 public:
  static constexpr std::uint64_t long_yield_ns = 500'000;
  static constexpr std::uint64_t remembered_ns = 20'000'000;

  /// True for a while after a long yield: sleep instead.
  [[nodiscard]] bool at(std::uint64_t now_ns) const noexcept { return now_ns < until_ns_; }
  void yielded(std::uint64_t from_ns, std::uint64_t to_ns) noexcept {
    if (to_ns - from_ns >= long_yield_ns) until_ns_ = to_ns + remembered_ns;
  }
  /// Yields, unless the core is oversubscribed: then returns false.
  bool yield() noexcept {
    const std::uint64_t from = detail::clock_ns();
    if (at(from)) return false;
    sched_yield();
    yielded(from, detail::clock_ns());
    return true;
  }

 private:
  std::uint64_t until_ns_ = 0;
};

}  // namespace ark
