// Reading failure records: as one line for people, as JSON for programs.
#pragma once

#include <ark/detail/device_state.hpp>
#include <ark/detail/failure.hpp>
#include <optional>
#include <string>

namespace ark {

/// The failure that made `state` sticky, or nothing while there is none. Any thread, at any time.
[[nodiscard]] std::optional<failure_record> failure_read(const detail::device_state& state);

/// One line: PE, code, operation, peer, heap offset, expected and seen value, ring counters,
/// engine, elapsed time, lane. What the record does not know is left out.
[[nodiscard]] ARK_API std::string failure_text(const failure_record& record);

/// The same as one JSON object on one line. Names are the record's field names; what the record
/// does not know is null. 64-bit values are numbers.
[[nodiscard]] std::string failure_json(const failure_record& record);

}  // namespace ark
