#include "result.hpp"

#include <algorithm>
#include <cmath>

namespace ark_perf {

double percentile(const std::vector<double>& samples, double fraction) {
  const auto count = static_cast<double>(samples.size());
  // The subtraction keeps 0.9 * 10 = 9.000000000000002 at rank 9.
  const auto rank = static_cast<std::size_t>(std::max(1.0, std::ceil(fraction * count - 1e-9)));
  return samples[std::min(rank, samples.size()) - 1];
}

std::vector<double> sorted(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return samples;
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

double mb_per_s(const result_row& row, double us) {
  // bytes per microsecond are 1e6 bytes per second
  return static_cast<double>(row.bytes) * row.messages_per_round / us;
}

double messages_per_s(const result_row& row, double us) {
  return row.messages_per_round / us * 1e6;
}

double operation_us(const result_row& row, double us) { return us / row.messages_per_caller; }

double headline(metric_kind metric, const result_row& row, double us) {
  switch (metric) {
    case metric_kind::latency:
    case metric_kind::barrier:
    case metric_kind::fused:
    case metric_kind::overlap:
    case metric_kind::gradients:
      return us;
    case metric_kind::bandwidth:
      return mb_per_s(row, us);
    case metric_kind::rate:
      return messages_per_s(row, us);
    case metric_kind::atomics:
      return messages_per_s(row, us) / 1e6;
  }
  return us;
}

const char* headline_unit(metric_kind metric) {
  switch (metric) {
    case metric_kind::latency:
    case metric_kind::barrier:
    case metric_kind::fused:
    case metric_kind::overlap:
    case metric_kind::gradients:
      return "us";
    case metric_kind::bandwidth:
      return "MB/s";
    case metric_kind::rate:
      return "messages/s";
    case metric_kind::atomics:
      return "million_ops/s";
  }
  return "";
}

double sample_value(metric_kind metric, const result_row& row, double us) {
  if (!samples_are_rates(metric)) return operation_us(row, us);
  return static_cast<double>(row.bytes) * row.messages_per_caller / us;
}

bool samples_are_rates(metric_kind metric) {
  return metric == metric_kind::bandwidth || metric == metric_kind::rate;
}

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
