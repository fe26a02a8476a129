// The text of the OSU Micro-Benchmarks: first column 10 wide to the left, others 20 wide to the
// right, two decimals, everything else behind "# ". What OSU has no column for stands to the right
// of its own.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report.hpp"

namespace ark_perf {

namespace {

constexpr int osu_width = 20;
constexpr int cell_width = 48;  ///< of a cell and a strategy

std::string sample_title(metric_kind metric, std::string name) {
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  const char* unit = samples_are_rates(metric) ? "BW(MB/s)" : "Lat(us)";
  return name[0] == 'P' ? fmt::format("{} Tail {}", name, unit) : fmt::format("{} {}", name, unit);
}

/// Title of the first column of a test that has no message sizes; null for the others.
const char* first_title(metric_kind metric) {
  if (metric == metric_kind::atomics) return "# Operation";
  if (metric == metric_kind::overlap) return "# Cell and strategy";
  if (metric == metric_kind::gradients) return "# Exchange";
  return metric == metric_kind::fused ? "# Way" : nullptr;
}

int first_width(metric_kind metric) {
  return metric == metric_kind::overlap ? cell_width : osu_width;
}

/// Titles of the columns after the first.
std::vector<std::string> osu_titles(metric_kind metric) {
  switch (metric) {
    case metric_kind::latency:
      return {"Avg Latency(us)"};
    case metric_kind::bandwidth:
      return {"Bandwidth (MB/s)"};
    case metric_kind::rate:
      return {"MB/s", "Messages/s"};
    case metric_kind::atomics:
      return {"Million ops/s", "Latency (us)"};
    case metric_kind::barrier:
      return {"Avg Latency(us)"};
    case metric_kind::fused:
      return {"Bytes sent", "Time(us)", "Skew(us)", "Of unfused", "Exposed(us)", "Ideal(%)"};
    case metric_kind::overlap:
      return {"Size", "Time(us)", "Kernel(us)", "Collective(us)", "Ideal(%)"};
    case metric_kind::gradients:
      return {"Time(us)",  "Min(us)",  "Max(us)", "Computation(us)",
              "Alone(us)", "Of bound", "CPU(us)", "Messages"};
  }
  return {};
}

std::vector<double> osu_values(metric_kind metric, const result_row& row) {
  const double us = row.time_us();
  switch (metric) {
    case metric_kind::latency:
    case metric_kind::barrier:
      return {us};
    case metric_kind::bandwidth:
      return {mb_per_s(row, us)};
    case metric_kind::rate:
      return {mb_per_s(row, us), messages_per_s(row, us)};
    case metric_kind::atomics:
      return {messages_per_s(row, us) / 1e6, operation_us(row, us)};
    case metric_kind::fused: {
      constexpr double none = std::numeric_limits<double>::quiet_NaN();
      return {static_cast<double>(row.bytes),
              us,
              row.fused->skew_us,
              row.fused->to_unfused,
              row.fused->exposed_us.value_or(none),
              row.fused->ideal_percent.value_or(none)};
    }
    case metric_kind::overlap:
      return {static_cast<double>(row.bytes), us, row.overlap->compute_us,
              row.overlap->collective_us, row.overlap->ideal_percent};
    case metric_kind::gradients:
      return {us,
              row.repeats_us.front(),
              row.repeats_us.back(),
              row.gradients->computation_us,
              row.gradients->communication_us,
              us / row.gradients->bound_us,
              row.gradients->cpu_us,
              row.gradients->messages};
  }
  return {};
}

class osu_report final : public report {
 public:
  explicit osu_report(std::FILE* out) : out_(out) {}

  void begin() override {}
  void table_begin(const table_info& table) override;
  void row(const table_info& table, const result_row& row) override;
  void end(const run_end& how) override;

 private:
  void what_and_where(const table_info& table);
  void column_titles(const table_info& table);

  std::FILE* out_;
};

void osu_report::what_and_where(const table_info& table) {
  const environment& where = table.where;
  const options& opts = table.opts;
  fmt::print(out_, "\n# ARK {} v{} ({})\n", table.test.title, where.version, where.commit);
  for (const auto& [key, value] : where.facts) {
    fmt::print(out_, "# {}{}{}\n", key, key.empty() ? "" : ": ", value);
  }
  for (const std::string& line : where.routes) fmt::print(out_, "# route: {}\n", line);
  fmt::print(out_, "# build: {}; PEs: {}; hosts: {}; start: {}; GPU warmed up for: {} ms\n",
             where.build, where.n_pes, where.hosts, where.start_time, where.warm_up_ms);
  fmt::print(out_,
             "# from: {}; scope: {}; blocks: {}; threads: {}; engine blocks: {}; shared memory: "
             "{}; window: {}; "
             "buffers: {}; repeat: {}; "
             "route: {}\n",
             name_of(opts.from), name_of(opts.scope), opts.blocks, opts.threads, opts.engine_blocks,
             opts.shared_bytes, opts.window, name_of(opts.buffers), opts.repeat,
             opts.route ? name_of(*opts.route) : "as configured");
  fmt::print(out_, "# measured: {}\n", table.test.measures);
  if (table.test.metric == metric_kind::fused) {
    const fused_sizes& sizes = opts.fused;
    fmt::print(out_,
               "# element: {}; tables: {}; batch: {}; pooling: {}; dim: {}; rows: {}; columns: {}; "
               "inner: {}; "
               "slice: {}; "
               "seed: {}\n",
               name_of(sizes.element), sizes.tables, sizes.batch, sizes.pooling, sizes.dim,
               sizes.rows_of(table.test.name), sizes.columns, sizes.inner, sizes.slice_rows,
               sizes.seed);
  }
  if (table.test.metric == metric_kind::gradients) {
    const gradients_options& how = opts.gradients;
    const auto size = [](std::size_t bytes) {
      return bytes == 0 ? std::string("by ark") : std::to_string(bytes);
    };
    fmt::print(out_, "# {}; images: {}; scale: {} %; chunk: {}; credit: {}{}\n",
               how.trace.empty() ? "network: " + how.network : "trace: " + how.trace, how.images,
               how.scale_percent, size(how.chunk_bytes), size(how.credit_bytes),
               how.message_us == 0
                   ? ""
                   : fmt::format("; EMULATED: {} us more for each message", how.message_us));
  }
  if (samples_are_rates(table.test.metric) && opts.buffers == buffer_kind::single) {
    fmt::print(
        out_,
        "# note: the messages of a window share one buffer, as in OSU, so caches serve large "
        "ones too; --buffers multiple gives each its own\n");
  }
  for (const std::string& note : opts.notes) fmt::print(out_, "# note: {}\n", note);
}

void osu_report::column_titles(const table_info& table) {
  const metric_kind metric = table.test.metric;
  if (metric == metric_kind::rate) {
    fmt::print(out_, "# [ pairs: {} ] [ window size: {} ]\n", table.pairs, table.opts.window);
  }
  std::vector<std::string> titles = osu_titles(metric);
  std::string line;
  if (metric == metric_kind::barrier) {
    line = fmt::format("{:<{}}", "# " + titles[0], osu_width);
    titles.erase(titles.begin());
  } else if (const char* first = first_title(metric); first != nullptr) {
    line = fmt::format("{:<{}}", first, first_width(metric));
  } else {
    line = fmt::format("{:<10}", "# Size");
  }
  if (table.opts.percentiles && !times_kernels(metric)) {
    for (const char* name : {"p50", "p90", "p99", "p99.9", "min", "max"})
      titles.push_back(sample_title(metric, name));
  }
  if (table.opts.repeat > 1) {
    titles.emplace_back("Least of repeats");
    titles.emplace_back("Most of repeats");
  }
  if (table.opts.check) titles.emplace_back("Errors");
  for (const std::string& title : titles) line += fmt::format("{:>{}}", title, osu_width);
  fmt::print(out_, "{}\n", line);
}

void osu_report::table_begin(const table_info& table) {
  what_and_where(table);
  column_titles(table);
  std::fflush(out_);
}

void osu_report::row(const table_info& table, const result_row& row) {
  const metric_kind metric = table.test.metric;
  std::vector<double> values = osu_values(metric, row);
  std::string line;
  if (!row.op.empty()) {
    line = fmt::format("{:<{}}", row.op, first_width(metric));
  } else if (metric != metric_kind::barrier) {
    line = fmt::format("{:<10}", row.bytes);
  }
  for (const auto& [name, value] : named_percentiles(metric, row)) values.push_back(value);
  if (table.opts.repeat > 1) {
    const double first = headline(metric, row, row.repeats_us.front());
    const double last = headline(metric, row, row.repeats_us.back());
    values.push_back(std::min(first, last));
    values.push_back(std::max(first, last));
  }
  for (const double value : values) {
    line += std::isnan(value) ? fmt::format("{:>{}}", "-", osu_width)
                              : fmt::format("{:>{}.2f}", value, osu_width);
  }
  if (row.errors) line += fmt::format("{:>{}}", *row.errors, osu_width);
  fmt::print(out_, "{}\n", line);
  std::fflush(out_);
}

void osu_report::end(const run_end& how) {
  if (how.errors > 0) fmt::print(out_, "# DATA VALIDATION ERROR: {} errors\n", how.errors);
  if (how.failure) {
    std::string error = how.failure->error;
    std::replace(error.begin(), error.end(), '\n', ' ');
    fmt::print(out_, "# INCOMPLETE: {} failed: {}\n", how.failure->test, error);
  }
  std::fflush(out_);
}

}  // namespace

std::unique_ptr<report> make_osu_report(std::FILE* out) {
  return std::make_unique<osu_report>(out);
}

}  // namespace ark_perf
