// Lists in texts, for files that need no more of a formatting library than its calls.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ark {

/// The items with `separator` between each two: "a, b, c".
[[nodiscard]] std::string joined(std::span<const std::string> items, std::string_view separator);
[[nodiscard]] std::string joined(std::span<const int> items, std::string_view separator);
[[nodiscard]] std::string joined(std::span<const std::uint64_t> items, std::string_view separator);

}  // namespace ark
