// The symmetric memory of a fused operator.
#pragma once

#include <ark/errc.hpp>
#include <ark/symmetric_array.hpp>
#include <string>

namespace ark::fused {

/// Run `make`, which makes arrays of `owners`. If memory is short, or sizes differ, the same
/// allocation fails on every PE: the arrays made earlier are freed, on all PEs. After any other
/// error they remain until finalize, because other PEs may be missing.
///
/// Callable: host, collective. owners: symmetric_array, or another type with its release().
template <class Make, class... Owners>
void make_or_release(const Make& make, Owners&... owners) {
  try {
    make();
  } catch (const error& failed) {
    // Not in a destructor: during unwinding it cannot determine whether every PE unwinds.
    if (failed.code() == errc::out_of_memory || failed.code() == errc::asymmetric)
      (owners.release(), ...);
    throw;
  }
}

/// Throws wrong_state if the runtime that owns an operator's memory was finalized.
template <class T>
void check_alive(const char* name, const symmetric_array<T>& memory) {
  if (memory.alive()) return;
  throw error(errc::wrong_state, std::string(name) +
                                     ": the operator was made before ark::finalize; accepted: one "
                                     "that was made after the last ark::init");
}

}  // namespace ark::fused
