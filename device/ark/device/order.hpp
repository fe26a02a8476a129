// fence and quiet.
#pragma once

#include <ark/device/queue.hpp>

namespace ark::device {

/// Order, per PE, everything this PE issued before (that happens before this call) ahead of
/// everything after it. Inline stores are ordered by the memory fence. If a ring still holds
/// something, a fence descriptor follows it, and until the ring has delivered up to here nothing
/// may be sent inline: queue.hpp's inline_allowed sees to that. Of an SM ring that the caller may
/// not post to it waits for the delivery instead.
ARK_HOST_DEVICE inline errc fence() {
  detail::device_state& state = context("ark_fence");
  detail::fence_acq_rel();
  for (unsigned i = 0; i < queue::ring_total(state); ++i) {
    if (queue::drained(state, i)) continue;
    const errc code = queue::may_post(state, i)
                          ? queue::post_fence(state, i)
                          : queue::wait_drained(state, i, detail::op_kind::fence);
    if (code != errc::ok) return code;
  }
  return errc::ok;
}

/// Wait until everything this PE issued before (that happens before this call) has been delivered:
/// memory of all PEs holds it, sources and get destinations may be reused.
ARK_HOST_DEVICE inline errc quiet() {
  detail::device_state& state = context("ark_quiet");
  for (unsigned i = 0; i < queue::ring_total(state); ++i) {
    if (const errc code = queue::wait_drained(state, i, detail::op_kind::quiet); code != errc::ok) {
      return code;
    }
  }
  detail::fence_seq_cst();
  return errc::ok;
}

}  // namespace ark::device
