// The binding of host threads to PEs.
#pragma once

#include <exception>

#include "runtime.hpp"

namespace ark {

/// The PE bound to the calling thread (several PEs in one process), otherwise the process's PE.
/// Throws not_initialized before init and after finalize. `call`: the host call that errors name,
/// which is refused inside a kernel with wrong_state; null: a call of the library itself, also from
/// lanes.
runtime& bound_runtime(const char* call = nullptr);

/// bound_runtime() for a call that changes state: after a failure it does not return if failures
/// end the job (ARK_ON_FAILURE).
runtime& acting_runtime(const char* call);
inline pe_parts& acting_parts(const char* call) { return acting_runtime(call).parts(); }

/// True if failures of `pe` end the job (ARK_ON_FAILURE).
inline bool failures_end(const runtime& pe) {
  return pe.parts().core.values.on_failure == on_failure::end;
}

/// Called when `pe` has failed or `thrown` has ended a call. Returns if the program handles
/// failures, and for errors that are the caller's own. In local_run it throws, otherwise it ends
/// the job.
void failure_ends(runtime& pe, const char* call, const std::exception* thrown = nullptr);

}  // namespace ark
