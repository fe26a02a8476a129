// Starting on an MPI communicator of the caller's. The only header that includes mpi.h.
#pragma once

#include <mpi.h>

#include <ark/host.hpp>

namespace ark {

namespace detail {
/// `communicator` points to an MPI_Comm. It is duplicated.
ARK_API void init_on_mpi(const void* communicator, const settings& overrides);
}  // namespace detail

/// Start on the processes of `communicator`: PE i is its rank i. MPI must be initialised; it is
/// left running at finalize. Otherwise as ark::init.
inline void init(MPI_Comm communicator, const settings& overrides = {}) {
  detail::init_on_mpi(&communicator, overrides);
}

}  // namespace ark
