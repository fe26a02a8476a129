/* A library that uses shmem on behalf of a program that does not. */
#include "plugin.h"

#include <shmemx.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

static long of_library = 1;
static long more_of_library[3000];
_Alignas(1 << 14) static long aligned_of_library[8]; /* in a segment of its own */

static long* of_function(void) {
  static long word = 5;
  return &word;
}

/* A forked process writes a variable of the library. Returns 0 if it has one of its own. */
static int fork_writer(long expected) {
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    const int same = of_library == expected;
    of_library = -1;
    _exit(same ? 0 : 1);
  }
  waitpid(child, &status, 0);
  return status == 0 && of_library == expected ? 0 : 1;
}

static int refused(const void* variable) { return shmemx_register_statics(variable) != 0; }

/* What is no variable of a library of the program is refused on all PEs, also if one PE alone names
 * it. */
static void wrong_addresses(int me) {
  long local = 0;
  EXPECT(refused(&local));
  EXPECT(refused(NULL));
  EXPECT(refused((const void*)(size_t)&wrong_addresses));
  EXPECT(refused(stdout));
  EXPECT(refused(me == 0 ? &local : &of_library));
  EXPECT(of_library == 1 && !shmem_addr_accessible(&of_library, me));
}

static void symmetric_statics(int me, int pes) {
  const int next = (me + 1) % pes, previous = (me + pes - 1) % pes;
  more_of_library[2999] = 7;
  EXPECT(shmemx_register_statics(&of_library) == 0);
  EXPECT(shmemx_register_statics(more_of_library) == 0); /* the same library */
  EXPECT(of_library == 1 && *of_function() == 5 && more_of_library[2999] == 7);
  EXPECT(shmem_addr_accessible(&of_library, next));
  EXPECT(shmem_addr_accessible(&aligned_of_library[7], next));
  shmem_barrier_all();
  shmem_long_p(&of_library, me + 3, next);
  shmem_long_atomic_add(of_function(), me, 0);
  shmem_long_put(more_of_library + 1000, more_of_library + 2000, 1000, next);
  shmem_barrier_all();
  EXPECT(of_library == previous + 3 && more_of_library[1999] == 7);
  EXPECT(me != 0 || *of_function() == 5 + pes * (pes - 1L) / 2);
  EXPECT(shmem_long_g(&of_library, next) == me + 3);
  EXPECT(shmem_ptr(&of_library, me) == &of_library);
  EXPECT(fork_writer(previous + 3) == 0);
}

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
  wrong_addresses(me);
  symmetric_statics(me, pes);
  EXPECT(shmemx_register_statics(of_program) == 0); /* those of the executable, too */
  EXPECT(shmem_long_g(of_program, next) == (of_program_is_symmetric ? me + 2 : 0));
  const int failed = finish();
  EXPECT(of_library == previous + 3 && fork_writer(previous + 3) == 0); /* after shmem_finalize */
  return failed != 0 || wrong != 0;
}
