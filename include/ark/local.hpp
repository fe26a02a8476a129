// Several PEs in one process, one host thread each: for tests, simulation and machines without MPI.
#pragma once

#include <ark/host.hpp>
#include <functional>

namespace ark {

/// Run `body(pe)` on `n_pes` PEs of this process. Each runs on a thread of its own with a PE
/// context of its own; all share one CPU executor, so kernels of all PEs run side by side.
/// Collective launches of all PEs start together, which makes a run under ARK_SCHED=random or pct
/// repeat exactly.
///
/// Callable: host, outside any PE. Returns when every PE has ended and the contexts are gone.
/// Errors: the exception of the lowest PE that threw, after all have ended; the others end by their
///   own deadlines. After a failure the PE's next call of ark throws ark::error with the record's
///   text, at the latest the end of its body, unless ARK_ON_FAILURE is go_on.
ARK_API void local_run(int n_pes, const std::function<void(int pe)>& body,
                       const settings& overrides = {});

}  // namespace ark
