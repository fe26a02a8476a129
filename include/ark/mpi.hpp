// Starting on an MPI communicator of the caller's. The only header that includes mpi.h.
#pragma once

#include <mpi.h>

#include <ark/errc.hpp>
#include <ark/host.hpp>
#include <span>

namespace ark {

namespace detail {
/// `communicator` points to an MPI_Comm; `ranks` are of it, empty for all.
ARK_API void init_on_mpi(const void* communicator, std::span<const int> ranks,
                         const settings& overrides);
}  // namespace detail

/// Start on the processes of `communicator`: PE i is its rank i. MPI must be initialised; it is
/// left running at finalize. Otherwise as ark::init.
inline void init(MPI_Comm communicator, const settings& overrides = {}) {
  detail::init_on_mpi(&communicator, {}, overrides);
}

/// As above, with a word on failures that takes precedence over ARK_ON_FAILURE.
template <std::same_as<on_failure> Policy>
void init(MPI_Comm communicator, Policy then, settings overrides = {}) {
  overrides["ARK_ON_FAILURE"] = then == on_failure::go_on ? "go_on" : "end";
  init(communicator, overrides);
}

/// Start on some of the processes of `communicator`: PE i is its rank `ranks[i]`. Collective among
/// those, who all give the same ranks in the same order; the other processes take no part and may
/// be dead. It is how survivors go on: MPI_Comm_create_group, MPI's own way to a communicator
/// without the dead, waits for ever if one died while a communicator was being made.
///
/// The job's messages travel on the duplicate that an earlier ark::init has made of `communicator`.
/// If there is none that all `ranks` share, they travel on `communicator` itself, on tags from
/// 16384 to 32767: receives with MPI_ANY_TAG must not be pending there, and it must live until
/// ark::finalize.
///
/// Throws ark::error: invalid_argument for no ranks, for a rank out of range or given twice, or if
/// the caller's is not among them; asymmetric if the PEs give different ones; timeout naming who
/// has not come after twice ARK_TIMEOUT and a second: who noticed last may have waited for the dead
/// for that long. Otherwise as ark::init.
inline void init_on_ranks(MPI_Comm communicator, std::span<const int> ranks,
                          const settings& overrides = {}) {
  if (ranks.empty()) {
    throw error(errc::invalid_argument, "init_on_ranks: no ranks: give one for every PE");
  }
  detail::init_on_mpi(&communicator, ranks, overrides);
}

}  // namespace ark
