// Bootstrap on an MPI communicator. The library's only file pair that knows MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bootstrap/bootstrap.hpp"

namespace ark {

/// What init asks of MPI.
struct mpi_request {
  const void* communicator =
      nullptr;  ///< an MPI_Comm to duplicate; null: MPI_COMM_WORLD, MPI started if need be
  std::span<const int> ranks = {};  ///< of it, PE by PE; empty: all of them
  int thread_level = 0;             ///< ARK_THREAD_*, if MPI is started here
  std::uint64_t timeout_ns = 0;
};

/// Collective over the communicator. Throws ark::error: mpi_error with MPI's text, wrong_state if
/// MPI has been finalised or a communicator is given before MPI_Init, unsupported if built without
/// MPI.
[[nodiscard]] std::unique_ptr<bootstrap> mpi_bootstrap(const mpi_request& request);

/// Every process's block, in the order of the ranks. Collective over the communicator, an MPI_Comm.
/// Throws ark::error: timeout after `timeout_ns`, naming the missing PEs; wrong_state if MPI does
/// not run; mpi_error; unsupported if built without MPI.
[[nodiscard]] std::vector<std::byte> mpi_gather(const void* communicator, const char* call,
                                                std::span<const std::byte> mine,
                                                std::uint64_t timeout_ns);

/// The thread level that MPI runs with (ARK_THREAD_*); ARK_THREAD_MULTIPLE without MPI.
[[nodiscard]] int mpi_thread_level();
/// True once MPI_Finalize has been called.
[[nodiscard]] bool mpi_is_finalized();
/// True if mpi_bootstrap started MPI, and it still runs: then ark ends it, when the process does,
/// so that init may follow finalize.
[[nodiscard]] bool mpi_is_ours();
/// MPI is ours from here on.
void mpi_take_over();
/// Collective over MPI_COMM_WORLD, once, at the end of the process: true when all processes have
/// come. At most `timeout_ns`; then false, and `missing` names the others.
[[nodiscard]] bool mpi_all_come(std::uint64_t timeout_ns, std::string& missing);
/// MPI_Finalize, which waits for all processes: after `timeout_ns` with a line, an hour later the
/// process ends.
void mpi_finalize(std::uint64_t timeout_ns);

}  // namespace ark
