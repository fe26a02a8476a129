// Waits for MPI that end.
#pragma once

#include <mpi.h>

#include <chrono>
#include <functional>
#include <string>

namespace ark_perf {

/// Test `request` until it is complete, and yield the processor between two tests. Throws
/// ark::error{timeout}, which names this rank, `operation()` and the time, after `longest`; the
/// request is still open then.
void mpi_wait(MPI_Request& request, std::chrono::nanoseconds longest,
              const std::function<std::string()>& operation);

}  // namespace ark_perf
