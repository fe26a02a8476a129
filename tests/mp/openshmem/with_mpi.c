/* A program that starts and ends MPI itself, in the order of its arguments: m MPI_Init or
 * MPI_Finalize, M MPI_Init_thread, s shmem_init or shmem_finalize, S shmem_init_thread. */
#include <mpi.h>

#include "expect.h"

static long word;

static void start(char call, int* argc, char*** argv) {
  int provided = -1;
  if (call == 'm') EXPECT(MPI_Init(argc, argv) == MPI_SUCCESS);
  if (call == 'M') {
    EXPECT(MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &provided) == MPI_SUCCESS);
    EXPECT(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
  }
  if (call == 's') shmem_init();
  if (call == 'S') {
    EXPECT(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0);
    EXPECT(provided >= SHMEM_THREAD_SINGLE);
  }
}

int main(int argc, char** argv) {
  const char *starts = argc > 1 ? argv[1] : "Ms", *ends = argc > 2 ? argv[2] : "sm";
  for (const char* call = starts; *call != '\0'; ++call) start(*call, &argc, &argv);
  int rank = -1, size = -1, status = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  EXPECT(shmem_my_pe() == rank && shmem_n_pes() == size);
  long sum = 0;
  shmem_long_p(&word, rank + 1, (rank + 1) % size);
  shmem_barrier_all();
  MPI_Allreduce(&word, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  EXPECT(sum == (long)size * (size + 1) / 2);
  for (const char* call = ends; *call != '\0'; ++call) {
    if (*call == 's') status = finish();
    if (*call != 'm') continue;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    EXPECT(MPI_Finalize() == MPI_SUCCESS);
  }
  return status;
}
