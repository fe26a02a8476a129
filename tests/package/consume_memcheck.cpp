// Static variables, a collective, and a second start, for memcheck.
#include <shmem.h>

static long word, source[8], sums[8];

int main() {
  int wrong = 0;
  for (long round = 1; round <= 2; ++round) {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes();
    word = 0;
    for (long& one : source) one = round;
    shmem_barrier_all();
    shmem_long_p(&word, round, (me + 1) % pes);
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, sums, source, 8);
    shmem_barrier_all();
    wrong += word != round || sums[7] != round * pes;
    shmem_finalize();
  }
  return wrong;
}
