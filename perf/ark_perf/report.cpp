#include "report.hpp"

#include <sstream>

namespace ark_perf {

std::string environment::fact(const std::string& key) const {
  for (const auto& [name, value] : facts) {
    if (name == key) return value;
  }
  return "";
}

std::unique_ptr<report> make_report(format_kind format, std::FILE* out) {
  switch (format) {
    case format_kind::osu:
      return make_osu_report(out);
    case format_kind::csv:
      return make_csv_report(out);
    case format_kind::json:
      return make_json_report(out);
  }
  return nullptr;
}

std::vector<std::string> plain_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::size_t start = line.find_first_not_of("# ");
    if (start != std::string::npos) lines.push_back(line.substr(start));
  }
  return lines;
}

std::vector<std::pair<std::string, std::string>> read_facts(const std::vector<std::string>& lines) {
  std::vector<std::pair<std::string, std::string>> facts;
  for (const std::string& line : lines) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) {
      facts.emplace_back("", line);
    } else {
      facts.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    }
  }
  return facts;
}

std::vector<std::pair<std::string, double>> named_percentiles(metric_kind metric,
                                                              const result_row& row) {
  if (!row.spread_us) return {};
  const distribution& d = *row.spread_us;
  std::vector<std::pair<std::string, double>> named = {{"p50", d.p50}, {"p90", d.p90},
                                                       {"p99", d.p99}, {"p99.9", d.p999},
                                                       {"min", d.min}, {"max", d.max}};
  // The slowest iterations are the tail, whatever the unit: p99 of a rate is what 99 % of the
  // windows reach.
  if (samples_are_rates(metric)) std::swap(named[4].second, named[5].second);
  for (auto& [name, value] : named) value = sample_value(metric, row, value);
  return named;
}

}  // namespace ark_perf
