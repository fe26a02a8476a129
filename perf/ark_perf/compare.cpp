#include "compare.hpp"

#include <fmt/core.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ark_perf {

namespace {

using json = nlohmann::ordered_json;

constexpr int worse_status = 1, usage_status = 2;

struct bad_report : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The headline figure of a row, in `unit`.
struct figure {
  double median, min, max;
  std::string unit;

  [[nodiscard]] bool less_is_better() const { return unit == "us"; }
};

/// Rows by what was measured, in the order of the report.
struct measured {
  std::vector<std::string> names;
  std::map<std::string, figure> rows;
};

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The test and its options, without those that change no figure.
std::string name_of(const json& test) {
  std::string name = test.at("test");
  for (const auto& [key, value] : test.at("options").items()) {
    const bool is_default = value.is_null() || key == "repeat" || key == "check" ||
                            key == "callers" || value == json(key == "window" ? 64 : 1);
    if (is_default || value == "kernel" || value == "thread" || value == "single" || value == 0 ||
        value == false)
      continue;
    name += fmt::format(" {}={}", key, text_of(value));
  }
  return name;
}

measured rows_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw bad_report(fmt::format("'{}' cannot be read", path));
  try {
    const json report = json::parse(file);
    if (report.at("schema") != "ark_perf/1")
      throw bad_report(
          fmt::format("'{}': schema {}; accepted: ark_perf/1", path, text_of(report["schema"])));
    measured found;
    for (const json& test : report.at("tests")) {
      for (const json& row : test.at("rows")) {
        std::string name = name_of(test);
        if (row.contains("op")) name += " " + text_of(row["op"]);
        if (row.contains("bytes")) name += fmt::format(" {} B", text_of(row["bytes"]));
        const json& of = row.at("repeats");
        const figure one{of.at("median"), of.at("min"), of.at("max"), of.at("unit")};
        if (!found.rows.emplace(name, one).second)
          throw bad_report(
              fmt::format("'{}' has two rows '{}'; accepted: each once, measured again by --repeat",
                          path, name));
        found.names.push_back(name);
      }
    }
    return found;
  } catch (const std::ios_base::failure&) {  // a folder
    throw bad_report(fmt::format("'{}' cannot be read", path));
  } catch (const json::exception& problem) {
    throw bad_report(fmt::format("'{}': {}; accepted: what ark_perf --format json has written",
                                 path, problem.what()));
  }
}

/// How much worse the second is: 0.1 is 10 %; negative: better.
double worsening(const figure& before, const figure& after) {
  const double ratio =
      before.less_is_better() ? after.median / before.median : before.median / after.median;
  return ratio - 1;
}

/// No repeat of the one is within those of the other.
bool apart(const figure& before, const figure& after) {
  return before.less_is_better() ? after.min > before.max : after.max < before.min;
}

comparison compare(const measured& before, const measured& after, double threshold) {
  comparison result;
  std::size_t width = 8, common = 0, worse = 0;
  for (const std::string& name : before.names) width = std::max(width, name.size());
  result.text =
      fmt::format("{:{}}  {:>12}  {:>12}  {:>8}\n", "row", width, "old", "new", "worse by");
  for (const std::string& name : before.names) {
    const auto at = after.rows.find(name);
    const figure& one = before.rows.at(name);
    if (at == after.rows.end() || at->second.unit != one.unit) continue;
    ++common;
    const figure& other = at->second;
    const double by = worsening(one, other);
    const bool is_worse = by * 100 > threshold && apart(one, other);
    worse += is_worse ? 1 : 0;
    result.text +=
        fmt::format("{:{}}  {:>12.5g}  {:>12.5g}  {:>+7.1f}% {}{}\n", name, width, one.median,
                    other.median, by * 100, one.unit, is_worse ? "  WORSE" : "");
  }
  const std::size_t gone = before.names.size() - common, added = after.names.size() - common;
  if (common == 0) return {"ark_perf compare: the reports have no row in common\n", usage_status};
  if (gone + added > 0)
    result.text +=
        fmt::format("not compared: {} rows of the first report, {} of the second\n", gone, added);
  result.text += fmt::format("{} of {} rows are worse by more than {:g} % and by all repeats\n",
                             worse, common, threshold);
  result.status = worse == 0 ? 0 : worse_status;
  return result;
}

}  // namespace

comparison compare_reports(const std::string& before, const std::string& after, double threshold) {
  try {
    return compare(rows_of(before), rows_of(after), threshold);
  } catch (const bad_report& problem) {
    return {fmt::format("ark_perf compare: {}\n", problem.what()), usage_status};
  }
}

}  // namespace ark_perf
