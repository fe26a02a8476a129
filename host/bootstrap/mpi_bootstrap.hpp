// Bootstrap on an MPI communicator. The library's only files that use MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bootstrap/bootstrap.hpp"

namespace ark {

/// Parameters of a bootstrap on MPI.
struct mpi_request {
  const void* communicator =
      nullptr;  ///< an MPI_Comm to duplicate; null: MPI_COMM_WORLD, and MPI is started if necessary
  std::span<const int> ranks = {};  ///< its ranks, PE by PE; empty: all of them
  int thread_level = 0;             ///< ARK_THREAD_*, if MPI is started by ark
  std::uint64_t timeout_ns = 0;
};

/// Collective over the communicator. Throws ark::error: mpi_error with MPI's text, wrong_state if
/// MPI has been finalised or a communicator is given before MPI_Init, unsupported if built without
/// MPI.
[[nodiscard]] std::unique_ptr<bootstrap> mpi_bootstrap(const mpi_request& request);

/// Gather every process's block, in the order of the ranks. Collective over the communicator, an
/// MPI_Comm. Throws ark::error: timeout after `timeout_ns`, naming the missing PEs; wrong_state if
/// MPI does not run; mpi_error; unsupported if built without MPI.
[[nodiscard]] std::vector<std::byte> mpi_gather(const void* communicator, const char* call,
                                                std::span<const std::byte> mine,
                                                std::uint64_t timeout_ns);

/// The thread level that MPI runs with (ARK_THREAD_*); ARK_THREAD_MULTIPLE without MPI.
[[nodiscard]] int mpi_thread_level();
/// True once MPI_Finalize has been called.
[[nodiscard]] bool mpi_is_finalized();
/// True if mpi_bootstrap has started MPI, and it is still running: then ark finalizes it when the
/// process ends, so that init may follow finalize.
[[nodiscard]] bool mpi_is_ours();
/// Make ark responsible for MPI_Finalize.
void mpi_take_over();
/// Collective over MPI_COMM_WORLD, once, at the end of the process: true when all processes have
/// called. After `timeout_ns` false, and `missing` names the others.
[[nodiscard]] bool mpi_all_arrived(std::uint64_t timeout_ns, std::string& missing);
/// MPI_Finalize, which waits for all processes: prints a line after `timeout_ns`, and ends the
/// process an hour later.
void mpi_finalize(std::uint64_t timeout_ns);

}  // namespace ark
