// Initialisation on an MPI communicator, for the headers that offer it with and without mpi.h.
#pragma once

#include <ark/host.hpp>
#include <span>

namespace ark::detail {

/// communicator: the address of an MPI_Comm. ranks: ranks of that communicator; empty: all.
/// Otherwise as ark::init.
ARK_API void init_on_mpi(const void* communicator, std::span<const int> ranks,
                         const settings& overrides);

}  // namespace ark::detail
