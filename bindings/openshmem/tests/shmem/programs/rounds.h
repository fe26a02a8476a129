/* How often a program does its work: as its first argument says, without one once. PE 0 prints the
 * time of a round to stderr, the first one left out; stdout does not depend on the number. Include
 * <shmem.h> before. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
  long wanted, begun;
  double second_us; /* when the second round began */
} rounds;

static rounds rounds_of(int argc, char** argv) {
  const rounds all = {argc > 1 ? atol(argv[1]) : 1, 0, 0};
  return all;
}

static double rounds_clock_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

/* 1 if there is another round. A barrier: all PEs have ended the round before. */
static int rounds_next(rounds* all) {
  shmem_barrier_all();
  if (all->begun == 1) all->second_us = rounds_clock_us();
  if (all->begun < all->wanted) {
    ++all->begun;
    return 1;
  }
  if (all->begun > 1 && shmem_my_pe() == 0) {
    const double took_us = rounds_clock_us() - all->second_us;
    fprintf(stderr, "%.3f us per round\n", took_us / (double)(all->begun - 1));
  }
  return 0;
}

#endif
