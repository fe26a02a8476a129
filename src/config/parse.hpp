// Parsers of numbers with units. All throw std::invalid_argument for text that does not match.
#pragma once

#include <cstdint>
#include <string>

namespace ark::parse {

/// Bytes: "4096", "64k", "1.5g": powers of 1024; k, m, g, t in either case, with or without a final
/// b.
std::uint64_t bytes(const std::string& text);
/// Nanoseconds: "500ms", "60s", "2m", "1.5h", "250us", "10ns"; a bare number is seconds. Greater
/// than 0.
std::uint64_t duration_ns(const std::string& text);
/// A decimal number, low <= value <= high.
std::uint64_t number(const std::string& text, std::uint64_t low, std::uint64_t high);
/// A flag: 0 or 1, off or on, no or yes, false or true.
bool flag(const std::string& text);

}  // namespace ark::parse
