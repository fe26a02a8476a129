// The state of the program's MPI.
#pragma once

namespace ark::openshmem {

/// True once MPI was started, by the program or by ark, also after MPI_Finalize. False without MPI.
bool is_mpi_started();

}  // namespace ark::openshmem
