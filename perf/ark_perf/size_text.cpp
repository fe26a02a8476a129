#include "size_text.hpp"

#include <cctype>
#include <charconv>
#include <system_error>

namespace ark_perf {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 40;

/// 2^shift for the suffix, or -1.
int shift_of(char suffix) {
  switch (std::tolower(static_cast<unsigned char>(suffix))) {
    case 'k':
      return 10;
    case 'm':
      return 20;
    case 'g':
      return 30;
    default:
      return -1;
  }
}

/// True if all of [first, last) is one number.
bool read_number(const char* first, const char* last, std::uint64_t& value) {
  const auto [end, problem] = std::from_chars(first, last, value);
  return problem == std::errc() && end == last && first != last;
}

}  // namespace

std::size_t parse_bytes(const std::string& option, const std::string& text) {
  const usage_error refusal(option, text,
                            "a number of bytes from 1 to 1024g, with k, m or g if you like");
  const int shift = text.empty() ? -1 : shift_of(text.back());
  const char* last = text.data() + text.size() - (shift >= 0 ? 1 : 0);
  std::uint64_t value = 0;
  if (!read_number(text.data(), last, value)) throw refusal;
  if (value == 0 || value > (most_bytes >> (shift >= 0 ? shift : 0))) throw refusal;
  return static_cast<std::size_t>(value) << (shift >= 0 ? shift : 0);
}

std::uint64_t parse_count(const std::string& option, const std::string& text, std::uint64_t least,
                          std::uint64_t most) {
  std::uint64_t value = 0;
  if (read_number(text.data(), text.data() + text.size(), value) && value >= least &&
      value <= most) {
    return value;
  }
  throw usage_error(option, text,
                    "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
}

byte_range parse_range(const std::string& option, const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {0, parse_bytes(option, text)};
  byte_range range{parse_bytes(option, text.substr(0, colon)), 0};
  if (colon + 1 < text.size()) range.max = parse_bytes(option, text.substr(colon + 1));
  return range;
}

}  // namespace ark_perf
