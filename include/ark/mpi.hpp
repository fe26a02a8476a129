// ark beside MPI: initialisation on a communicator of the caller, teams from communicators, and
// communicators from teams. The only header that includes mpi.h.
#pragma once

#include <mpi.h>

#include <ark/detail/bootstrap/on_mpi.hpp>
#include <ark/errc.hpp>
#include <ark/host.hpp>
#include <span>

namespace ark {

/// Initialise the runtime on the processes of `communicator`: PE i is rank i. MPI must be
/// initialised; ark::finalize does not finalize it. Otherwise like ark::init.
inline void init(MPI_Comm communicator, const settings& overrides = {}) {
  detail::init_on_mpi(&communicator, {}, overrides);
}

/// init with a policy, which takes precedence over ARK_ON_FAILURE.
template <std::same_as<on_failure> Policy>
void init(MPI_Comm communicator, Policy then, settings overrides = {}) {
  overrides["ARK_ON_FAILURE"] = then == on_failure::go_on ? "go_on" : "end";
  init(communicator, overrides);
}

/// Initialise the runtime on some of the processes of `communicator`: PE i is rank `ranks[i]`. Use
/// it to continue with the surviving processes after a failure: MPI_Comm_create_group, the MPI
/// function that makes a communicator without the failed processes, blocks forever if a process
/// failed during the creation of a communicator.
///
/// Callable: host, collective over the processes in `ranks`, with the same ranks in the same order.
///   The other processes do not participate and may have failed.
/// communicator: ark sends its messages on the duplicate that an earlier ark::init has created of
///   it. If the processes in `ranks` have no common duplicate, ark sends on `communicator` itself,
///   with the tags 16384 to 32767: no receive with MPI_ANY_TAG may be pending on it, and it must
///   stay valid until ark::finalize.
/// Progress: waits for the other PEs at most twice ARK_TIMEOUT and one second: the last PE to
///   detect the failure may have waited that long for the failed process.
/// Errors: throws ark::error: invalid_argument (no ranks, a rank out of range or given twice, the
///   caller's rank not among them); asymmetric (the PEs give different ranks); timeout (the message
///   names the missing PEs). Otherwise those of ark::init.
inline void init_on_ranks(MPI_Comm communicator, std::span<const int> ranks,
                          const settings& overrides = {}) {
  if (ranks.empty()) {
    throw error(errc::invalid_argument, "init_on_ranks: no ranks: give one for every PE");
  }
  detail::init_on_mpi(&communicator, ranks, overrides);
}

/// Create the team of the PEs that are the processes of `communicator`: member i is rank i. The
/// team has no recorded configuration; ark_team_destroy destroys it. MPI_COMM_NULL: returns
/// ARK_TEAM_INVALID at once, for processes that MPI_Comm_split has given no communicator.
///
/// Callable: host, collective over the processes of `communicator`, each a PE of this job. One
///   thread at a time creates teams. No receive with MPI_ANY_TAG may be pending on `communicator`.
/// Progress: waits for the others at most ARK_TIMEOUT and one second.
/// Errors: throws ark::error: not_initialized, invalid_argument (a process is a PE of another job),
///   out_of_memory (as ark_team_split_strided), timeout naming the missing
///   ranks, wrong_state (MPI does not run), mpi_error.
inline ark_team_t team_of(MPI_Comm communicator) {
  return communicator == MPI_COMM_NULL ? ARK_TEAM_INVALID : detail::team_on_mpi(&communicator);
}

/// Create an MPI communicator of the members of `team`: rank i is member i. The caller owns it
/// (MPI_Comm_free); its error handler is that of MPI_COMM_WORLD. ARK_TEAM_INVALID: returns
/// MPI_COMM_NULL at once.
///
/// Callable: host, collective over the members of `team`. No kernel or other thread may use `team`
///   during the call.
/// Progress: waits for the other members at most ARK_TIMEOUT; then MPI creates the communicator,
///   without a deadline.
/// Errors: throws ark::error: not_initialized, invalid_argument (no such team), timeout and
///   peer_failed, unsupported (ark::local_run), mpi_error.
inline MPI_Comm communicator_of(ark_team_t team) {
  MPI_Comm made = MPI_COMM_NULL;
  if (team != ARK_TEAM_INVALID) detail::communicator_on_mpi(team, &made);
  return made;
}

}  // namespace ark
