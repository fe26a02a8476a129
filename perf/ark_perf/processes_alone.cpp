// Without MPI there is one process; --pes gives it several PEs.
#include "processes.hpp"

namespace ark_perf {

processes::processes(bool) {}
processes::~processes() = default;

int processes::from_rank_zero(int value) const { return value; }

bool processes::have_mpi() noexcept { return false; }

}  // namespace ark_perf
