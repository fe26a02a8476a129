/* Transposes a square matrix that is distributed by blocks of rows: each PE transposes its blocks
 * and an all-to-all moves them. Transposed twice, the matrix is the first one again. */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rounds.h"

#define B 24 /* rows of a PE */

static int me, npes;
static int64_t *packed, *moved;

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "PE %d: wrong: %s\n", me, what);
  shmem_global_exit(1);
}

#if SHMEM_MAJOR_VERSION == 1 && SHMEM_MINOR_VERSION < 5
/* Versions before 1.5 have no teams: an active set of all PEs. */
static long sync_of_alltoall[2][SHMEM_ALLTOALL_SYNC_SIZE];
static void open_team(void) {
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < SHMEM_ALLTOALL_SYNC_SIZE; ++i) sync_of_alltoall[k][i] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
}
static void exchange(int pass) {
  shmem_alltoall64(moved, packed, B * B, 0, 0, npes, sync_of_alltoall[pass]);
}
static void close_team(void) {}
#else
static shmem_team_t team;
static void open_team(void) {
  check(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, npes, NULL, 0, &team) == 0, "split");
  check(shmem_team_n_pes(team) == npes && shmem_team_my_pe(team) == me, "team");
}
static void exchange(int pass) {
  check((pass == 0 ? shmem_int64_alltoall(team, moved, packed, B * B)
                   : shmem_alltoallmem(team, moved, packed, B * B * sizeof(int64_t))) == 0,
        "alltoall");
}
static void close_team(void) { shmem_team_destroy(team); }
#endif

/* to = transposed from; both are B rows of npes * B columns. */
static void transpose(int64_t* to, const int64_t* from, int pass) {
  const int n = npes * B;
  for (int pe = 0; pe < npes; ++pe)
    for (int i = 0; i < B; ++i)
      for (int j = 0; j < B; ++j) packed[(pe * B + j) * B + i] = from[i * n + pe * B + j];
  exchange(pass);
  for (int pe = 0; pe < npes; ++pe)
    for (int i = 0; i < B; ++i)
      memcpy(&to[i * n + pe * B], &moved[(pe * B + i) * B], B * sizeof(int64_t));
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  shmem_init();
  me = shmem_my_pe();
  npes = shmem_n_pes();
  const int n = npes * B;
  const size_t bytes = (size_t)n * B * sizeof(int64_t);
  int64_t *a = shmem_malloc(bytes), *t = shmem_malloc(bytes), *again = shmem_malloc(bytes);
  packed = shmem_malloc(bytes);
  moved = shmem_calloc((size_t)n * B, sizeof(int64_t));
  check(a && t && again && packed && moved, "allocation");
  open_team();
  for (int i = 0; i < B; ++i)
    for (int j = 0; j < n; ++j) a[i * n + j] = (int64_t)(me * B + i) * 100000 + j;

  rounds all = rounds_of(argc, argv);
  while (rounds_next(&all)) {
    transpose(t, a, 0);
    transpose(again, t, 1);
  }
  for (int i = 0; i < B; ++i)
    for (int j = 0; j < n; ++j)
      check(t[i * n + j] == (int64_t)j * 100000 + me * B + i, "transposed element");
  check(memcmp(again, a, bytes) == 0, "matrix transposed twice");

  if (me == 0) {
    /* Corners, and the trace of the distributed matrix. */
    int64_t trace = 0;
    for (int r = 0; r < n; ++r) trace += shmem_int64_g(&t[(r % B) * n + r], r / B);
    check(trace == (int64_t)n * (n - 1) / 2 * 100001, "trace");
    printf("matrix of %d x %d on %d\n", n, n, npes);
    printf("upper right %lld\n", (long long)t[n - 1]);
    printf("lower left %lld\n", (long long)shmem_int64_g(&t[(B - 1) * n], npes - 1));
    printf("trace %lld\n", (long long)trace);
  }
  shmem_barrier_all();
  close_team();
  shmem_free(moved);
  shmem_free(packed);
  shmem_free(again);
  shmem_free(t);
  shmem_free(a);
  if (me == 0) printf("ok\n");
  shmem_finalize();
  return 0;
}
