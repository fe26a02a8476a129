// JSON that a test reads. One source includes nlohmann's header, which takes a compiler ten
// seconds.
#pragma once

#include <concepts>
#include <cstddef>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

namespace ark_json {

class json_value {
 public:
  /// count: a whole number that is not negative.
  enum class kind { null, flag, count, number, text, list, object };

  json_value() = default;
  json_value(const char* text) : kind_(kind::text), text_(text) {}  // NOLINT: to compare with
  json_value(std::string text) : kind_(kind::text), text_(std::move(text)) {}  // NOLINT
  template <class T>
  requires std::is_arithmetic_v<T> json_value(T value)  // NOLINT
      : kind_(std::same_as<T, bool>                     ? kind::flag
              : std::is_integral_v<T> && !(value < T{}) ? kind::count
                                                        : kind::number),
        number_(value) {}
  template <class T>
  json_value(const std::vector<T>& list)  // NOLINT
      : kind_(kind::list), values_(list.begin(), list.end()) {}

  /// Throws std::invalid_argument for a text that is not JSON.
  static json_value parse(const std::string& text);
  /// parse() of a file, whole.
  static json_value read(const std::string& path);

  [[nodiscard]] kind type() const { return kind_; }
  [[nodiscard]] long double number() const { return number_; }
  [[nodiscard]] bool flag() const { return number_ != 0; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] auto begin() const { return values_.begin(); }
  [[nodiscard]] auto end() const { return values_.end(); }
  [[nodiscard]] const std::vector<std::string>& keys() const { return keys_; }
  [[nodiscard]] bool contains(const std::string& key) const;
  /// Throw std::out_of_range for what is not there.
  const json_value& operator[](const std::string& key) const;
  const json_value& operator[](std::size_t index) const { return values_.at(index); }

  friend bool operator==(const json_value& a, const json_value& b);
  friend std::ostream& operator<<(std::ostream& out, const json_value& value);

 private:
  [[nodiscard]] bool is_number() const { return kind_ == kind::count || kind_ == kind::number; }

  kind kind_ = kind::null;
  long double number_ = 0;
  std::string text_;
  std::vector<std::string> keys_;  ///< of an object, in alphabetical order, as its values
  std::vector<json_value> values_;
};

}  // namespace ark_json
