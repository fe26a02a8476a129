#include "result.hpp"

namespace ark_perf {

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
    case metric_kind::slowdown:
    case metric_kind::fused:
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
    case metric_kind::slowdown:
    case metric_kind::fused:
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

}  // namespace ark_perf
