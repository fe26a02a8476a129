// One document for the whole run. Numbers are numbers, units are in the keys; docs/ark_perf.md
// describes it.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "report.hpp"

namespace ark_perf {

namespace {

using json = nlohmann::ordered_json;

json environment_json(const environment& where) {
  json facts = json::object();
  for (const auto& [key, value] : where.facts) facts[key] = value;
  return {{"version", where.version},       {"commit", where.commit},
          {"build", where.build},           {"pes", where.n_pes},
          {"hosts", where.hosts},           {"start_time", where.start_time},
          {"warm_up_ms", where.warm_up_ms}, {"library", facts},
          {"routes", where.routes}};
}

json fused_json(const fused_sizes& sizes, std::string_view test) {
  return {{"element", name_of(sizes.element)},
          {"tables", sizes.tables},
          {"batch", sizes.batch},
          {"dim", sizes.dim},
          {"pooling", sizes.pooling},
          {"rows", sizes.rows_of(test)},
          {"columns", sizes.columns},
          {"inner", sizes.inner},
          {"slice", sizes.slice_rows},
          {"seed", sizes.seed}};
}

json options_json(const table_info& table) {
  const options& opts = table.opts;
  return {
      {"from", name_of(opts.from)},
      {"scope", name_of(opts.scope)},
      {"blocks", opts.blocks},
      {"threads", opts.threads},
      {"engine_blocks", opts.engine_blocks},
      {"shared_bytes", opts.shared_bytes},
      {"engine", engine_name(table.test, opts)},
      {"callers", opts.callers()},
      {"window", opts.window},
      {"buffers", name_of(opts.buffers)},
      {"repeat", opts.repeat},
      {"fused", table.test.metric == metric_kind::fused ? fused_json(opts.fused, table.test.name)
                                                        : json(nullptr)},
      {"check", opts.check},
      {"pairs", table.pairs},
      {"one_launch", table.one_launch},
      {"route", opts.route ? json(name_of(*opts.route)) : json(nullptr)}};
}

json fused_json(const fused_figures& found) {
  json out = {{"to_unfused", found.to_unfused}, {"skew_us", found.skew_us}};
  if (found.exposed_us) out["exposed_us"] = *found.exposed_us;
  if (found.ideal_percent) out["ideal_percent"] = *found.ideal_percent;
  return out;
}

json overlap_json(const overlap_figures& found) {
  return {{"kind", found.kind},
          {"collective", found.collective},
          {"relation", found.relation},
          {"strategy", found.strategy},
          {"executed", found.executed},
          {"compute_us", found.compute_us},
          {"collective_us", found.collective_us},
          {"ideal_percent", found.ideal_percent}};
}

json gradients_json(const gradient_figures& found) {
  return {{"computation_us", found.computation_us},
          {"communication_us", found.communication_us},
          {"bound_us", found.bound_us},
          {"wait_us", found.wait_us},
          {"cpu_us", found.cpu_us},
          {"messages", found.messages},
          {"bytes_sent", found.bytes_sent}};
}

json row_json(const test_info& test, const result_row& row) {
  const metric_kind metric = test.metric;
  const bool moves_data = metric == metric_kind::bandwidth || metric == metric_kind::rate;
  const double us = row.time_us();
  json out = json::object();
  if (!row.op.empty()) out["op"] = row.op;
  if (metric != metric_kind::barrier) out["bytes"] = row.bytes;
  out["iterations"] = row.length.iterations;
  out["warmup"] = row.length.warmup;
  if (!moves_data) out["latency_us"] = operation_us(row, us);
  if (moves_data) out["mb_per_s"] = mb_per_s(row, us);
  if (moves_data || metric == metric_kind::atomics) out["messages_per_s"] = messages_per_s(row, us);
  json values = json::array();
  for (const double each : row.repeats_us) values.push_back(headline(metric, row, each));
  std::sort(values.begin(), values.end());
  out["repeats"] = {{"unit", headline_unit(metric)},
                    {"min", values.front()},
                    {"max", values.back()},
                    {"median", headline(metric, row, us)},
                    {"values", values}};
  json tail = {{"unit", samples_are_rates(metric) ? "MB/s" : "us"}};
  for (const auto& [name, value] : named_percentiles(metric, row)) tail[name] = value;
  if (row.spread_us) out["percentiles"] = tail;
  if (row.fused) out["fused"] = fused_json(*row.fused);
  if (row.overlap) out["overlap"] = overlap_json(*row.overlap);
  if (row.gradients) out["gradients"] = gradients_json(*row.gradients);
  if (row.errors) out["errors"] = *row.errors;
  return out;
}

/// A table's part in the row that compares engines.
json saturation_json(const json& table, const saturation& found) {
  return {{"engine", table["options"]["engine"]},
          {"test", table["test"]},
          {"bytes", found.bytes},
          {"peak_mb_per_s", found.peak_mb_per_s},
          {"peak_bytes", found.peak_bytes}};
}

class json_report final : public report {
 public:
  explicit json_report(std::FILE* out) : out_(out) {}

  void begin() override {
    document_ = {{"schema", "ark_perf/1"}, {"complete", false},      {"arguments", json::array()},
                 {"notes", json::array()}, {"environment", nullptr}, {"tests", json::array()}};
  }
  void table_begin(const table_info& table) override {
    table_end();
    document_["arguments"] = table.opts.arguments;
    document_["notes"] = table.opts.notes;
    document_["environment"] = environment_json(table.where);
    document_["tests"].push_back({{"test", table.test.name},
                                  {"measures", table.test.measures},
                                  {"options", options_json(table)},
                                  {"routes", table.where.routes},
                                  {"rows", json::array()}});
  }
  void row(const table_info& table, const result_row& row) override {
    document_["tests"].back()["rows"].push_back(row_json(table.test, row));
    if (table.test.metric == metric_kind::bandwidth) sized_rows_.push_back(row);
    window_ = table.opts.window;
  }
  void end(const run_end& how) override {
    table_end();
    if (!engines_.empty()) {
      document_["saturation"] = {
          {"share", saturation_share}, {"window", window_}, {"engines", engines_}};
    }
    document_["errors"] = how.errors;
    document_["complete"] = !how.failure;
    if (how.failure)
      document_["failure"] = {{"test", how.failure->test}, {"error", how.failure->error}};
    // An error's text may be anybody's.
    fmt::print(out_, "{}\n", document_.dump(2, ' ', false, json::error_handler_t::replace));
    std::fflush(out_);
  }

 private:
  void table_end() {
    if (const auto found = saturation_of(sized_rows_))
      engines_.push_back(saturation_json(document_["tests"].back(), *found));
    sized_rows_.clear();
  }

  std::FILE* out_;
  json document_;
  std::vector<result_row> sized_rows_;  ///< of the table, if it is one of bandwidth
  json engines_ = json::array();
  unsigned window_ = 0;
};

}  // namespace

std::unique_ptr<report> make_json_report(std::FILE* out) {
  return std::make_unique<json_report>(out);
}

}  // namespace ark_perf
