// Several PEs in one process, one host thread each: for tests, simulation and machines without MPI.
#pragma once

#include <ark/host.hpp>

namespace ark {

namespace detail {
/// Implementation of ark::local_run: `body` receives the `context` argument. Several threads may
/// call it concurrently.
ARK_API void local_run(int n_pes, void (*body)(void* context, int pe), void* context,
                       const settings& overrides);
}  // namespace detail

/// Run `body(pe)` on `n_pes` PEs in this process. Each PE has its own thread and its own PE
/// context. All PEs share one CPU executor, so their kernels run concurrently. Collective launches
/// of all PEs start together, so that a run with ARK_SCHED=random or pct repeats exactly.
///
/// Callable: host threads that are not a PE. Returns when every PE has ended and all PE contexts
///   are destroyed. In the body ark is called by the PE's thread; a thread that the body starts is
///   no PE's.
/// Errors: rethrows, after all PEs have ended, the exception of the lowest-numbered PE that threw
///   one other than ark::error{peer_failed}, which reports the failure of another PE, or else of
///   the lowest-numbered one; the others are logged. The waits of the other PEs end at their
///   deadlines at the latest. After a recorded failure, the PE's next call of ark or the end of its
///   body throws ark::error with the text of the record, unless ARK_ON_FAILURE is go_on.
template <class Body>
void local_run(int n_pes, Body body, const settings& overrides = {}) {
  detail::local_run(
      n_pes, [](void* context, int pe) { (*static_cast<Body*>(context))(pe); }, &body, overrides);
}

}  // namespace ark
