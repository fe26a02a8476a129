/* The loop of the collectives' comparison, as ark_perf's: calls one after the other, between two
 * readings of the clock; the mean over the PEs. Each PE in turn is the root of a broadcast. */
#ifndef ARK_PEERS_COLLECTIVES_H
#define ARK_PEERS_COLLECTIVES_H

#include "rows.h"

typedef enum { barrier, broadcast, fcollect, alltoall, sum_reduce, collectives } collective;
static const char* const collective_names[] = {"barrier", "broadcast", "fcollect", "alltoall",
                                               "sum_reduce"};

/* What a library does. `round` counts all calls of the process. */
typedef struct {
  int me, pes;
  double* dest;
  double* source;
  void (*call)(collective what, size_t doubles, long round);
  double (*mean)(double mine);
} collective_library;

static int find_collective(const char* name) {
  int what = 0;
  while (what < collectives && strcmp(collective_names[what], name) != 0) ++what;
  return what;
}

/* Bytes that dest and source need. */
static size_t collective_bytes(const peers_options* options, int pes) {
  return options->max * (size_t)pes;
}

static void run_collective(const collective_library* library, collective what,
                           const peers_options* options) {
  static long round = 0;
  for (size_t bytes = options->min; bytes <= options->max; bytes *= options->factor) {
    const long small = bytes <= 8192;
    const long rounds = options->iterations >= 0 ? options->iterations : small ? 1000 : 100;
    const long warmup = options->warmup >= 0 ? options->warmup : small ? 100 : 10;
    for (long i = 0; i < warmup + 1; ++i) library->call(what, bytes / 8, round++);
    const double begin = peers_now_us();
    for (long i = 0; i < rounds; ++i) library->call(what, bytes / 8, round++);
    const double us = library->mean((peers_now_us() - begin) / (double)rounds);
    if (library->me == 0) peers_latency_row(bytes, us);
    if (what == barrier) return;
  }
}

#endif
