/* MPI's collectives, for the same rows:
 *   mpirun -n 4 mpi_collectives barrier|broadcast|fcollect|alltoall|sum_reduce [-b -e -f -n -x] */
#include <mpi.h>

#include "collectives.h"

static double *dest, *source;
static int pes;

static void call(collective what, size_t doubles, long round) {
  const int count = (int)doubles;
  switch (what) {
    case barrier:
      MPI_Barrier(MPI_COMM_WORLD);
      break;
    case broadcast:
      MPI_Bcast(dest, count, MPI_DOUBLE, (int)(round % pes), MPI_COMM_WORLD);
      break;
    case fcollect:
      MPI_Allgather(source, count, MPI_DOUBLE, dest, count, MPI_DOUBLE, MPI_COMM_WORLD);
      break;
    case alltoall:
      MPI_Alltoall(source, count, MPI_DOUBLE, dest, count, MPI_DOUBLE, MPI_COMM_WORLD);
      break;
    case sum_reduce:
      MPI_Allreduce(source, dest, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      break;
    case collectives:
      break;
  }
}

static double mean(double value) {
  double total = 0;
  MPI_Allreduce(&value, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return total / pes;
}

int main(int argc, char** argv) {
  int me = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &pes);
  const peers_options options = peers_parse(argc, argv);
  const int what = find_collective(options.test);
  if (what == collectives || options.min % 8 != 0) {
    if (me == 0)
      fprintf(stderr,
              "usage: mpi_collectives barrier|broadcast|fcollect|alltoall|sum_reduce [-b -e -f -n "
              "-x]; -b is a multiple of 8\n");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 2;
  }
  const size_t bytes = collective_bytes(&options, pes);
  dest = calloc(1, bytes);
  source = calloc(1, bytes);
  const collective_library library = {me, pes, dest, source, call, mean};
  run_collective(&library, (collective)what, &options);
  free(dest);
  free(source);
  MPI_Finalize();
  return 0;
}
