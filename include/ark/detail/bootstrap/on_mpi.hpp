// The functions behind <ark/mpi.hpp>, without mpi.h.
#pragma once

#include <ark/host.hpp>
#include <ark/types.hpp>
#include <span>

namespace ark::detail {

/// communicator: the address of an MPI_Comm. ranks: ranks of that communicator; empty: all.
/// Contract: that of ark::init.
ARK_API void init_on_mpi(const void* communicator, std::span<const int> ranks,
                         const settings& overrides);
/// ark::init with a thread level (ARK_THREAD_*) for an MPI that ark starts.
ARK_API void init_at_thread_level(int level);
/// communicator: the address of an MPI_Comm. Contract: that of ark::team_of.
ARK_API ark_team_t team_on_mpi(const void* communicator);
/// communicator: the address of an MPI_Comm, to be set. Contract: that of ark::communicator_of.
ARK_API void communicator_on_mpi(ark_team_t team, void* communicator);

/// True if MPI is running and ark finalizes it when the process ends, because ark has started it.
[[nodiscard]] ARK_API bool mpi_is_ended_by_ark();
/// Make ark finalize MPI when the process ends, although the program has started it.
ARK_API void mpi_end_by_ark();

}  // namespace ark::detail
