// Measures how long this process stood still: suspended, or without a core.
#pragma once

#include <cstdint>
#include <ctime>
#include <limits>

namespace ark {

/// CPU time that all threads of this process have used.
inline std::uint64_t process_cpu_ns() noexcept {
  timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<std::uint64_t>(used.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(used.tv_nsec);
}

/// For a wait that polls the clock. A long time between two polls in which the process has used no
/// CPU does not count as waiting: the deadline is extended by it, because the awaited PE may have
/// stood still as well. One thread.
class stall_meter {
 public:
  /// `cpu_ns`: for tests.
  explicit stall_meter(std::uint64_t (*cpu_ns)() noexcept = process_cpu_ns) noexcept
      : cpu_ns_(cpu_ns) {}

  /// Time since the last call in which the process stood still, in nanoseconds. `now`: always of
  /// one clock.
  [[nodiscard]] std::uint64_t stalled_ns(std::uint64_t now) noexcept {
    const std::uint64_t gap = polled_ns_ == 0 ? 0 : now - polled_ns_;
    polled_ns_ = now;
    std::uint64_t stalled = 0;
    if (gap > longest_poll_gap_ns) {
      const std::uint64_t used = cpu_ns_() - cpu_before_ns_;
      stalled = gap > used ? gap - used : 0;
    }
    if (now - sampled_ns_ >= longest_poll_gap_ns / 2) {  // process_cpu_ns is a system call
      cpu_before_ns_ = cpu_ns_();
      sampled_ns_ = now;
    }
    return stalled;
  }
  /// `deadline` extended by stalled_ns(); the clock's greatest value is unchanged.
  [[nodiscard]] std::uint64_t extended(std::uint64_t deadline, std::uint64_t now) noexcept {
    constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t stalled = stalled_ns(now);
    return stalled > never - deadline ? never : deadline + stalled;
  }

 private:
  /// A waiting thread that runs polls more often than this.
  static constexpr std::uint64_t longest_poll_gap_ns = 200'000'000;

  std::uint64_t (*cpu_ns_)() noexcept;
  std::uint64_t polled_ns_ = 0, sampled_ns_ = 0, cpu_before_ns_ = 0;
};

}  // namespace ark
