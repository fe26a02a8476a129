// Recording what an engine of the host refuses.
#pragma once

#include <ark/detail/descriptor_check.hpp>
#include <string_view>

namespace ark {

using detail::descriptor_refusal;
using detail::ring_position;

/// Record a refused descriptor in `state` (errc::bad_descriptor), in the name of `engine`.
void descriptor_refused(detail::device_state& state, const detail::descriptor& d, const char* why,
                        std::string_view engine, const ring_position& at);

/// Record a descriptor that was in order and yet could not be carried out (errc::engine_failed).
void descriptor_failed(detail::device_state& state, const detail::descriptor& d, const char* why,
                       std::string_view engine, const ring_position& at);

}  // namespace ark
