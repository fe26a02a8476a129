// Order statistics of samples.
#pragma once

#include <vector>

namespace ark_probe {

struct summary {
  double min = 0, median = 0, p99 = 0, max = 0;
};

/// median: the middle sample, or the mean of the two in the middle. p99: the sample at or below
/// which 99 of 100 lie (nearest rank). samples: in any order, not empty.
summary summarize(std::vector<double> samples);

}  // namespace ark_probe
