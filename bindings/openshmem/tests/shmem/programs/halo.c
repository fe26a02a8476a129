/* Stencils with halo exchange through contexts, with the type-generic names of C11. A 2D heat
 * equation puts its edge rows to both neighbours; a 1D automaton on a ring gets its edge cells. */
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#include "rounds.h"

#define ROWS 12 /* of a PE, without the two halo rows */
#define COLS 40
#define STEPS 25
#define CELLS 64

static double grid[2][ROWS + 2][COLS];
static int cells[2][CELLS];
static long steps_done;

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "PE %d: wrong: %s\n", shmem_my_pe(), what);
  shmem_global_exit(1);
}

static double start(int row, int column) { return (row * 37 + column * 11) % 101; }

/* One step of rows 1..rows. */
static void relax(int rows, double (*to)[COLS], double (*from)[COLS]) {
  for (int i = 1; i <= rows; ++i)
    for (int j = 1; j < COLS - 1; ++j)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static int rule110(int left, int middle, int right) {
  return 110 >> (left * 4 + middle * 2 + right) & 1;
}

static void heat(int me, int npes, shmem_ctx_t up, shmem_ctx_t down) {
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < ROWS + 2; ++i)
      for (int j = 0; j < COLS; ++j) grid[k][i][j] = start(me * ROWS + i, j);
  shmem_barrier_all();
  for (int step = 0; step < STEPS; ++step) {
    double(*now)[COLS] = grid[step % 2], (*then)[COLS] = grid[(step + 1) % 2];
    if (me > 0) shmem_put_nbi(up, &now[ROWS + 1][0], &now[1][0], COLS, me - 1);
    if (me < npes - 1) shmem_put_nbi(down, &now[0][0], &now[ROWS][0], COLS, me + 1);
    shmem_ctx_quiet(up);
    shmem_ctx_quiet(down);
    shmem_barrier_all();
    relax(ROWS, then, now);
  }
  shmem_atomic_add(&steps_done, (long)STEPS, 0);
  shmem_barrier_all();
}

/* All temperatures are those of one process, after so many rounds. */
static void check_heat(int npes, long turns, shmem_ctx_t ctx) {
  const int rows = npes * ROWS;
  double(*serial[2])[COLS], row[COLS], sum = 0;
  for (int k = 0; k < 2; ++k) {
    serial[k] = malloc((size_t)(rows + 2) * sizeof(*serial[k]));
    for (int i = 0; i < rows + 2; ++i)
      for (int j = 0; j < COLS; ++j) serial[k][i][j] = start(i, j);
  }
  for (int s = 0; s < STEPS; ++s) relax(rows, serial[(s + 1) % 2], serial[s % 2]);
  for (int i = 0; i < rows; ++i) {
    shmem_get(ctx, row, &grid[STEPS % 2][i % ROWS + 1][0], COLS, i / ROWS);
    for (int j = 0; j < COLS; ++j) {
      check(fabs(row[j] - serial[STEPS % 2][i + 1][j]) < 1e-9, "temperature");
      sum += row[j];
    }
  }
  check(shmem_g(&steps_done, 0) == turns * npes * STEPS, "steps");
  printf("heat: %d x %d, %d steps, sum %.3f\n", rows, COLS, STEPS, sum);
  free(serial[0]);
  free(serial[1]);
}

static void automaton(int me, int npes, shmem_ctx_t ctx) {
  const int left = (me + npes - 1) % npes, right = (me + 1) % npes;
  for (int i = 0; i < CELLS; ++i) cells[0][i] = 0;
  shmem_barrier_all();
  if (me == 0) shmem_p(ctx, &cells[0][CELLS - 1], 1, npes - 1); /* the only live cell */
  shmem_ctx_quiet(ctx);
  shmem_barrier_all();
  for (int step = 0; step < STEPS; ++step) {
    int *now = cells[step % 2], *then = cells[(step + 1) % 2], first, last;
    shmem_get_nbi(ctx, &last, &now[CELLS - 1], 1, left);
    shmem_get_nbi(ctx, &first, &now[0], 1, right);
    shmem_ctx_quiet(ctx);
    for (int i = 0; i < CELLS; ++i)
      then[i] = rule110(i ? now[i - 1] : last, now[i], i < CELLS - 1 ? now[i + 1] : first);
    shmem_barrier_all();
  }
}

/* All cells are those of one process. */
static void check_automaton(int npes, shmem_ctx_t ctx) {
  const int n = npes * CELLS;
  int *now = calloc((size_t)n, sizeof(int)), *then = calloc((size_t)n, sizeof(int)), alive = 0;
  now[n - 1] = 1;
  for (int step = 0; step < STEPS; ++step) {
    for (int i = 0; i < n; ++i) then[i] = rule110(now[(i + n - 1) % n], now[i], now[(i + 1) % n]);
    int* swap = now;
    now = then;
    then = swap;
  }
  for (int i = 0; i < n; ++i) {
    check(shmem_g(ctx, &cells[STEPS % 2][i % CELLS], i / CELLS) == now[i], "cell");
    alive += now[i];
  }
  printf("automaton: %d cells, %d steps, %d alive\n", n, STEPS, alive);
  free(now);
  free(then);
}

int main(int argc, char** argv) {
  shmem_init();
  const int me = shmem_my_pe(), npes = shmem_n_pes();
  shmem_ctx_t up, down;
  /* Creation may fail for want of resources; the default context always works. */
  if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &up)) up = SHMEM_CTX_DEFAULT;
  if (shmem_ctx_create(0, &down)) down = SHMEM_CTX_DEFAULT;
  if (me == 0) printf("halo on %d\n", npes);
  rounds all = rounds_of(argc, argv);
  while (rounds_next(&all)) {
    heat(me, npes, up, down);
    automaton(me, npes, up);
  }
  if (me == 0) {
    check_heat(npes, all.wanted, down);
    check_automaton(npes, up);
  }
  shmem_barrier_all();
  if (up != SHMEM_CTX_DEFAULT) shmem_ctx_destroy(up);
  if (down != SHMEM_CTX_DEFAULT) shmem_ctx_destroy(down);
  if (me == 0) printf("ok\n");
  shmem_finalize();
  return 0;
}
