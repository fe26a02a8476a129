/* Integer bucket sort. A PE takes room in the bucket of another PE by fetch-add and puts its keys
 * there; each PE sorts its bucket; collect gives the sorted whole to every PE. */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rounds.h"

#define KEYS 3000 /* of a PE at the start */
#define RANGE 65536

static int me, npes;
static int filled;              /* keys in the bucket of this PE */
static long sums[2], totals[2]; /* of the keys, before and after */

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "PE %d: wrong: %s\n", me, what);
  shmem_global_exit(1);
}

#if SHMEM_MAJOR_VERSION == 1 && SHMEM_MINOR_VERSION < 5
/* Versions before 1.5 have no teams: active sets of all PEs. */
static long collect_sync[SHMEM_COLLECT_SYNC_SIZE], fcollect_sync[SHMEM_COLLECT_SYNC_SIZE];
static long reduce_sync[SHMEM_REDUCE_SYNC_SIZE], work[SHMEM_REDUCE_MIN_WRKDATA_SIZE + 2];
static void prepare(void) {
  for (int i = 0; i < SHMEM_COLLECT_SYNC_SIZE; ++i)
    collect_sync[i] = fcollect_sync[i] = SHMEM_SYNC_VALUE;
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; ++i) reduce_sync[i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
}
static void share_counts(int* counts) {
  shmem_fcollect32(counts, &filled, 1, 0, 0, npes, fcollect_sync);
}
static void share_keys(int* all, const int* bucket) {
  shmem_collect32(all, bucket, (size_t)filled, 0, 0, npes, collect_sync);
}
static void add_sums(void) {
  shmem_long_sum_to_all(totals, sums, 2, 0, 0, npes, work, reduce_sync);
}
#else
static void prepare(void) {}
static void share_counts(int* counts) {
  check(shmem_int_fcollect(SHMEM_TEAM_WORLD, counts, &filled, 1) == 0, "fcollect");
}
static void share_keys(int* all, const int* bucket) {
  check(shmem_int_collect(SHMEM_TEAM_WORLD, all, bucket, (size_t)filled) == 0, "collect");
}
static void add_sums(void) {
  check(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, totals, sums, 2) == 0, "sum reduce");
}
#endif

static int owner(int key) { return (int)((long)key * npes / RANGE); }

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

/* Moves the keys to the PEs that own them; `run` has room for all of them. */
static void distribute(int* bucket, const int* keys, int* run) {
  filled = 0;
  shmem_barrier_all();
  for (int k = 0; k < npes; ++k) {
    const int pe = (me + k) % npes;
    int n = 0;
    for (int i = 0; i < KEYS; ++i)
      if (owner(keys[i]) == pe) run[n++] = keys[i];
    const int at = shmem_int_atomic_fetch_add(&filled, n, pe);
    shmem_int_put(bucket + at, run, (size_t)n, pe);
  }
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  shmem_init();
  me = shmem_my_pe();
  npes = shmem_n_pes();
  const size_t total = (size_t)npes * KEYS;
  int *bucket = shmem_malloc(total * sizeof(int)), *all = shmem_malloc(total * sizeof(int));
  int *counts = shmem_calloc((size_t)npes, sizeof(int)), *run = malloc(KEYS * sizeof(int));
  check(bucket && all && counts && run, "allocation");
  prepare();

  int keys[KEYS];
  uint32_t state = 12345u + 777u * (uint32_t)me;
  for (int i = 0; i < KEYS; ++i) {
    state = state * 1664525u + 1013904223u;
    keys[i] = (int)(state >> 16);
    sums[0] += keys[i];
  }
  rounds turns = rounds_of(argc, argv);
  while (rounds_next(&turns)) {
    distribute(bucket, keys, run);
    qsort(bucket, (size_t)filled, sizeof(int), compare);
    sums[1] = 0;
    for (int i = 0; i < filled; ++i) {
      check(owner(bucket[i]) == me, "key of another bucket");
      sums[1] += bucket[i];
    }
    share_counts(counts);
    share_keys(all, bucket);
    add_sums();
  }

  size_t counted = 0;
  for (int pe = 0; pe < npes; ++pe) counted += (size_t)counts[pe];
  check(counted == total, "number of keys");
  check(counts[me] == filled, "own count");
  check(totals[0] == totals[1], "sum of the keys");
  long sum = 0;
  for (size_t i = 0; i < total; ++i) {
    check(i == 0 || all[i - 1] <= all[i], "order");
    sum += all[i];
  }
  check(sum == totals[0], "sum of the sorted keys");
  if (me == 0) {
    printf("sorted %zu keys on %d\n", total, npes);
    for (int pe = 0; pe < npes; ++pe) printf("bucket %d: %d\n", pe, counts[pe]);
    printf("least %d, middle %d, greatest %d\n", all[0], all[total / 2], all[total - 1]);
    printf("sum %ld\n", totals[1]);
  }
  shmem_barrier_all();
  shmem_free(counts);
  shmem_free(all);
  shmem_free(bucket);
  free(run);
  if (me == 0) printf("ok\n");
  shmem_finalize();
  return 0;
}
