/* A library that uses shmem on behalf of a program that does not. */
#include "plugin.h"

#include "expect.h"

static long of_library;

int plugin_run(long* of_program, int of_program_is_symmetric) {
  shmem_init();
  const int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes;
  const int previous = (me + pes - 1) % pes;
  EXPECT(shmem_addr_accessible(of_program, next) == of_program_is_symmetric);
  EXPECT(!shmem_addr_accessible(&of_library, next));
  long* const allocated = shmem_malloc(sizeof(long));
  EXPECT(shmem_addr_accessible(allocated, next));
  shmem_long_p(allocated, me + 1, next);
  if (of_program_is_symmetric) shmem_long_p(of_program, me + 2, next);
  shmem_barrier_all();
  EXPECT(*allocated == previous + 1);
  EXPECT(*of_program == (of_program_is_symmetric ? previous + 2 : 0));
  return finish();
}
