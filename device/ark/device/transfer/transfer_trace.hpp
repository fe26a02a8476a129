// Trace hooks of transfers and waits: one branch each while the trace is off, no code on a GPU.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/trace_hooks.hpp>
#include <ark/device/state/context.hpp>

namespace ark::device::trace {

/// Record an operation of `bytes` that the caller made by loads and stores. Called once per
/// operation, by the leader of its scope.
ARK_HOST_DEVICE inline void done_inline([[maybe_unused]] detail::device_state& state,
                                        [[maybe_unused]] std::uint64_t bytes) {
#if !ARK_DEVICE_PASS
  if (state.trace != nullptr) [[unlikely]]
    detail::trace_count_inline(*state.trace, bytes);
#endif
}

/// Record that the SM engine has taken `d` from ring `ring`, or has refused it.
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

/// Record that the SM engine has delivered a descriptor, or has dropped a refused one.
ARK_HOST_DEVICE inline void delivered([[maybe_unused]] detail::device_state& state,
                                      [[maybe_unused]] unsigned ring,
                                      [[maybe_unused]] std::uint64_t ticket) {
#if !ARK_DEVICE_PASS
  if (state.trace != nullptr) [[unlikely]]
    detail::trace_delivered(*state.trace, ring, ticket);
#endif
}

/// The current time if a timeline is kept; otherwise 0.
ARK_HOST_DEVICE inline std::uint64_t wait_begun([[maybe_unused]] detail::device_state& state) {
#if !ARK_DEVICE_PASS
  if (state.trace != nullptr && state.trace->has_timeline) [[unlikely]]
    return detail::clock_ns();
#endif
  return 0;
}

/// Record that a wait for a word has ended with ok; `begun_ns` is the result of wait_begun().
template <class T>
ARK_HOST_DEVICE inline void wait_ended([[maybe_unused]] detail::device_state& state,
                                       [[maybe_unused]] detail::op_kind op,
                                       [[maybe_unused]] const T* word, [[maybe_unused]] int cmp,
                                       [[maybe_unused]] T value, [[maybe_unused]] T seen,
                                       [[maybe_unused]] std::uint64_t begun_ns) {
#if !ARK_DEVICE_PASS
  if (begun_ns == 0 || op != detail::op_kind::signal_wait_until) [[likely]]
    return;
  detail::wait_info info;
  info.op = op;
  info.cmp = static_cast<detail::cmp_kind>(cmp);
  info.value_bytes = sizeof(T);
  info.address = word;
  info.expected = static_cast<std::uint64_t>(value);
  info.seen = static_cast<std::uint64_t>(seen);
  detail::trace_signal_seen(*state.trace, info, begun_ns);
#endif
}

}  // namespace ark::device::trace
