#include "burst_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ark::gradients {

burst_plan find_bursts(const std::vector<double>& ready_us, double threshold) {
  burst_plan plan;
  const std::size_t n = ready_us.size();
  plan.burst_of.resize(n);
  if (n == 0) return plan;
  std::vector<std::size_t> in_time(n);
  std::iota(in_time.begin(), in_time.end(), std::size_t{0});
  std::stable_sort(in_time.begin(), in_time.end(),
                   [&](std::size_t a, std::size_t b) { return ready_us[a] < ready_us[b]; });
  const double all = ready_us[in_time.back()] - ready_us[in_time.front()];
  const double longest = threshold * all / static_cast<double>(std::max<std::size_t>(1, n - 1));
  plan.tensors.push_back(0);
  for (std::size_t i = 0; i < n; ++i) {
    const double gap = i == 0 ? 0 : ready_us[in_time[i]] - ready_us[in_time[i - 1]];
    if (gap > longest) {
      plan.gap_us.push_back(gap);
      plan.tensors.push_back(0);
    }
    plan.burst_of[in_time[i]] = plan.tensors.size() - 1;
    ++plan.tensors.back();
  }
  plan.gap_us.push_back(0);
  return plan;
}

bool has_drifted(const burst_plan& plan, const burst_plan& now, double share) {
  if (plan.burst_of != now.burst_of) return true;
  double sum = 0, difference = 0;
  for (std::size_t b = 0; b < plan.gap_us.size(); ++b) {
    sum += plan.gap_us[b];
    difference += std::abs(plan.gap_us[b] - now.gap_us[b]);
  }
  return difference > share * sum;
}

void rate_window::add(double bytes_per_us) {
  constexpr std::size_t most = 64;
  last_.push_back(bytes_per_us);
  if (last_.size() > most) last_.pop_front();
}

double rate_window::rate() const {
  if (last_.empty()) return 0;
  std::vector<double> sorted(last_.begin(), last_.end());
  const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 9 / 10);
  std::nth_element(sorted.begin(), at, sorted.end());
  return *at;
}

}  // namespace ark::gradients
