/* Each PE puts its number into the next one's memory. */
#include <ark/ark.h>
#include <stdio.h>

int main(void) {
  ark_init();
  const int me = ark_my_pe(), pes = ark_n_pes();
  long* inbox = ark_calloc(1, sizeof(long));
  ark_long_p(inbox, 100L + me, (me + 1) % pes);
  ark_barrier_all();
  const long expected = 100L + (me + pes - 1) % pes, seen = ark_long_g(inbox, me);
  printf("PE %d of %d: inbox %ld\n", me, pes, seen);
  ark_finalize();
  return seen == expected ? 0 : 1;
}
