// MPI_Init, MPI_Init_thread and MPI_Finalize of programs that use MPI as well, in any order with
// shmem_init and shmem_finalize: shmem_init may have started MPI, and shmem_finalize needs it.
// These take precedence over MPI's if the executable is linked with this library first, as by
// arkcc.
#include "mpi_calls.hpp"

#include <ark/detail/bootstrap/on_mpi.hpp>
#include <ark/host.hpp>
#include <atomic>

// MPI's own functions, from libmpi, which libark needs; null if ark was built without MPI.
extern "C" {
[[gnu::weak]] int PMPI_Initialized(int* flag);
[[gnu::weak]] int PMPI_Init(int* argc, char*** argv);
[[gnu::weak]] int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided);
[[gnu::weak]] int PMPI_Query_thread(int* provided);
[[gnu::weak]] int PMPI_Finalize();
}

namespace {

/// True once: when the program starts an MPI that shmem_init has already started.
bool is_started_already() {
  static std::atomic<bool> called{false};
  return ark::detail::mpi_is_ended_by_ark() && !called.exchange(true);
}

}  // namespace

namespace ark::openshmem {

bool is_mpi_started() {
  int flag = 0;
  if (PMPI_Initialized != nullptr) PMPI_Initialized(&flag);
  return flag != 0;
}

}  // namespace ark::openshmem

extern "C" {

ARK_API int MPI_Init(int* argc, char*** argv) {
  return is_started_already() ? 0 : PMPI_Init(argc, argv);
}

ARK_API int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return is_started_already() ? PMPI_Query_thread(provided)
                              : PMPI_Init_thread(argc, argv, required, provided);
}

/// Before shmem_finalize, ark finalizes MPI when the process ends.
ARK_API int MPI_Finalize() {
  if (!ark::initialized()) return PMPI_Finalize();
  ark::detail::mpi_end_by_ark();
  return 0;
}
}
