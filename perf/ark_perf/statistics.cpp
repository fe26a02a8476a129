#include "statistics.hpp"

#include <algorithm>
#include <cmath>

namespace ark_perf {

double percentile(const std::vector<double>& samples, double fraction) {
  const auto count = static_cast<double>(samples.size());
  // The subtraction keeps 0.9 * 10 = 9.000000000000002 at rank 9.
  const auto rank = static_cast<std::size_t>(std::max(1.0, std::ceil(fraction * count - 1e-9)));
  return samples[std::min(rank, samples.size()) - 1];
}

double median(const std::vector<double>& samples) {
  const std::size_t middle = samples.size() / 2;
  if (samples.size() % 2 == 1) return samples[middle];
  return (samples[middle - 1] + samples[middle]) / 2;
}

distribution distribution_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {percentile(samples, 0.5),   percentile(samples, 0.9), percentile(samples, 0.99),
          percentile(samples, 0.999), samples.front(),          samples.back()};
}

}  // namespace ark_perf
