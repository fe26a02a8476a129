/* A tool's own shmem_int_p and shmem_barrier_all, on the pshmem_ names. */
#include <mpp/pshmem.h>
#include <pshmem.h>

#include "expect.h"

static int puts_of_int, barriers;

void shmem_int_p(int* dest, int value, int pe) {
  ++puts_of_int;
  pshmem_int_p(dest, value, pe);
}

void shmem_barrier_all(void) {
  ++barriers;
  pshmem_barrier_all();
}

int main(void) {
  static int word, array[2];
  static long other;
  shmem_init();
  const int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes;
  const int previous = (me + pes - 1) % pes;
  EXPECT(barriers == 0 && puts_of_int == 0);
  shmem_int_p(&word, me + 1, next);
  shmem_p(array, me + 2, next);        /* the type-generic name leads to the tool's function */
  shmem_p(&other, (long)me + 3, next); /* that of another type does not */
  pshmem_int_p(array + 1, me + 4, next);
  shmem_barrier_all();
  EXPECT(word == previous + 1 && array[0] == previous + 2 && array[1] == previous + 4);
  EXPECT(other == previous + 3);
  EXPECT(puts_of_int == 2 && barriers == 1);
  return finish();
}
