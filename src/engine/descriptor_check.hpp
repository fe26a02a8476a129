// Which descriptors may be executed at all. Every engine asks before it touches a byte.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <ark/detail/device_state.hpp>
#include <cstdint>
#include <string_view>

namespace ark {

/// Why `d` must not be executed by an engine that serves PEs of `route`, or null. Looks at
/// everything that will be used as an address or a number of another table: heap ranges, PE,
/// alignment, operation codes, checksum. Local addresses are only checked for null.
[[nodiscard]] const char* descriptor_refusal(const detail::device_state& state,
                                             const detail::descriptor& d, detail::peer_route route);

/// Where a ring stood when a descriptor was refused.
struct ring_position {
  std::uint64_t head = 0, tail = 0, done = 0;
};

/// Record a refused descriptor in `state` (errc::bad_descriptor), in the name of `engine`.
void descriptor_refused(detail::device_state& state, const detail::descriptor& d, const char* why,
                        std::string_view engine, const ring_position& at);

/// Record a descriptor that was in order and yet could not be carried out (errc::engine_failed).
void descriptor_failed(detail::device_state& state, const detail::descriptor& d, const char* why,
                       std::string_view engine, const ring_position& at);

}  // namespace ark
