#include <mpi.h>

#include "processes.hpp"

namespace ark_perf {

processes::processes(bool alone) {
  if (alone) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  started_ = true;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

processes::~processes() {
  if (started_) MPI_Finalize();
}

int processes::from_rank_zero(int value) const {
  if (started_) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return value;
}

bool processes::have_mpi() noexcept { return true; }

}  // namespace ark_perf
