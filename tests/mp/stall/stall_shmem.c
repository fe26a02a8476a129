/* A program of <shmem.h>, unchanged, whose stalls are known. */
#include <shmem.h>

#include "work.h"

int main(int argc, char** argv) {
  const struct work w = work_of(argc, argv);
  shmem_init();
  double* const one = shmem_malloc(sizeof *one);
  double* const sum = shmem_malloc(sizeof *sum);
  *one = 1;
  FILE* const input = open_input(&w, shmem_my_pe());
  for (long i = 0; i <= w.iterations; ++i) {
    if (w.marks) shmem_pcontrol(1);
    if (i == w.iterations) break;
    read_input(&w, input);
    compute(&w, shmem_my_pe());
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, sum, one, 1);
    shmem_barrier_all();
  }
  shmem_finalize();
  return 0;
}
