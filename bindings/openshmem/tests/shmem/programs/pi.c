/* Pi in two ways. The work is handed out in chunks: by a counter under a lock for the integral, by
 * an atomic counter for the points in the circle. Results are added under a lock and by atomics. */
#include <math.h>
#include <sched.h>
#include <shmem.h>
#include <stdio.h>

#include "rounds.h"

#define INTERVALS 20000
#define CHUNK 250
#define RADIUS 1000
#define ROWS 20

static long work_lock, sum_lock, attendance_lock; /* all zero: free */
static int next_chunk;                            /* on PE 0, under work_lock */
static int next_row;                              /* on PE 0, atomic */
static double integral;                           /* on PE 0, under sum_lock */
static long points, attendance, rows_done;        /* on PE 0 */

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "PE %d: wrong: %s\n", shmem_my_pe(), what);
  shmem_global_exit(1);
}

static int take_chunk(void) {
  shmem_set_lock(&work_lock);
  const int chunk = shmem_int_g(&next_chunk, 0);
  shmem_int_p(&next_chunk, chunk + 1, 0);
  shmem_clear_lock(&work_lock); /* completes the put */
  return chunk;
}

static void add_to_integral(double value) {
  double sum;
  shmem_double_get(&sum, &integral, 1, 0);
  sum += value;
  shmem_double_put(&integral, &sum, 1, 0);
}

static double integrate(int chunk) {
  const double width = 1.0 / INTERVALS;
  double sum = 0;
  for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK; ++i) {
    const double x = (i + 0.5) * width;
    sum += 4.0 / (1.0 + x * x) * width;
  }
  return sum;
}

/* A PE that finds sum_lock taken keeps its part and works on. */
static void add_integral(void) {
  double mine = 0;
  for (int chunk = take_chunk(); chunk < INTERVALS / CHUNK; chunk = take_chunk()) {
    mine += integrate(chunk);
    if (shmem_test_lock(&sum_lock) == 0) {
      add_to_integral(mine);
      mine = 0;
      shmem_clear_lock(&sum_lock);
    }
  }
  shmem_set_lock(&sum_lock);
  add_to_integral(mine);
  shmem_clear_lock(&sum_lock);
}

static void count_points(void) {
  for (;;) {
    const int first = shmem_int_atomic_fetch_add(&next_row, ROWS, 0);
    if (first >= RADIUS) break;
    long inside = 0;
    for (long y = first; y < first + ROWS; ++y)
      for (long x = 0; x < RADIUS; ++x) inside += x * x + y * y < (long)RADIUS * RADIUS;
    shmem_long_atomic_add(&points, inside, 0);
    shmem_long_atomic_add(&rows_done, ROWS, 0);
  }
}

int main(int argc, char** argv) {
  shmem_init();
  const int me = shmem_my_pe(), npes = shmem_n_pes();
  if (me == 0) printf("pi on %d\n", npes);

  rounds all = rounds_of(argc, argv);
  while (rounds_next(&all)) {
    next_chunk = next_row = 0;
    integral = 0;
    points = rows_done = 0;
    shmem_barrier_all();
    add_integral();
    count_points();
  }

  while (shmem_test_lock(&attendance_lock)) sched_yield();
  shmem_long_p(&attendance, shmem_long_g(&attendance, 0) + me + 1, 0);
  shmem_clear_lock(&attendance_lock);
  shmem_barrier_all();

  long inside = 0;
  for (long y = 0; y < RADIUS; ++y)
    for (long x = 0; x < RADIUS; ++x) inside += x * x + y * y < (long)RADIUS * RADIUS;
  check(shmem_long_atomic_fetch(&points, 0) == inside, "points");
  check(shmem_long_g(&rows_done, 0) == RADIUS, "rows");
  check(shmem_int_g(&next_chunk, 0) == INTERVALS / CHUNK + npes, "chunks handed out");
  check(shmem_long_g(&attendance, 0) == (long)npes * (npes + 1) / 2, "attendance");
  check(fabs(shmem_double_g(&integral, 0) - acos(-1.0)) < 1e-8, "integral");
  shmem_barrier_all();
  if (me == 0) {
    printf("integral %.6f\n", integral);
    printf("points %ld, pi about %.4f\n", points, 4.0 * (double)points / RADIUS / RADIUS);
    printf("attendance %ld\n", attendance);
    printf("ok\n");
  }
  shmem_finalize();
  return 0;
}
