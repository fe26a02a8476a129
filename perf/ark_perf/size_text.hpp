// Byte counts and ranges as people write them: 64, 8k, 4m, 1g, 8:4m.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace ark_perf {

/// A bad option value. what() names the option, the value and the accepted form.
class usage_error : public std::exception {
 public:
  usage_error(const std::string& option, const std::string& value, const std::string& accepted)
      : text_(option + ": '" + value + "' is not accepted; give " + accepted) {}
  explicit usage_error(std::string text) : text_(std::move(text)) {}
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

/// "64", "8k", "4M", "1g" (powers of 1024). Throws usage_error in the name of `option`: not a
/// number, 0, more than 1 TiB.
std::size_t parse_bytes(const std::string& option, const std::string& text);

/// A whole number in [least, most]. Throws usage_error.
std::uint64_t parse_count(const std::string& option, const std::string& text, std::uint64_t least,
                          std::uint64_t most);

struct byte_range {
  std::size_t min = 0;  ///< 0: not given
  std::size_t max = 0;  ///< 0: not given
};

/// "MAX", "MIN:MAX" or "MIN:", as OSU's -m. Throws usage_error.
byte_range parse_range(const std::string& option, const std::string& text);

}  // namespace ark_perf
