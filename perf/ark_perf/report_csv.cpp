// One line of names, then a line per row, the same columns for every test; a cell that means
// nothing there is empty.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>

#include "report.hpp"

namespace ark_perf {

namespace {

constexpr const char* columns =
    "test,op,bytes,iterations,warmup,latency_us,mb_per_s,messages_per_s,repeats,repeat_unit,repeat_"
    "min,repeat_max,"
    "sample_unit,p50,p90,p99,p99_9,min,max,errors,from,scope,route,window,buffers,blocks,threads,"
    "engine_blocks,shared_bytes,"
    "pes,hosts,warm_up_ms,"
    "version,commit,device,to_unfused,exposed_us,compute_us,collective_us,ideal_percent,skew_us,"
    "failure";

/// A cell as RFC 4180 wants it.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + "\"";
}

std::string figures(const test_info& test, const result_row& row) {
  const double us = row.time_us();
  const bool moves_data = test.metric == metric_kind::bandwidth || test.metric == metric_kind::rate;
  const bool counts = moves_data || test.metric == metric_kind::atomics;
  return fmt::format("{},{},{}", moves_data ? "" : fmt::format("{:.6g}", operation_us(row, us)),
                     moves_data ? fmt::format("{:.6g}", mb_per_s(row, us)) : "",
                     counts ? fmt::format("{:.9g}", messages_per_s(row, us)) : "");
}

std::string repeats(metric_kind metric, const result_row& row) {
  const double first = headline(metric, row, row.repeats_us.front());
  const double last = headline(metric, row, row.repeats_us.back());
  return fmt::format("{},{},{:.6g},{:.6g}", row.repeats_us.size(), headline_unit(metric),
                     std::min(first, last), std::max(first, last));
}

std::string samples(metric_kind metric, const result_row& row) {
  if (!row.spread_us) return ",,,,,,";
  std::string cells = samples_are_rates(metric) ? "MB/s" : "us";
  for (const auto& [name, value] : named_percentiles(metric, row))
    cells += fmt::format(",{:.6g}", value);
  return cells;
}

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.6g}", *value) : std::string();
}

/// Of fused operators, of collectives beside a kernel, and of exchanges of gradients.
std::string hidden(const result_row& row) {
  if (row.fused)
    return fmt::format("{},{},,,{},{}", number(row.fused->to_unfused),
                       number(row.fused->exposed_us), number(row.fused->ideal_percent),
                       number(row.fused->skew_us));
  if (row.overlap)
    return fmt::format(",,{},{},{},", number(row.overlap->compute_us),
                       number(row.overlap->collective_us), number(row.overlap->ideal_percent));
  if (row.gradients)
    return fmt::format(",{},{},{},,", number(row.gradients->wait_us),
                       number(row.gradients->computation_us),
                       number(row.gradients->communication_us));
  return ",,,,,";
}

class csv_report final : public report {
 public:
  explicit csv_report(std::FILE* out) : out_(out) {}

  void begin() override { fmt::print(out_, "{}\n", columns); }
  void table_begin(const table_info&) override {}
  void row(const table_info& table, const result_row& row) override {
    const options& opts = table.opts;
    const environment& where = table.where;
    fmt::print(out_, "{},{},{},{},{},{},{},{},{},", table.test.name, row.op, row.bytes,
               row.length.iterations, row.length.warmup, figures(table.test, row),
               repeats(table.test.metric, row), samples(table.test.metric, row),
               row.errors ? std::to_string(*row.errors) : "");
    fmt::print(out_, "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},\n", name_of(opts.from),
               name_of(opts.scope), opts.route ? name_of(*opts.route) : "", opts.window,
               name_of(opts.buffers), opts.blocks, opts.threads, opts.engine_blocks,
               opts.shared_bytes, where.n_pes, where.hosts, where.warm_up_ms, where.version,
               where.commit, quoted(where.fact("device")), hidden(row));
    std::fflush(out_);
  }
  /// A run that failed ends with a row of the test that did, which has only its error.
  void end(const run_end& how) override {
    if (how.failure) {
      const std::string text = columns;
      const std::string empty(std::count(text.begin(), text.end(), ','), ',');
      fmt::print(out_, "{}{}{}\n", how.failure->test, empty, quoted(how.failure->error));
    }
    std::fflush(out_);
  }

 private:
  std::FILE* out_;
};

}  // namespace

std::unique_ptr<report> make_csv_report(std::FILE* out) {
  return std::make_unique<csv_report>(out);
}

}  // namespace ark_perf
