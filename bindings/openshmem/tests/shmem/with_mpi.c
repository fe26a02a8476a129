/* A program that starts and ends MPI itself, in the order of its arguments: m MPI_Init or
 * MPI_Finalize, M and F MPI_Init_thread with MULTIPLE and FUNNELED, s shmem_init or shmem_finalize,
 * S shmem_init_thread with MULTIPLE. */
#include <mpi.h>

#include "expect.h"

static long word;

static int mpi_level = MPI_THREAD_MULTIPLE; /* of an MPI that the program has started first */

static void start_mpi(int level, int* argc, char*** argv) {
  int is_first = 0, provided = -1;
  MPI_Initialized(&is_first);
  is_first = !is_first;
  EXPECT(MPI_Init_thread(argc, argv, level, &provided) == MPI_SUCCESS);
  EXPECT(provided >= level && provided <= MPI_THREAD_MULTIPLE);
  if (is_first) mpi_level = provided;
}

static void start_shmem(int level) {
  int provided = -1, again = -1;
  const int expected = level == SHMEM_THREAD_SINGLE || mpi_level == MPI_THREAD_MULTIPLE
                           ? level
                           : SHMEM_THREAD_FUNNELED;
  if (level == SHMEM_THREAD_SINGLE) {
    shmem_init();
  } else {
    EXPECT(shmem_init_thread(level, &provided) == 0);
    EXPECT(provided == expected);
  }
  shmem_query_thread(&again);
  EXPECT(again == expected);
}

static void start(char call, int* argc, char*** argv) {
  if (call == 'm') {
    EXPECT(MPI_Init(argc, argv) == MPI_SUCCESS);
    mpi_level = MPI_THREAD_SINGLE;
  }
  if (call == 'M') start_mpi(MPI_THREAD_MULTIPLE, argc, argv);
  if (call == 'F') start_mpi(MPI_THREAD_FUNNELED, argc, argv);
  if (call == 's') start_shmem(SHMEM_THREAD_SINGLE);
  if (call == 'S') start_shmem(SHMEM_THREAD_MULTIPLE);
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
