/* perf/bench peers in MPI: rows and arguments in peers.h. One-sided calls within lock_all, put with
 * signal as send and receive; of a bandwidth both forms. */
#include "peers.h"
/* after _GNU_SOURCE */
#include <mpi.h>

static MPI_Win window = MPI_WIN_NULL;
static uint64_t* base;
static MPI_Request requests[peers_slots];

static int peers_has(int row) { return row != row_p && row != row_put_alt; }

static void peers_meet(void) {
  if (window != MPI_WIN_NULL) MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (window != MPI_WIN_NULL) MPI_Win_sync(window);
}

static double peers_first(const peers_task* t, double mine) {
  (void)t;
  MPI_Bcast(&mine, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return mine;
}

static void* peers_memory(size_t bytes) {
  MPI_Win_allocate((MPI_Aint)bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  memset(base, 0, bytes);
  peers_meet();
  return base;
}

static const volatile uint64_t* peers_put_once(const uint64_t* mine, int next, int previous) {
  static uint64_t cell;
  MPI_Sendrecv(mine, 1, MPI_UINT64_T, next, 0, &cell, 1, MPI_UINT64_T, previous, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  return &cell;
}

static void put(const uint64_t* dest, const uint64_t* source, int words) {
  MPI_Put(source, words, MPI_UINT64_T, 1, dest - base, words, MPI_UINT64_T, window);
}

static void receive(peers_task* t, int peer) {
  MPI_Recv(t->dest, (int)t->words, MPI_UINT64_T, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (t->row == row_signal_read) t->sum += peers_read_all(t->dest, t->words);
}

/* A window of sends, and the answer when all have arrived. */
static void exchange_window(const peers_task* t) {
  const int words = (int)t->words;
  for (int k = 0; k < t->window; ++k) {
    const size_t at = (size_t)k * t->words;
    if (t->me == 0) {
      MPI_Isend(t->source + at, words, MPI_UINT64_T, 1, 0, MPI_COMM_WORLD, requests + k);
    } else {
      MPI_Irecv(t->dest + at, words, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD, requests + k);
    }
  }
  MPI_Waitall(t->window, requests, MPI_STATUSES_IGNORE);
  if (t->me == 0) {
    MPI_Recv(NULL, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(NULL, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
  }
}

static void pair_calls(peers_task* t) {
  const long count = t->count;
  const int peer = 1 - t->me, words = (int)t->words;
  const uint64_t one = 1;
  uint64_t *source = t->source, *dest = t->dest;
  if (peer == 0 && t->row < row_signal) return;
  switch (t->row) {
    case row_put:
      PEERS_CALLS(put(dest, source, words); MPI_Win_flush(1, window));
    case row_get:
      PEERS_CALLS(MPI_Get(dest, words, MPI_UINT64_T, 1, source - base, words, MPI_UINT64_T, window);
                  MPI_Win_flush(1, window));
    case row_put_nbi:
      PEERS_CALLS(PEERS_MESSAGES(put(dest + k, source + k, 1)) MPI_Win_flush(1, window));
    case row_add:
      PEERS_CALLS(PEERS_MESSAGES(
          MPI_Accumulate(&one, 1, MPI_UINT64_T, 1, dest - base, 1, MPI_UINT64_T, MPI_SUM, window))
                      MPI_Win_flush(1, window));
    case row_bandwidth:
      PEERS_CALLS(for (int k = 0; k < t->window; ++k)
                      put(dest + (size_t)(k * words), source + (size_t)(k * words), words);
                  MPI_Win_flush(1, window));
    case row_bandwidth_alt:
      PEERS_CALLS(exchange_window(t));
    default:
      PEERS_CALLS(if (peer == 0) receive(t, peer);
                  MPI_Send(source, words, MPI_UINT64_T, peer, 0, MPI_COMM_WORLD);
                  if (peer == 1) receive(t, peer));
  }
}

static void collective_calls(const peers_task* t) {
  const long count = t->count;
  const int words = (int)t->words;
  uint64_t *source = t->source, *dest = t->dest;
  switch (t->row) {
    case row_barrier:
      PEERS_CALLS(MPI_Barrier(MPI_COMM_WORLD));
    case row_broadcast:
      PEERS_CALLS(const int root = (int)((t->first + i) % t->pes);
                  MPI_Bcast(root == t->me ? source : dest + root * words, words, MPI_UINT64_T, root,
                            MPI_COMM_WORLD));
    case row_sum:
      PEERS_CALLS(MPI_Allreduce(source, dest, words, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    case row_alltoall:
      PEERS_CALLS(
          MPI_Alltoall(source, words, MPI_UINT64_T, dest, words, MPI_UINT64_T, MPI_COMM_WORLD));
    case row_fcollect:
      PEERS_CALLS(
          MPI_Allgather(source, words, MPI_UINT64_T, dest, words, MPI_UINT64_T, MPI_COMM_WORLD));
  }
}

static double peers_run(peers_task* t) {
  const double begin = peers_now_us();
  if (t->row >= row_barrier && t->row <= row_fcollect) {
    collective_calls(t);
  } else {
    pair_calls(t);
  }
  return peers_now_us() - begin;
}

int main(int argc, char** argv) {
  peers_how how;
  int start = 0, me = 0, pes = 0;
  const int first = peers_options_of(argc, argv, &how, &start);
  const double begin = peers_now_us();
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &pes);
  if (start) {
    peers_start_row(begin, me, pes);
  } else {
    peers_run_rows(argc - first, argv + first, &how, me, pes);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
  }
  MPI_Finalize();
  return 0;
}
