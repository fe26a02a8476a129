/* A ring of PEs. First every PE puts a block to its neighbour and a flag after it; then PE 0 sends
 * a token round the ring with put-with-signal, and every PE adds its part to it. */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rounds.h"

#define LARGEST 65536
#define LAPS 3

static const size_t sizes[] = {1, 7, 128, 4096, LARGEST};
#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

static int me, npes, next, previous;
static long flag;
static uint64_t arrival;

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "PE %d: wrong: %s\n", shmem_my_pe(), what);
  shmem_global_exit(1);
}

#if SHMEM_MAJOR_VERSION == 1 && SHMEM_MINOR_VERSION < 5
/* Versions before 1.5 have no put-with-signal. */
static void send_block(long* dest, const long* source, size_t n, uint64_t signal, int pe) {
  shmem_long_put(dest, source, n, pe);
  shmem_fence();
  shmem_uint64_p(&arrival, signal, pe);
}
static void receive_block(uint64_t signal) {
  shmem_uint64_wait_until(&arrival, SHMEM_CMP_EQ, signal);
}
#else
static void send_block(long* dest, const long* source, size_t n, uint64_t signal, int pe) {
  if (n % 2)
    shmem_long_put_signal(dest, source, n, &arrival, 1, SHMEM_SIGNAL_ADD, pe);
  else
    shmem_putmem_signal(dest, source, n * sizeof(long), &arrival, signal, SHMEM_SIGNAL_SET, pe);
}
static void receive_block(uint64_t signal) {
  check(shmem_signal_wait_until(&arrival, SHMEM_CMP_EQ, signal) == signal, "signal waited for");
  check(shmem_signal_fetch(&arrival) == signal, "signal fetched");
}
#endif

/* Every PE to the next one. */
static void pass_blocks(long* in, long* out, long turn, int print) {
  for (size_t s = 0; s < SIZES; ++s) {
    const size_t n = sizes[s];
    const long arrived = turn * (long)SIZES + (long)s + 1;
    long sum = 0;
    for (size_t i = 0; i < n; ++i) out[i] = 1000L * me + (long)(i % 1000);
    shmem_long_put(in, out, n, next);
    shmem_fence();
    shmem_long_p(&flag, arrived, next);
    shmem_long_wait_until(&flag, SHMEM_CMP_GE, arrived);
    for (size_t i = 0; i < n; ++i) {
      check(in[i] == 1000L * previous + (long)(i % 1000), "block of the previous PE");
      sum += in[i];
    }
    if (print) printf("put of %zu words: sum %ld\n", n, sum);
    shmem_barrier_all(); /* in is free again */
  }
}

/* Round the ring, beginning with PE 0. */
static void pass_tokens(long* in, long* out, int print) {
  static uint64_t signal;
  const long per_lap = (long)npes * (npes + 1) / 2;
  for (size_t s = 0; s < SIZES; ++s) {
    const size_t n = sizes[s];
    for (int lap = 1; lap <= LAPS; ++lap) {
      ++signal;
      if (me == 0) {
        for (size_t i = 0; i < n; ++i) out[i] = (lap == 1 ? (long)i : in[i]) + 1;
        send_block(in, out, n, signal, next);
        receive_block(signal);
        for (size_t i = 0; i < n; ++i) check(in[i] == (long)i + lap * per_lap, "token");
      } else {
        receive_block(signal);
        for (size_t i = 0; i < n; ++i) out[i] = in[i] + me + 1;
        send_block(in, out, n, signal, next);
      }
    }
    if (print) printf("token of %zu words: %ld at its end\n", n, in[n - 1]);
  }
}

int main(int argc, char** argv) {
  shmem_init();
  me = shmem_my_pe();
  npes = shmem_n_pes();
  next = (me + 1) % npes;
  previous = (me + npes - 1) % npes;
  long* out = malloc(LARGEST * sizeof(long));
  long* in = shmem_malloc(LARGEST * sizeof(long));
  check(out && in, "allocation");
  if (me == 0) printf("ring of %d\n", npes);

  rounds all = rounds_of(argc, argv);
  while (rounds_next(&all)) {
    const int print = me == 0 && all.begun == 1;
    pass_blocks(in, out, all.begun - 1, print);
    pass_tokens(in, out, print);
  }

  shmem_free(in);
  free(out);
  if (me == 0) printf("ok\n");
  shmem_finalize();
  return 0;
}
