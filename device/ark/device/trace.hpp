// Where transfers and waits meet the trace: one branch each while it is off, nothing in GPU code.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <ark/detail/trace_hooks.hpp>
#include <ark/device/context.hpp>

namespace ark::device::trace {

/// An operation of `bytes` was done by stores and loads of the caller. One call per operation: by
/// the leader of its scope.
ARK_HOST_DEVICE inline void done_inline([[maybe_unused]] detail::device_state& state,
                                        [[maybe_unused]] std::uint64_t bytes) {
#if !ARK_DEVICE_PASS
  if (state.trace != nullptr) [[unlikely]]
    detail::trace_count_inline(*state.trace, bytes);
#endif
}

/// The SM engine has taken `d` from ring `ring`, or refused it.
ARK_HOST_DEVICE inline void taken([[maybe_unused]] detail::device_state& state,
                                  [[maybe_unused]] unsigned ring,
                                  [[maybe_unused]] const detail::descriptor& d,
                                  [[maybe_unused]] std::uint64_t ticket,
                                  [[maybe_unused]] bool refused) {
#if !ARK_DEVICE_PASS
  if (state.trace == nullptr) [[likely]]
    return;
  if (refused) {
    detail::trace_refused(*state.trace, ring, d, ticket);
  } else {
    detail::trace_taken(*state.trace, ring, d, ticket);
  }
#endif
}

/// The SM engine has delivered it, or dropped what it had refused.
ARK_HOST_DEVICE inline void delivered([[maybe_unused]] detail::device_state& state,
                                      [[maybe_unused]] unsigned ring,
                                      [[maybe_unused]] std::uint64_t ticket) {
#if !ARK_DEVICE_PASS
  if (state.trace != nullptr) [[unlikely]]
    detail::trace_delivered(*state.trace, ring, ticket);
#endif
}

/// The time, if a timeline is kept; else 0.
ARK_HOST_DEVICE inline std::uint64_t wait_begun([[maybe_unused]] detail::device_state& state) {
#if !ARK_DEVICE_PASS
  if (state.trace != nullptr && state.trace->has_timeline) [[unlikely]]
    return detail::clock_ns();
#endif
  return 0;
}

/// A wait ended well; `begun_ns` as wait_begun() gave it.
ARK_HOST_DEVICE inline void wait_ended([[maybe_unused]] detail::device_state& state,
                                       [[maybe_unused]] const detail::wait_info& info,
                                       [[maybe_unused]] std::uint64_t begun_ns) {
#if !ARK_DEVICE_PASS
  if (begun_ns != 0 && info.op == detail::op_kind::signal_wait_until) [[unlikely]]
    detail::trace_signal_seen(*state.trace, info, begun_ns);
#endif
}

}  // namespace ark::device::trace
