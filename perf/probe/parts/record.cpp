#include "record.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace ark_probe {

summary summarize(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t count = samples.size();
  const std::size_t middle = count / 2;
  const double median =
      count % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  const std::size_t rank = (count * 99 + 99) / 100;  // 99 % of count, rounded up, in whole numbers
  return {samples.front(), median, samples[rank - 1], samples.back()};
}

std::string json_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      quoted += escape;
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

record& record::put(std::string_view key, std::string value) {
  const auto at = std::find_if(fields_.begin(), fields_.end(),
                               [key](const field& one) { return one.key == key; });
  if (at != fields_.end()) {
    at->value = std::move(value);
  } else {
    fields_.push_back({std::string(key), std::move(value)});
  }
  return *this;
}

record& record::text(std::string_view key, std::string_view value) {
  return put(key, json_string(value));
}

record& record::integer(std::string_view key, std::int64_t value) {
  return put(key, std::to_string(value));
}

record& record::flag(std::string_view key, bool value) {
  return put(key, value ? "true" : "false");
}

record& record::number(std::string_view key, double value) {
  if (!std::isfinite(value)) return put(key, "null");
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.9g", value);
  return put(key, digits);
}

record& record::distribution(std::string_view unit, std::vector<double> samples) {
  text("unit", unit);
  integer("samples", static_cast<std::int64_t>(samples.size()));
  if (samples.empty()) return *this;
  const summary all = summarize(std::move(samples));
  return number("min", all.min)
      .number("median", all.median)
      .number("p99", all.p99)
      .number("max", all.max);
}

record& record::verdict(std::string_view word, std::string_view note) {
  text("verdict", word);
  if (!note.empty()) text("note", note);
  return *this;
}

bool record::has(std::string_view key) const {
  return std::any_of(fields_.begin(), fields_.end(),
                     [key](const field& one) { return one.key == key; });
}

std::string record::json() const {
  std::string object = "{";
  for (const field& one : fields_) {
    if (object.size() > 1) object += ',';
    object += json_string(one.key) + ':' + one.value;
  }
  return object + '}';
}

record report::begin(std::string_view kind) const {
  record line;
  line.text("record", kind).text("probe", probe_);
  return line;
}

void report::write(const record& line) {
  const std::string text = line.json() + '\n';
  const std::lock_guard lock(mutex_);
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

}  // namespace ark_probe
