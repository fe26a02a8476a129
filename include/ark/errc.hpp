// Error codes and the exception of the control path.
#pragma once

#include <ark/detail/platform/portability.hpp>
#if !ARK_RTC
#include <stdexcept>
#include <string>
#endif

namespace ark {

/// Error codes. The values are stable: failure records and process exit codes contain them. The
/// value 2 is not used.
enum class errc : int {
  ok = 0,
  timeout = 1,           ///< a deadline passed before the awaited condition held
  peer_failed = 3,       ///< another PE failed or left
  invalid_argument = 4,  ///< the message names argument, value and accepted form
  out_of_memory = 5,     ///< the message names requested, available and limit
  not_initialized = 6,   ///< called before init or after finalize
  wrong_state = 7,       ///< called in the wrong order (finalize after MPI_Finalize, ...)
  asymmetric = 8,        ///< PEs passed different values to a collective call
  system_error = 9,      ///< an operating system call failed; the message names it and errno
  mpi_error = 10,        ///< an MPI call failed; the message holds MPI's own text
  bad_descriptor = 11,   ///< an engine rejected a descriptor; no memory was accessed
  engine_failed = 12,    ///< an engine could not execute a valid descriptor
  divergence = 13,       ///< lanes diverged: a barrier or warp operation cannot complete
  stalled = 14,          ///< a lane spins and never yields
  aborted = 15,          ///< a wait ended because of an earlier failure or global_exit
  unsupported = 16,      ///< not available in this build or on this machine
};

/// The reaction to the first failure of a PE (ARK_ON_FAILURE).
enum class on_failure {
  /// The next call of ark on the host, or the end of main, prints the failure record and ends all
  /// PEs of the job with a status other than 0. In local_run that call throws ark::error. Queries
  /// (ark_status, ark_my_pe, ark_n_pes, ark_ptr, *_accessible, last_failure, reports) still work.
  end,
  /// The program handles failures: calls return at once without completing their operation, or
  /// throw; ark_status() and last_failure() return the failure. The surviving PEs may finalize and
  /// initialise again.
  go_on,
};

/// The name of the enumerator `code`, e.g. "peer_failed"; "unknown" for any other value.
ARK_API const char* errc_name(errc code) noexcept;

#if !ARK_RTC
/// Thrown by the control path: init, finalize, allocation, launch. `what()` contains the attempted
/// operation, its values and the accepted values.
class ARK_API error : public std::runtime_error {
 public:
  error(errc code, const std::string& what, int peer = -1)
      : std::runtime_error(what), code_(code), peer_(peer) {}
  [[nodiscard]] errc code() const noexcept { return code_; }
  /// The PE that is lost, with errc::peer_failed; -1 if that is not known, and with other codes.
  [[nodiscard]] int peer() const noexcept { return peer_; }

 private:
  errc code_;
  int peer_;
};
#endif

}  // namespace ark
