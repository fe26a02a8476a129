/* Each PE puts its number into the next one's memory, and has all numbers added by a stream. */
#include <ark/ark.h>
#include <stdio.h>

int main(void) {
  ark_init();
  ark_stall_iteration();
  ark_stall_phase("compute");
  const int me = ark_my_pe(), pes = ark_n_pes();
  long* inbox = ark_calloc(1, sizeof(long));
  ark_long_p(inbox, 100L + me, (me + 1) % pes);
  long* numbers = ark_calloc(2, sizeof(long));
  numbers[0] = me;
  ark_long_sum_reduce_on_stream(ARK_TEAM_WORLD, numbers + 1, numbers, 1, NULL);
  const int synced = ark_stream_sync(NULL), summed = numbers[1] == (long)pes * (pes - 1) / 2;
  ark_barrier_all();
  const long expected = 100L + (me + pes - 1) % pes, seen = ark_long_g(inbox, me);
  printf("PE %d of %d: inbox %ld\n", me, pes, seen);
  ark_finalize();
  return seen == expected && synced == 0 && summed ? 0 : 1;
}
