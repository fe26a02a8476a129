// What <shmem.h> knows of the program's MPI.
#pragma once

namespace ark::openshmem {

/// By the program or by ark, and also after MPI_Finalize. False without MPI.
bool is_mpi_started();

}  // namespace ark::openshmem
