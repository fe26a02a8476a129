// Reading failure records: as one line for people, as JSON for programs.
#pragma once

#include <ark/detail/failure/failure.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace ark {

/// A text field of a record, which may be filled to the last byte, without a terminator.
template <std::size_t Size>
[[nodiscard]] std::string_view field_text(const char (&field)[Size]) {
  return {field, strnlen(field, Size)};
}

/// The first failure of `state`, or nothing if there was none. Any thread, at any time.
[[nodiscard]] std::optional<failure_record> failure_read(const detail::device_state& state);

/// The completed record of a failure that a kernel's thread has stored as numbers, without pe and
/// on_lane. `timeout_ns`: the deadline of the PE's waits.
[[nodiscard]] failure_record failure_of_kernel(const detail::failure_mirror& mirror,
                                               std::uint64_t timeout_ns) noexcept;

[[nodiscard]] const char* fault_words(detail::descriptor_fault why) noexcept;

/// Write the text of record.why to record.detail, unless that already has a text.
void failure_words(failure_record& record) noexcept;

/// One line: PE, code, operation, peer, heap offset, expected and last value, ring counters,
/// engine, elapsed time, lane. Unknown fields are omitted.
[[nodiscard]] ARK_API std::string failure_text(const failure_record& record);

}  // namespace ark
