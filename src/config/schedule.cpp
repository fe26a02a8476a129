#include "config/schedule.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <charconv>
#include <optional>
#include <string_view>

namespace ark {
namespace {

[[noreturn]] void reject(const std::string& text) {
  throw error(errc::invalid_argument,
              fmt::format("schedule: '{}' is none of fifo, random, random:<seed>, pct:<depth> and "
                          "pct:<depth>:<seed> (depth 1 to 64, seed 0 to 2^64-1)",
                          text));
}

// Splits off the text before the next colon; nothing once the text is used up.
std::optional<std::string_view> next_part(std::optional<std::string_view>& remaining) {
  if (!remaining) return std::nullopt;
  const std::size_t colon = remaining->find(':');
  const std::string_view part = remaining->substr(0, colon);
  if (colon == std::string_view::npos) {
    remaining.reset();
  } else {
    remaining = remaining->substr(colon + 1);
  }
  return part;
}

std::uint64_t number(std::string_view part, const std::string& text) {
  std::uint64_t value = 0;
  const char* end = part.data() + part.size();
  const auto [stop, failure] = std::from_chars(part.data(), end, value);
  if (part.empty() || failure != std::errc{} || stop != end) reject(text);
  return value;
}

}  // namespace

schedule schedule_parse(const std::string& text) {
  constexpr std::uint64_t largest_depth = 64;
  std::optional<std::string_view> remaining = text;
  const std::string_view kind = *next_part(remaining);
  schedule parsed;
  if (kind == "random") {
    parsed.kind = policy_kind::random;
  } else if (kind == "pct") {
    parsed.kind = policy_kind::pct;
    const auto depth = next_part(remaining);
    if (!depth) reject(text);
    const std::uint64_t value = number(*depth, text);
    if (value == 0 || value > largest_depth) reject(text);
    parsed.depth = static_cast<unsigned>(value);
  } else if (kind != "fifo") {
    reject(text);
  }
  if (parsed.kind != policy_kind::fifo) {
    if (const auto seed = next_part(remaining)) parsed.seed = number(*seed, text);
  }
  if (remaining) reject(text);
  return parsed;
}

std::string schedule_name(const schedule& value) {
  switch (value.kind) {
    case policy_kind::fifo:
      return "fifo";
    case policy_kind::random:
      return fmt::format("random:{}", value.seed);
    case policy_kind::pct:
      return fmt::format("pct:{}:{}", value.depth, value.seed);
  }
  return "unknown";
}

}  // namespace ark
