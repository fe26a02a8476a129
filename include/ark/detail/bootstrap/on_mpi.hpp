// The functions behind <ark/mpi.hpp>, without mpi.h.
#pragma once

#include <ark/host.hpp>
#include <ark/types.hpp>
#include <span>

namespace ark::detail {

/// communicator: the address of an MPI_Comm. ranks: ranks of that communicator; empty: all.
/// Otherwise as ark::init.
ARK_API void init_on_mpi(const void* communicator, std::span<const int> ranks,
                         const settings& overrides);
/// As ark::init. level: ARK_THREAD_*, of an MPI that ark starts.
ARK_API void init_at_thread_level(int level);
/// communicator: the address of an MPI_Comm. Otherwise as ark::team_of.
ARK_API ark_team_t team_on_mpi(const void* communicator);
/// communicator: the address of an MPI_Comm, to be set. Otherwise as ark::communicator_of.
ARK_API void communicator_on_mpi(ark_team_t team, void* communicator);

/// True if MPI runs, and ark ends it when the process ends: ark has started it.
[[nodiscard]] ARK_API bool mpi_is_ended_by_ark();
/// From here on ark ends MPI, in place of the program that has started it.
ARK_API void mpi_end_by_ark();

}  // namespace ark::detail
