// One row of a table, order statistics of its samples, and what follows from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "test_table.hpp"

namespace ark_perf {

/// The sample below or at which `fraction` of all samples lie (nearest rank). samples: sorted, not
/// empty; 0 <= fraction <= 1.
double percentile(const std::vector<double>& samples, double fraction);

std::vector<double> sorted(std::vector<double> samples);

/// The middle sample, or the mean of the two in the middle. samples: sorted, not empty.
double median(const std::vector<double>& samples);

/// What --percentiles prints, in the unit of the samples.
struct distribution {
  double p50 = 0, p90 = 0, p99 = 0, p999 = 0, min = 0, max = 0;
};

/// samples: in any order, not empty.
distribution distribution_of(std::vector<double> samples);

/// What a way to run a fused operator costs and hides.
struct fused_figures {
  double to_unfused = 0;                ///< time, relative to the unfused operator
  double skew_us = 0;                   ///< median of the slowest PE's time less the fastest one's
  std::optional<double> exposed_us;     ///< of a fused way: time beyond the computation alone
  std::optional<double> ideal_percent;  ///< of what hiding the shorter part and the shuffle saves
};

/// A kernel and a collective by one strategy. Strings as <ark/overlap/planner.hpp> spells them.
struct overlap_figures {
  std::string kind, collective;  ///< empty: the mean of all
  std::string relation;          ///< of their times: "G-long", "C-long" or "equal"
  std::string strategy;
  std::string executed;                      ///< order and engine
  double compute_us = 0, collective_us = 0;  ///< alone; of the collective by the fastest engine
  double ideal_percent = 0;                  ///< of what overlapping perfectly saves
};

/// An iteration of training by one exchange of its gradients.
struct gradient_figures {
  double computation_us = 0;    ///< an iteration without exchange
  double communication_us = 0;  ///< an iteration without computation
  double bound_us = 0;          ///< the computation, or the least communication of all exchanges
  double wait_us = 0;           ///< time beyond the computation
  double cpu_us = 0;            ///< of the exchange's thread in an iteration; of MPI 0
  double messages = 0, bytes_sent = 0;  ///< of a PE in an iteration; of MPI 0
};

/// Times are of one iteration, in microseconds; of a ping-pong, half of it.
struct result_row {
  std::string op;         ///< atomics; ways and strategies
  std::size_t bytes = 0;  ///< of one message
  loop_length length;
  unsigned messages_per_caller = 1;       ///< of one iteration: the window, or 1
  unsigned messages_per_round = 1;        ///< of one iteration, by all callers of all PEs
  std::vector<double> repeats_us;         ///< sorted, not empty
  std::optional<distribution> spread_us;  ///< single iterations of PE 0's caller 0
  std::optional<fused_figures> fused;
  std::optional<overlap_figures> overlap;
  std::optional<gradient_figures> gradients;
  std::optional<std::uint64_t> errors;  ///< wrong bytes, words or rounds; with --check

  [[nodiscard]] double time_us() const { return median(repeats_us); }
};

/// MB/s (1e6 bytes) of all callers if an iteration takes `us`.
double mb_per_s(const result_row& row, double us);
double messages_per_s(const result_row& row, double us);
/// Microseconds per operation of one caller.
double operation_us(const result_row& row, double us);

/// The figure a test is about, in its unit, if an iteration takes `us`.
double headline(metric_kind metric, const result_row& row, double us);
const char* headline_unit(metric_kind metric);

/// A single iteration as --percentiles shows it: microseconds per operation, or MB/s of the one
/// caller that is sampled.
double sample_value(metric_kind metric, const result_row& row, double us);
bool samples_are_rates(metric_kind metric);

constexpr double saturation_share = 0.95;

/// From which message size on a bandwidth test is near its own peak.
struct saturation {
  std::size_t bytes = 0;       ///< the smallest message that reaches saturation_share of the peak
  std::size_t peak_bytes = 0;  ///< of the fastest one
  double peak_mb_per_s = 0;
};

/// None for fewer than two sizes. rows: of one bandwidth test, in any order.
std::optional<saturation> saturation_of(const std::vector<result_row>& rows);

}  // namespace ark_perf
