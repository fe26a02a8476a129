// A wait for MPI ends although another rank does not call the operation.
#include "mpi_wait.hpp"

#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <chrono>

#include "mp_main.hpp"

namespace {

using namespace std::chrono_literals;

/// What a wait of `longest` throws; empty if it does not.
std::string refusal_of(MPI_Request& request, std::chrono::nanoseconds longest) {
  try {
    ark_perf::mpi_wait(request, longest, [] { return "MPI_Iallreduce of tensor 7"; });
  } catch (const ark::error& problem) {
    EXPECT_EQ(problem.code(), ark::errc::timeout);
    return problem.what();
  }
  return "";
}

TEST(MpiWait, NamesWhatARankThatNeverJoinsKeepsOpen) {
  float sum = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  const auto join = [&] {
    MPI_Iallreduce(MPI_IN_PLACE, &sum, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request);
  };
  if (ark_mp::rank() == 0) {
    join();
    EXPECT_EQ(refusal_of(request, 200ms),
              "rank 0: MPI_Iallreduce of tensor 7 is not complete after 0.2 s: another rank has "
              "not called it, or its host is cut off");
  }
  ark_mp::meet();
  if (ark_mp::rank() != 0) join();
  EXPECT_EQ(refusal_of(request, 60s), "");
  EXPECT_EQ(sum, static_cast<float>(ark_mp::size()));
}

}  // namespace
