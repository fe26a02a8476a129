#include "statistics.hpp"

#include <algorithm>
#include <cstddef>

namespace ark_probe {

summary summarize(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t count = samples.size();
  const std::size_t middle = count / 2;
  const double median =
      count % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  const std::size_t rank = (count * 99 + 99) / 100;  // 99 % of count, rounded up, in whole numbers
  return {samples.front(), median, samples[rank - 1], samples.back()};
}

}  // namespace ark_probe
