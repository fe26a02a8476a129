// What a test program under mpirun may ask of its main. Every rank runs the same tests in the same
// order.
#pragma once

#include <mpi.h>

namespace ark_mp {

/// This process's rank and the number of processes of the test program.
int rank();
int size();

/// A communicator over all ranks for the test's own checks, apart from MPI_COMM_WORLD.
MPI_Comm communicator();

/// MPI_Barrier among them, for one that may wait long: it leaves the core to the ranks that others
/// wait for.
void meet();

/// True on every rank if `condition` holds on at least one. Collective: ask before the body, to
/// skip on all or none:
///   if (ark_mp::any_rank(!supported)) GTEST_SKIP() << "why";
bool any_rank(bool condition);

}  // namespace ark_mp
