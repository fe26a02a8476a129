// Reading failure records: as one line for people, as JSON for programs.
#pragma once

#include <ark/detail/failure/failure.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace ark {

/// A text field of a record, which its writer may have filled to the last byte.
template <std::size_t Size>
[[nodiscard]] std::string_view field_text(const char (&field)[Size]) {
  return {field, strnlen(field, Size)};
}

/// The failure that made `state` sticky, or nothing while there is none. Any thread, at any time.
[[nodiscard]] std::optional<failure_record> failure_read(const detail::device_state& state);

/// The record that a kernel's thread has left in numbers, completed, without pe and on_lane.
/// `timeout_ns`: the deadline of the PE's waits.
[[nodiscard]] failure_record failure_of_kernel(const detail::failure_mirror& mirror,
                                               std::uint64_t timeout_ns) noexcept;

[[nodiscard]] const char* fault_words(detail::descriptor_fault why) noexcept;

/// Write the words of record.why, where it has any, to record.detail, unless that has words of its
/// own.
void failure_words(failure_record& record) noexcept;

/// One line: PE, code, operation, peer, heap offset, expected and seen value, ring counters,
/// engine, elapsed time, lane. What the record does not know is left out.
[[nodiscard]] ARK_API std::string failure_text(const failure_record& record);

}  // namespace ark
