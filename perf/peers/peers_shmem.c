/* perf/bench peers in plain OpenSHMEM, for ark's <shmem.h> and any other: rows and arguments in
 * peers.h. Collectives by active sets and signals by fence and p where the interface is older than
 * 1.5. */
#include "peers.h"
/* after _GNU_SOURCE */
#include <shmem.h>

static long* sync_words[2]; /* in turn: the calls of one synchronise all PEs before the other */
static double* work[2];

static int peers_has(int row) { return row <= row_fcollect; }

static void peers_meet(void) { shmem_barrier_all(); }

static double peers_first(const peers_task* t, double mine) {
  double* cell = (double*)t->control;
  *cell = mine;
  shmem_barrier_all();
  const double first = shmem_double_g(cell, 0);
  shmem_barrier_all();
  return first;
}

static void* peers_memory(size_t bytes) {
  size_t words = SHMEM_REDUCE_SYNC_SIZE;
  if (words < SHMEM_BCAST_SYNC_SIZE) words = SHMEM_BCAST_SYNC_SIZE;
  if (words < SHMEM_COLLECT_SYNC_SIZE) words = SHMEM_COLLECT_SYNC_SIZE;
  if (words < SHMEM_ALLTOALL_SYNC_SIZE) words = SHMEM_ALLTOALL_SYNC_SIZE;
  for (int i = 0; i < 2; ++i) {
    sync_words[i] = shmem_malloc(words * sizeof(long));
    for (size_t k = 0; k < words; ++k) sync_words[i][k] = SHMEM_SYNC_VALUE;
    work[i] = shmem_malloc(bytes / 4 + SHMEM_REDUCE_MIN_WRKDATA_SIZE * sizeof(double));
  }
  void* memory = shmem_align(4096, bytes);
  if (memory == NULL || work[1] == NULL) peers_fail("SHMEM_SYMMETRIC_SIZE", "room for the rows");
  memset(memory, 0, bytes);
  shmem_barrier_all();
  return memory;
}

static const volatile uint64_t* peers_put_once(const uint64_t* mine, int next, int previous) {
  (void)previous;
  uint64_t* cell = shmem_malloc(sizeof *cell);
  shmem_putmem(cell, mine, sizeof *mine, next);
  shmem_quiet();
  return cell;
}

static void send(const peers_task* t, uint64_t value, int peer) {
#if SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5
  shmem_putmem_signal(t->dest, t->source, t->bytes, t->signal, value, SHMEM_SIGNAL_SET, peer);
#else
  shmem_putmem(t->dest, t->source, t->bytes, peer);
  shmem_fence();
  shmem_uint64_p(t->signal, value, peer);
#endif
}

static void receive(peers_task* t, uint64_t value) {
#if SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5
  shmem_signal_wait_until(t->signal, SHMEM_CMP_GE, value);
#else
  shmem_uint64_wait_until(t->signal, SHMEM_CMP_GE, value);
#endif
  if (t->row == row_signal_read) t->sum += peers_read_all(t->dest, t->words);
}

static void pair_calls(peers_task* t) {
  const long count = t->count, first = t->first;
  const int peer = 1 - t->me, window = t->window;
  const size_t bytes = t->bytes, words = t->words;
  uint64_t *source = t->source, *dest = t->dest;
  if (peer == 0 && t->row != row_signal && t->row != row_signal_read) return;
  switch (t->row) {
    case row_put:
      PEERS_CALLS(shmem_putmem(dest, source, bytes, 1), shmem_quiet());
    case row_get:
      PEERS_CALLS(shmem_getmem(dest, source, bytes, 1));
    case row_put_nbi:
      PEERS_CALLS(PEERS_MESSAGES(shmem_putmem_nbi(dest + k, source + k, 8, 1)) shmem_quiet());
    case row_p:
      PEERS_CALLS(PEERS_MESSAGES(
          shmem_uint64_p(dest + k, (uint64_t)((first + i) * peers_slots + k), 1)) shmem_quiet());
    case row_add:
      PEERS_CALLS(PEERS_MESSAGES(shmem_long_atomic_add((long*)dest, 1, 1)) shmem_quiet());
    case row_bandwidth:
      PEERS_CALLS(for (size_t at = 0; at < words * (size_t)window; at += words)
                      shmem_putmem_nbi(dest + at, source + at, bytes, 1);
                  shmem_quiet());
    default:
      PEERS_CALLS(const uint64_t value = (uint64_t)(first + i + 1);
                  if (peer == 0) receive(t, value); send(t, value, peer);
                  if (peer == 1) receive(t, value));
  }
}

static void collective_calls(const peers_task* t) {
  const long count = t->count, first = t->first;
  const int pes = t->pes;
  const size_t words = t->words;
  uint64_t *source = t->source, *dest = t->dest;
  switch (t->row) {
    case row_barrier:
      PEERS_CALLS(shmem_barrier_all());
    case row_broadcast:
      PEERS_CALLS(const int root = (int)((first + i) % pes);
                  shmem_broadcast64(dest + (size_t)root * words, source, words, root, 0, 0, pes,
                                    sync_words[i % 2]));
    case row_sum:
      PEERS_CALLS(shmem_double_sum_to_all((double*)dest, (double*)source, (int)words, 0, 0, pes,
                                          work[i % 2], sync_words[i % 2]));
    case row_alltoall:
      PEERS_CALLS(shmem_alltoall64(dest, source, words, 0, 0, pes, sync_words[i % 2]));
    case row_fcollect:
      PEERS_CALLS(shmem_fcollect64(dest, source, words, 0, 0, pes, sync_words[i % 2]));
  }
}

static double peers_run(peers_task* t) {
  const double begin = peers_now_us();
  if (t->row < row_barrier) {
    pair_calls(t);
  } else {
    collective_calls(t);
  }
  return peers_now_us() - begin;
}

int main(int argc, char** argv) {
  peers_how how;
  int start = 0;
  const int first = peers_options_of(argc, argv, &how, &start);
  if (!start) setenv("SHMEM_SYMMETRIC_SIZE", "512M", 0); /* some libraries' heaps do not grow */
  const double begin = peers_now_us();
  shmem_init();
  const int me = shmem_my_pe(), pes = shmem_n_pes();
  if (start) {
    peers_start_row(begin, me, pes);
  } else {
    peers_run_rows(argc - first, argv + first, &how, me, pes);
  }
  shmem_finalize();
  return 0;
}
