// One result, order statistics included, as one line of JSON: a flat object, written without a
// library, so that the probes build with nothing but a CUDA toolkit.
#pragma once

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ark_probe {

struct summary {
  double min = 0, median = 0, p99 = 0, max = 0;
};

/// median: the middle sample, or the mean of the two in the middle. p99: the sample at or below
/// which 99 of 100 lie (nearest rank). samples: in any order, not empty.
summary summarize(std::vector<double> samples);

/// A flat JSON object. Keys keep the order of the calls; a key that is set again keeps its place
/// and changes its value. One thread.
class record {
 public:
  record& text(std::string_view key, std::string_view value);
  record& integer(std::string_view key, std::int64_t value);
  record& flag(std::string_view key, bool value);
  /// JSON knows neither infinity nor NaN: those become null.
  record& number(std::string_view key, double value);
  /// Order statistics of `samples`: unit, samples (their count), and, unless it is 0, min, median,
  /// p99 and max.
  record& distribution(std::string_view unit, std::vector<double> samples);
  /// The word that answers the question, and a sentence for the reader where one is needed.
  record& verdict(std::string_view word, std::string_view note = {});

  [[nodiscard]] bool has(std::string_view key) const;
  /// The object without a line break.
  [[nodiscard]] std::string json() const;

 private:
  struct field {
    std::string key, value;  // value: as it stands in the JSON text
  };
  record& put(std::string_view key, std::string value);

  std::vector<field> fields_;
};

/// `text` in double quotes, with what JSON wants escaped. Bytes that are not UTF-8 stay as they
/// are.
std::string json_string(std::string_view text);

/// Writes whole lines to a stream and flushes each, so that what was measured before a crash is
/// kept. Any thread.
class report {
 public:
  report(std::FILE* out, std::string probe) : out_(out), probe_(std::move(probe)) {}

  /// A record that begins with kind ("run" or "result") and the name of the probe.
  [[nodiscard]] record begin(std::string_view kind) const;
  void write(const record& line);

 private:
  std::FILE* out_;
  std::string probe_;
  std::mutex mutex_;
};

}  // namespace ark_probe
