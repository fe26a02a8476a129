// Initialisation by a unique id: groups of processes that any launcher, or none, has started.
#pragma once

#include <ark/host.hpp>
#include <ark/types.hpp>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace ark {

/// Rendezvous of the PEs of one job: address and port of the process that has created the id, and a
/// secret. Plain bytes, which the program passes to the other processes: by a file, a message of
/// MPI, or inherited memory. A default-constructed one is not valid.
struct unique_id {
  std::array<std::byte, 128> bytes{};
};

/// Create an id for one init_with_unique_id. Until that has happened, a thread of this process
/// listens at the id's address, which ARK_ID_ADDRESS can set; the process must not end before, and
/// need not be a PE.
///
/// Callable: host, any thread, before or after init. An id that is not used costs one thread and
///   one socket until the process ends.
/// Errors: throws ark::error: invalid_argument (a bad ARK_* value, or ARK_ID_ADDRESS is no address
///   of this host), system_error.
[[nodiscard]] ARK_API unique_id get_unique_id(const settings& overrides = {});

/// Initialise the runtime on the processes that call with the same `id`: the caller is PE `rank`.
/// MPI is neither needed nor called; in a job of mpirun, any subset of the processes may form a
/// group, in any order, and several groups may exist at once, each with its own id.
///
/// Callable: host, collective over `n_pes` processes, each with another rank. Once for each id.
/// rank: 0 <= rank < n_pes. id: of get_unique_id, in this process or another one.
/// Progress: waits for the other PEs at most twice ARK_TIMEOUT and 10 s.
/// Errors: throws ark::error: invalid_argument (a rank out of range or given twice, an id that
///   get_unique_id has not made, or of another version of ark); asymmetric (other PEs give another
///   n_pes); timeout (the message names the missing ranks); peer_failed (a PE has left, or nobody
///   listens at the id's address: its creator has ended, or the id has been used). Otherwise those
///   of ark::init.
ARK_API void init_with_unique_id(int rank, int n_pes, const unique_id& id,
                                 const settings& overrides = {});

/// Sends bytes to the members of a team to be, and returns those of all, in the members' order: 16
/// of each.
using member_gather = std::function<std::vector<std::byte>(std::span<const std::byte>)>;

/// Create the team of the PEs that `gather` connects, in its order, by a store or messages of the
/// program. No other PE is involved, and MPI is not needed. call: its name in errors.
///
/// Callable: host, collective over the members, one at a time on each of them.
/// Progress: calls `gather` until all members have a common free place; it has the deadline.
/// Errors: throws what `gather` throws, and ark::error: not_initialized; invalid_argument (a PE of
///   another job); out_of_memory (no place for a team).
[[nodiscard]] ARK_API ark_team_t team_by(const member_gather& gather,
                                         const char* call = "ark::team_by");

}  // namespace ark
