#include "config/parse.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ark::parse {

namespace {

/// The number at the start of `text` and the unit after it, in lower case.
std::pair<double, std::string> number_and_unit(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (problem != std::errc{} || !std::isfinite(value) || value < 0) {
    throw std::invalid_argument("not a number");
  }
  std::string unit(stop, end);
  std::transform(unit.begin(), unit.end(), unit.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return {value, unit};
}

std::uint64_t to_integer(double value) {
  constexpr double limit = 9.2e18;
  if (value > limit) throw std::invalid_argument("too large");
  return static_cast<std::uint64_t>(std::llround(value));
}

}  // namespace

std::uint64_t bytes(const std::string& text) {
  auto [value, unit] = number_and_unit(text);
  if (unit.size() == 2 && unit[1] == 'b') unit.pop_back();
  if (unit.empty() || unit == "b") return to_integer(value);
  if (unit == "k") return to_integer(value * 0x1p10);
  if (unit == "m") return to_integer(value * 0x1p20);
  if (unit == "g") return to_integer(value * 0x1p30);
  if (unit == "t") return to_integer(value * 0x1p40);
  throw std::invalid_argument("unknown unit");
}

std::uint64_t duration_ns(const std::string& text) {
  const auto [value, unit] = number_and_unit(text);
  double factor = 0;
  if (unit == "ns") factor = 1;
  if (unit == "us") factor = 1e3;
  if (unit == "ms") factor = 1e6;
  if (unit.empty() || unit == "s") factor = 1e9;
  if (unit == "m" || unit == "min") factor = 60e9;
  if (unit == "h") factor = 3600e9;
  const std::uint64_t ns = to_integer(value * factor);
  if (ns == 0) throw std::invalid_argument("no time, or an unknown unit");
  return ns;
}

std::uint64_t number(const std::string& text, std::uint64_t low, std::uint64_t high) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc{} || stop != end || value < low || value > high) {
    throw std::invalid_argument("not in range");
  }
  return value;
}

bool flag(const std::string& text) {
  if (text == "1" || text == "on" || text == "yes" || text == "true") return true;
  if (text == "0" || text == "off" || text == "no" || text == "false") return false;
  throw std::invalid_argument("not a switch");
}

}  // namespace ark::parse
