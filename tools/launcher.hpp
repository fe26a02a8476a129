// Has a launcher of MPI programs started this process?
#pragma once

#include <cstdlib>
#include <string_view>

namespace ark {

struct launcher {
  bool found = false;
  int rank = 0;  ///< this process's, 0 without a launcher
};

/// `environment` as environ. Looks for the rank that mpirun (Open MPI, MPICH) and srun with PMI
/// give to a process; a batch system's own variables say nothing about that.
[[nodiscard]] inline launcher launcher_of(const char* const* environment) {
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    for (const std::string_view name : {"OMPI_COMM_WORLD_RANK=", "PMIX_RANK=", "PMI_RANK="}) {
      if (std::string_view(*environment).starts_with(name)) {
        return {true, std::atoi(*environment + name.size())};
      }
    }
  }
  return {};
}

}  // namespace ark
