// One result as one line of JSON: a flat object, written without a library, so that the probes
// build with nothing but a CUDA toolkit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ark_probe {

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

}  // namespace ark_probe
