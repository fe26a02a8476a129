// Has a launcher of MPI programs started this process?
#pragma once

namespace ark {

struct launcher {
  bool found = false;
  int rank = 0;  ///< this process's, 0 without a launcher
};

/// `environment` as environ. Looks for the rank that mpirun (Open MPI, MPICH) and srun with PMI
/// give to a process; a batch system's own variables say nothing about that.
[[nodiscard]] launcher launcher_of(const char* const* environment);

}  // namespace ark
