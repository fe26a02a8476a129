// Several PEs in one process, one host thread each: for tests, simulation and machines without MPI.
#pragma once

#include <ark/host.hpp>

namespace ark {

namespace detail {
/// ark::local_run of a body that is called with `context`, by several threads at once.
ARK_API void local_run(int n_pes, void (*body)(void* context, int pe), void* context,
                       const settings& overrides);
}  // namespace detail

/// Run `body(pe)` on `n_pes` PEs of this process. Each runs on a thread of its own with a PE
/// context of its own; all share one CPU executor, so kernels of all PEs run side by side.
/// Collective launches of all PEs start together, which makes a run under ARK_SCHED=random or pct
/// repeat exactly.
///
/// Callable: host, outside any PE. Returns when every PE has ended and the contexts are gone.
/// Errors: the exception of the lowest PE that threw, after all have ended; the others end by their
///   own deadlines. After a failure the PE's next call of ark throws ark::error with the record's
///   text, at the latest the end of its body, unless ARK_ON_FAILURE is go_on.
template <class Body>
void local_run(int n_pes, Body body, const settings& overrides = {}) {
  detail::local_run(
      n_pes, [](void* context, int pe) { (*static_cast<Body*>(context))(pe); }, &body, overrides);
}

}  // namespace ark
