// Where results go: OSU's text, CSV or JSON. PE 0 only.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ark_perf_options.hpp"
#include "result.hpp"
#include "test_table.hpp"

namespace ark_perf {

/// What was measured on what.
struct environment {
  std::string version, commit, build, start_time;
  std::vector<std::pair<std::string, std::string>>
      facts;                        ///< of the library: device, bootstrap, engine, ...
  std::vector<std::string> routes;  ///< from PE 0 to each PE
  int n_pes = 1;
  int hosts = 1;
  unsigned warm_up_ms = 0;  ///< of the GPU, before the first test of a session

  /// The value of a fact, or "".
  [[nodiscard]] std::string fact(const std::string& key) const;
};

/// One table.
struct table_info {
  const test_info& test;
  const options& opts;  ///< as options_for has them
  const environment& where;
  int pairs = 1;
  bool one_launch = false;  ///< for the kernels of all PEs
};

/// Why a run ended before its last test had.
struct run_failure {
  std::string test;  ///< that ran
  std::string error;
};

/// How a run ended.
struct run_end {
  std::uint64_t errors = 0;  ///< that --check has found
  std::optional<run_failure> failure;
};

/// begin, then for each test table_begin and its rows, then end, after a failure too. Each row is
/// written as soon as it is known, except in JSON, which is written by end.
class report {
 public:
  virtual ~report() = default;
  virtual void begin() = 0;
  virtual void table_begin(const table_info& table) = 0;
  virtual void row(const table_info& table, const result_row& row) = 0;
  virtual void end(const run_end& how) = 0;
};

/// `out` outlives the report.
std::unique_ptr<report> make_osu_report(std::FILE* out);
std::unique_ptr<report> make_csv_report(std::FILE* out);
std::unique_ptr<report> make_json_report(std::FILE* out);
std::unique_ptr<report> make_report(format_kind format, std::FILE* out);

/// The lines of `text`, without "# " in front; empty lines left out.
std::vector<std::string> plain_lines(const std::string& text);
/// "key: value" lines as pairs; a line without a colon has an empty key.
std::vector<std::pair<std::string, std::string>> read_facts(const std::vector<std::string>& lines);

/// The six numbers of --percentiles with their names in the order of the columns, as sample_value
/// shows them.
std::vector<std::pair<std::string, double>> named_percentiles(metric_kind metric,
                                                              const result_row& row);

}  // namespace ark_perf
