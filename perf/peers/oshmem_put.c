/* What Open MPI's OpenSHMEM does on the same link:
 *   oshrun -n 2 oshmem_put put_latency|put_bw|put_signal_latency [-b -e -f -n -x]
 *
 * put_latency: put, then quiet. put_bw: windows of 64 put_nbi, each ended by quiet.
 * put_signal_latency: put, fence, a word that the target waits for, and back: half a round trip
 * (put_signal itself is newer than the 1.4 that Open MPI 4 has). */
#include <shmem.h>

#include "rows.h"

enum kind { latency, bandwidth, ping_pong };

static long* word;
static char* data;
static char* source;

static void run(enum kind what, size_t bytes, long rounds, long* turn) {
  const int me = shmem_my_pe();
  for (long i = 0; i < rounds; ++i) {
    if (what == ping_pong) {
      ++*turn;
      if (me == 1) shmem_long_wait_until(word, SHMEM_CMP_GE, *turn);
      shmem_putmem(data, source, bytes, 1 - me);
      shmem_fence();
      shmem_long_p(word, *turn, 1 - me);
      if (me == 0) shmem_long_wait_until(word, SHMEM_CMP_GE, *turn);
    } else if (me == 0 && what == bandwidth) {
      for (int k = 0; k < peers_window; ++k) shmem_putmem_nbi(data, source, bytes, 1);
      shmem_quiet();
    } else if (me == 0) {
      shmem_putmem(data, source, bytes, 1);
      shmem_quiet();
    }
  }
}

static void row(const peers_options* options, size_t bytes, enum kind what) {
  static long turn = 0;
  const long rounds = peers_iterations(options, bytes, what == bandwidth);
  shmem_barrier_all();
  run(what, bytes, peers_warmup(options, bytes, what == bandwidth) + 1, &turn);
  const double begin = peers_now_us();
  run(what, bytes, rounds, &turn);
  const double took = peers_now_us() - begin;
  /* The barrier makes PE 1, who has nothing to do in two of the tests, drive its side. */
  shmem_barrier_all();
  if (shmem_my_pe() != 0) return;
  if (what == bandwidth) {
    peers_bandwidth_row(bytes, (double)rounds * peers_window, took);
  } else {
    peers_latency_row(bytes, took / (double)rounds / (what == ping_pong ? 2 : 1));
  }
}

int main(int argc, char** argv) {
  shmem_init();
  const peers_options options = peers_parse(argc, argv);
  const char* names[] = {"put_latency", "put_bw", "put_signal_latency"};
  int what = 0;
  while (what < 3 && strcmp(names[what], options.test) != 0) ++what;
  if (what == 3 || shmem_n_pes() != 2) {
    if (shmem_my_pe() == 0) {
      fprintf(stderr,
              "usage: oshrun -n 2 oshmem_put put_latency|put_bw|put_signal_latency "
              "[-b -e -f -n -x]\n");
    }
    shmem_finalize();
    return 2;
  }
  word = shmem_malloc(sizeof *word);
  data = shmem_malloc(options.max);
  source = shmem_malloc(options.max);
  *word = 0;
  memset(source, 's', options.max);
  for (size_t bytes = options.min; bytes <= options.max; bytes *= options.factor) {
    row(&options, bytes, (enum kind)what);
  }
  shmem_finalize();
  return 0;
}
