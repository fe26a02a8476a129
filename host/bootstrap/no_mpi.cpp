// The build without MPI: init throws unsupported; local_run works.
#include <ark/errc.hpp>
#include <ark/types.hpp>

#include "bootstrap/mpi_bootstrap.hpp"

namespace ark {

std::unique_ptr<bootstrap> mpi_bootstrap(const mpi_request& /*request*/) {
  throw error(errc::unsupported,
              "init: this libark was built without MPI (ARK_MPI=OFF, or none was found); "
              "ark::local_run runs several PEs in one process");
}

std::vector<std::byte> mpi_gather(const void* /*communicator*/, const char* /*call*/,
                                  std::span<const std::byte> /*mine*/,
                                  std::uint64_t /*timeout_ns*/) {
  throw error(errc::unsupported, "this libark was built without MPI");
}

int mpi_thread_level() { return ARK_THREAD_MULTIPLE; }

bool mpi_is_finalized() { return false; }

bool mpi_is_ours() { return false; }

void mpi_take_over() {}

bool mpi_all_arrived(std::uint64_t /*timeout_ns*/, std::string& /*missing*/) { return true; }

void mpi_finalize(std::uint64_t /*timeout_ns*/) {}

}  // namespace ark
