/* A program of MPI without ark, whose stalls are known: each rank computes, and all synchronise. */
#include <mpi.h>

#include "work.h"

int main(int argc, char** argv) {
  const struct work w = work_of(argc, argv);
  int rank = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  FILE* const input = open_input(&w, rank);
  for (long i = 0; i <= w.iterations; ++i) {
    double one = 1, sum = 0;
    if (w.marks) MPI_Pcontrol(1);
    if (i == w.iterations) break;
    read_input(&w, input);
    compute(&w, rank);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
