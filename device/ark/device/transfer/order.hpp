// fence and quiet.
#pragma once

#include <ark/device/transfer/plan.hpp>
#include <ark/device/transfer/queue.hpp>

namespace ark::device {

/// Order, per PE, everything that this PE issued before (that happens before this call) ahead of
/// everything after it. The memory fence orders stores. The call waits until the engines have
/// delivered what was posted to their rings, and started plans, so that later operations need not
/// check for a fence. The proxy's ring gets a fence descriptor behind its pending ones.
ARK_HOST_DEVICE inline errc fence() {
  detail::device_state& state = context("ark_fence");
  detail::fence_release();
  if (queue::is_unused(state)) return errc::ok;
  errc code = plan::wait_all(state, detail::op_kind::fence);
  if (code == errc::ok) code = queue::fence_rings(state, queue::of_all{});
  detail::fence_release();  // orders the deliveries seen above before later relaxed stores
  return code;
}

/// Wait until everything that this PE has posted is delivered, including tokens of collectives.
ARK_HOST_DEVICE inline errc complete_all(detail::device_state& state) {
  return queue::wait_all_drained(state, detail::op_kind::quiet, queue::of_all{});
}

/// Wait until everything that this PE issued before (that happens before this call) has been
/// delivered: memory of all PEs holds it, sources and get destinations may be reused.
ARK_HOST_DEVICE inline errc quiet() {
  detail::device_state& state = context("ark_quiet");
  errc code = errc::ok;
  if (!queue::is_unused(state)) {
    code = plan::wait_all(state, detail::op_kind::quiet);
    if (code == errc::ok) {
#if ARK_DEVICE_PASS
      code = complete_all(state);
#else
      code = queue::wait_all_complete(state, detail::op_kind::quiet);
#endif
    }
  }
  detail::fence_seq_cst();
  return code;
}

/// quiet for the operations of all threads of the scope.
template <class Scope>
ARK_HOST_DEVICE inline errc quiet_by() {
  Scope::sync();
  return scope_result<Scope>(context("ark_quiet"), Scope::leader() ? quiet() : errc::ok);
}

}  // namespace ark::device
