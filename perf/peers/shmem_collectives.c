/* Collectives of an OpenSHMEM library. The same source for Open MPI's and for ark's:
 *   oshrun -n 4 shmem_collectives barrier|broadcast|fcollect|alltoall|sum_reduce [-b -e -f -n -x]
 * By active sets, which all versions of the interface have. */
#include <shmem.h>

#include "collectives.h"

static double *dest, *source, *work;
static long* sync_words[2]; /* two in turn: the calls of one synchronise all PEs before the other
                               comes again */
static double *mine, *total;

static void call(collective what, size_t doubles, long round) {
  long* words = sync_words[round % 2];
  const int pes = shmem_n_pes();
  switch (what) {
    case barrier:
      shmem_barrier_all();
      break;
    case broadcast:
      shmem_broadcast64(dest, source, doubles, (int)(round % pes), 0, 0, pes, words);
      break;
    case fcollect:
      shmem_fcollect64(dest, source, doubles, 0, 0, pes, words);
      break;
    case alltoall:
      shmem_alltoall64(dest, source, doubles, 0, 0, pes, words);
      break;
    case sum_reduce:
      shmem_double_sum_to_all(dest, source, (int)doubles, 0, 0, pes, work, words);
      break;
    case collectives:
      break;
  }
}

static double mean(double value) {
  *mine = value;
  shmem_barrier_all();
  shmem_double_sum_to_all(total, mine, 1, 0, 0, shmem_n_pes(), work, sync_words[0]);
  shmem_barrier_all();
  return *total / shmem_n_pes();
}

int main(int argc, char** argv) {
  shmem_init();
  const peers_options options = peers_parse(argc, argv);
  const int what = find_collective(options.test);
  if (what == collectives || options.min % 8 != 0) {
    if (shmem_my_pe() == 0)
      fprintf(stderr,
              "usage: shmem_collectives barrier|broadcast|fcollect|alltoall|sum_reduce [-b -e -f "
              "-n -x]; -b is a multiple of 8\n");
    shmem_finalize();
    return 2;
  }
  const int pes = shmem_n_pes();
  const size_t bytes = collective_bytes(&options, pes);
  size_t words = SHMEM_REDUCE_SYNC_SIZE;
  if (words < SHMEM_BCAST_SYNC_SIZE) words = SHMEM_BCAST_SYNC_SIZE;
  if (words < SHMEM_COLLECT_SYNC_SIZE) words = SHMEM_COLLECT_SYNC_SIZE;
  if (words < SHMEM_ALLTOALL_SYNC_SIZE) words = SHMEM_ALLTOALL_SYNC_SIZE;
  for (int i = 0; i < 2; ++i) {
    sync_words[i] = shmem_malloc(words * sizeof(long));
    for (size_t k = 0; k < words; ++k) sync_words[i][k] = SHMEM_SYNC_VALUE;
  }
  size_t room = options.max / 8 / 2 + 1;
  if (room < SHMEM_REDUCE_MIN_WRKDATA_SIZE) room = SHMEM_REDUCE_MIN_WRKDATA_SIZE;
  work = shmem_malloc(room * sizeof(double));
  mine = shmem_malloc(sizeof(double));
  total = shmem_malloc(sizeof(double));
  dest = shmem_malloc(bytes);
  source = shmem_malloc(bytes);
  memset(dest, 0, bytes);
  memset(source, 0, bytes);
  shmem_barrier_all();
  const collective_library library = {shmem_my_pe(), pes, dest, source, call, mean};
  run_collective(&library, (collective)what, &options);
  shmem_finalize();
  return 0;
}
