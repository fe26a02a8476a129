/* A program as it was written for the first versions of the interface: start_pes, active sets with
 * pSync and pWrk arrays, the old names of the atomics, and an end without finalisation. */
#include <mpp/shmem.h>
#include <mpp/shmemx.h>
#include <stdio.h>

#include "rounds.h"

#define N 5
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static long barrier_sync[SHMEM_BARRIER_SYNC_SIZE];
static long bcast_sync[SHMEM_BCAST_SYNC_SIZE];
static long collect_sync[SHMEM_COLLECT_SYNC_SIZE], fcollect_sync[SHMEM_COLLECT_SYNC_SIZE];
static long reduce_sync[2][SHMEM_REDUCE_SYNC_SIZE];
static int int_work[MAX(N / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE)];
static double double_work[MAX(N / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE)];

static long message[N], copy[N];
static int numbers[N], sums[N];
static double values[N], largest[N];
static int counter, tickets, place;
static long owner, go;

static int errors;

static void expect(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "PE %d: wrong: %s\n", _my_pe(), what);
  ++errors;
}

static void fill(long* sync, int n) {
  for (int i = 0; i < n; ++i) sync[i] = SHMEM_SYNC_VALUE;
}

static void work(int me, int npes, long* collected, int* gathered) {
  const int evens = (npes + 1) / 2; /* PEs 0, 2, 4, ... */
  static long source[64];
  long i;
  int pe;

  for (i = 0; i < N; ++i) copy[i] = -1;
  counter = tickets = 0;
  owner = -1;
  place = 100;
  go = 0;
  shmem_barrier_all();

  /* The even PEs: the last of them sends to the others, and keeps its own copy as it was. */
  if (me % 2 == 0) {
    const int root = evens - 1;
    shmem_broadcast64(copy, message, N, root, 0, 1, evens, bcast_sync);
    for (i = 0; i < N; ++i) expect(copy[i] == (me == 2 * root ? -1 : 20 * root + i), "broadcast64");
    shmem_fcollect32(gathered, numbers, N, 0, 1, evens, fcollect_sync);
    for (i = 0; i < evens * N; ++i) expect(gathered[i] == 2 * (i / N) + i % N, "fcollect32");
    shmem_double_max_to_all(largest, values, N, 0, 1, evens, double_work, reduce_sync[0]);
    for (i = 0; i < N; ++i)
      expect(largest[i] == 0.5 * (double)(2 * (evens - 1) + i), "double_max_to_all");
    shmem_int_p(&numbers[0], 1000 + me, (me + 2) % (2 * evens));
    shmem_barrier(0, 1, evens, barrier_sync);
    expect(numbers[0] == 1000 + (me + 2 * evens - 2) % (2 * evens), "put before the barrier");
    numbers[0] = me;
  } else {
    for (i = 0; i < N; ++i) expect(copy[i] == -1, "copy outside the active set");
  }

  /* All PEs: PE k gives k + 1 words. */
  for (i = 0; i <= me && i < 64; ++i) source[i] = 100 * me + i;
  shmem_collect64(collected, source, (size_t)me + 1, 0, 0, npes, collect_sync);
  for (pe = 0, i = 0; pe < npes; ++pe)
    for (int k = 0; k <= pe; ++k) expect(collected[i++] == 100 * pe + k, "collect64");
  shmem_int_sum_to_all(sums, numbers, N, 0, 0, npes, int_work, reduce_sync[1]);
  for (i = 0; i < N; ++i)
    expect(sums[i] == npes * (npes - 1) / 2 + npes * (int)i, "int_sum_to_all");

  /* Atomics, all on PE 0. */
  const int before = shmem_int_fadd(&counter, me + 1, 0);
  expect(before >= 0 && before <= npes * (npes + 1) / 2 - me - 1, "int_fadd");
  const int ticket = shmem_int_finc(&tickets, 0);
  expect(ticket >= 0 && ticket < npes, "int_finc");
  const long former = shmem_long_cswap(&owner, -1, me, 0);
  expect(former >= -1 && former < npes && former != me, "long_cswap");
  const int displaced = shmem_int_swap(&place, me, 0);
  expect(displaced == 100 || (displaced >= 0 && displaced < npes && displaced != me), "int_swap");
  shmem_barrier_all();
  expect(shmem_int_g(&counter, 0) == npes * (npes + 1) / 2, "counter");
  expect(shmem_int_g(&tickets, 0) == npes, "tickets");
  expect(shmem_long_g(&owner, 0) == (former == -1 ? me : former), "owner");
  shmem_int_get(sums, &place, 1, 0);
  expect(sums[0] >= 0 && sums[0] < npes, "place");

  /* A chain: PE k starts PE k + 1. */
  if (me > 0) shmem_long_wait_until(&go, SHMEM_CMP_EQ, me);
  const long mine = me + 1;
  if (me + 1 < npes) shmem_long_put(&go, &mine, 1, me + 1);
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  start_pes(0);
  const int me = _my_pe(), npes = _num_pes();
  const int evens = (npes + 1) / 2; /* PEs 0, 2, 4, ... */
  long i;

  fill(barrier_sync, SHMEM_BARRIER_SYNC_SIZE);
  fill(bcast_sync, SHMEM_BCAST_SYNC_SIZE);
  fill(collect_sync, SHMEM_COLLECT_SYNC_SIZE);
  fill(fcollect_sync, SHMEM_COLLECT_SYNC_SIZE);
  fill(reduce_sync[0], SHMEM_REDUCE_SYNC_SIZE);
  fill(reduce_sync[1], SHMEM_REDUCE_SYNC_SIZE);
  for (i = 0; i < N; ++i) {
    message[i] = 10 * me + i;
    numbers[i] = me + (int)i;
    values[i] = me % 2 ? -1.5 * me : 0.5 * (double)(me + i);
  }
  long* collected = shmalloc((size_t)npes * (size_t)(npes + 1) / 2 * sizeof(long));
  int* gathered = shmalloc((size_t)evens * N * sizeof(int));
  expect(collected && gathered, "shmalloc");
  if (me == 0) printf("active sets on %d\n", npes);

  rounds all = rounds_of(argc, argv);
  while (rounds_next(&all)) work(me, npes, collected, gathered);

  if (me == 0) {
    printf("broadcast, fcollect and maximum over %d even PEs, maximum %.1f\n", evens,
           largest[N - 1]);
    const int words = npes * (npes + 1) / 2;
    printf("collected %d words, the last %ld\n", words, collected[words - 1]);
    printf("counter %d, tickets %d\n", counter, tickets);
  }
  shmem_barrier_all();
  shfree(gathered);
  shfree(collected);
  if (errors) return 1;
  if (me == 0) printf("ok\n");
  return 0;
}
