// fence and quiet.
#pragma once

#include <ark/device/plan.hpp>
#include <ark/device/queue.hpp>

namespace ark::device {

/// Order, per PE, everything this PE issued before (that happens before this call) ahead of
/// everything after it. Inline stores are ordered by the memory fence. If a ring still holds
/// something, a fence descriptor follows it, and until the ring has delivered up to here nothing
/// may be sent inline: queue::route sees to that. Of a ring that the caller may not post to it
/// waits for the delivery instead. Plans have no place in a ring's order: what they have been
/// started for is waited for.
ARK_HOST_DEVICE inline errc fence() {
  detail::device_state& state = context("ark_fence");
  detail::fence_acq_rel();
  errc code = plan::wait_all(state, detail::op_kind::fence);
  if (code == errc::ok) code = queue::fence_rings(state);
#if ARK_DEVICE_PASS
  detail::fence_acq_rel();  // what was found delivered, ahead of a relaxed store
#endif
  return code;
}

/// Wait until everything this PE issued before (that happens before this call) has been delivered:
/// memory of all PEs holds it, sources and get destinations may be reused.
ARK_HOST_DEVICE inline errc quiet() {
  detail::device_state& state = context("ark_quiet");
  errc code = plan::wait_all(state, detail::op_kind::quiet);
  if (code == errc::ok) code = queue::wait_all_drained(state, detail::op_kind::quiet);
  detail::fence_seq_cst();
  return code;
}

}  // namespace ark::device
