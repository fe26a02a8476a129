// The bursts in which gradients become ready, and the rate at which other PEs get them: what
// policy::prophet plans with. Times are microseconds.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

namespace ark::gradients {

/// Bursts in the order of time.
struct burst_plan {
  std::vector<std::size_t> burst_of;  ///< of each tensor
  std::vector<std::size_t> tensors;   ///< in each burst
  std::vector<double>
      gap_us;  ///< from the last of a burst to the first of the next; the last one 0
};

/// ready_us: of each tensor. A gap longer than `threshold` times the mean one separates bursts.
[[nodiscard]] burst_plan find_bursts(const std::vector<double>& ready_us, double threshold);

/// True if the gaps of an iteration differ from the plan's by more than `share` of their sum, or
/// its bursts are others.
[[nodiscard]] bool has_drifted(const burst_plan& plan, const burst_plan& now, double share);

/// Bytes that arrive in a microsecond while something is in flight: a high quantile of the last
/// samples, because a rate is lowered by what has nothing to do with the link.
class rate_window {
 public:
  void add(double bytes_per_us);
  /// 0 without samples.
  [[nodiscard]] double rate() const;

 private:
  std::deque<double> last_;
};

}  // namespace ark::gradients
