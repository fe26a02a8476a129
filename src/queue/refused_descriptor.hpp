// The record of a descriptor that an engine of the host does not execute.
#pragma once

#include <ark/detail/descriptor_check.hpp>
#include <string_view>

namespace ark {

using detail::descriptor_fault;
using detail::descriptor_refusal;
using detail::ring_position;

/// Record in `state`, in the name of `engine`, a descriptor that it refuses (bad_descriptor) or
/// could not execute (engine_failed).
void descriptor_failed(detail::device_state& state, errc code, const detail::descriptor& d,
                       descriptor_fault why, std::string_view engine, const ring_position& at);

}  // namespace ark
