// From which message size on a bandwidth test is near its own peak.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "result.hpp"

namespace ark_perf {

constexpr double saturation_share = 0.95;

struct saturation {
  std::size_t bytes = 0;       ///< the smallest message that reaches saturation_share of the peak
  std::size_t peak_bytes = 0;  ///< of the fastest one
  double peak_mb_per_s = 0;
};

/// None for fewer than two sizes. rows: of one bandwidth test, in any order.
std::optional<saturation> saturation_of(const std::vector<result_row>& rows);

}  // namespace ark_perf
