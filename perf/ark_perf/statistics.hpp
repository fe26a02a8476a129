// Order statistics of samples.
#pragma once

#include <cstdint>
#include <vector>

namespace ark_perf {

/// The sample below or at which `fraction` of all samples lie (nearest rank). samples: sorted, not
/// empty; 0 <= fraction <= 1.
double percentile(const std::vector<double>& samples, double fraction);

/// The middle sample, or the mean of the two in the middle. samples: sorted, not empty.
double median(const std::vector<double>& samples);

/// What --percentiles prints, in the unit of the samples.
struct distribution {
  double p50 = 0, p90 = 0, p99 = 0, p999 = 0, min = 0, max = 0;
};

/// samples: in any order, not empty.
distribution distribution_of(std::vector<double> samples);

}  // namespace ark_perf
