#include "saturation.hpp"

#include <algorithm>

namespace ark_perf {

namespace {

double rate(const result_row& row) { return mb_per_s(row, row.time_us()); }

}  // namespace

std::optional<saturation> saturation_of(const std::vector<result_row>& rows) {
  if (rows.size() < 2) return std::nullopt;
  const result_row& best = *std::max_element(
      rows.begin(), rows.end(), [](const auto& a, const auto& b) { return rate(a) < rate(b); });
  saturation found{best.bytes, best.bytes, rate(best)};
  for (const result_row& row : rows) {
    if (rate(row) >= saturation_share * found.peak_mb_per_s)
      found.bytes = std::min(found.bytes, row.bytes);
  }
  return found;
}

}  // namespace ark_perf
