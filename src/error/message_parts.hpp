// Lists and names of functions in messages. No header of a formatting library.
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
/// Rising numbers, those that follow each other as one: "0,2,5-7".
[[nodiscard]] std::string as_ranges(std::span<const int> numbers);

/// The name of a function: its symbol if the dynamic linker knows one, else module and offset, else
/// the address. Takes microseconds; not for signal handlers.
[[nodiscard]] std::string symbol_name(const void* function);

}  // namespace ark
