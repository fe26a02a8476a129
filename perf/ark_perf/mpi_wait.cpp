#include "mpi_wait.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>
#include <thread>

namespace ark_perf {

void mpi_wait(MPI_Request& request, std::chrono::nanoseconds longest,
              const std::function<std::string()>& operation) {
  using clock = std::chrono::steady_clock;
  const clock::time_point begin = clock::now();
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    if (clock::now() - begin > longest) {
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      throw ark::error(
          ark::errc::timeout,
          fmt::format("rank {}: {} is not complete after {:.1f} s: another rank has "
                      "not called it, or its host is cut off",
                      rank, operation(), std::chrono::duration<double>(longest).count()));
    }
    std::this_thread::yield();
  }
}

}  // namespace ark_perf
