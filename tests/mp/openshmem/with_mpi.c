/* A program that starts and ends MPI itself. */
#include <mpi.h>

#include "expect.h"

static long word;

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE, rank = -1, size = -1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  shmem_init();
  EXPECT(shmem_my_pe() == rank && shmem_n_pes() == size);
  long sum = 0;
  shmem_long_p(&word, rank + 1, (rank + 1) % size);
  shmem_barrier_all();
  MPI_Allreduce(&word, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  EXPECT(sum == (long)size * (size + 1) / 2);
  const int status = finish();
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
