/* A process that a PE forks has variables of its own, and is no PE. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

static long word = 1;
static long handlers; /* what the program's own handlers of fork have written */

static void before_fork(void) { handlers = 1; }
static void after_fork(void) { handlers += 10; }
static void in_child(void) { handlers += 100; }

/* A forked process compares word with `expected` and writes it. Returns 0 if all is as it should be
 * in both. */
static int fork_writer(long expected) {
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    const int same = word == expected && handlers == 101;
    word = -1;
    _exit(same ? 0 : 1);
  }
  waitpid(child, &status, 0);
  return status == 0 && handlers == 11 && word == expected ? 0 : 1;
}

/* The ways of a forked process to its end. */
enum { by_exit, by_return_from_main, by_finalize };

/* In the forked process: true. */
static int forks_for(int end, void* allocated) {
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    if (end == by_finalize) {
      shmem_free(allocated);
      shmem_finalize();
    }
    if (end == by_exit) exit(0);
    return 1;
  }
  waitpid(child, &status, 0);
  EXPECT(status == 0);
  return 0;
}

int main(void) {
  pthread_atfork(before_fork, after_fork, in_child);
  shmem_init();
  const int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes;
  const int previous = (me + pes - 1) % pes;
  shmem_long_p(&word, me + 2, next);
  shmem_barrier_all();
  EXPECT(fork_writer(previous + 2) == 0);
  EXPECT(shmem_long_g(&word, me) == previous + 2);
  shmem_barrier_all();
  shmem_long_p(&word, me + 3, next);
  shmem_barrier_all();
  EXPECT(word == previous + 3);
  void* const allocated = shmem_malloc(100);
  for (int end = by_exit; end <= by_finalize; ++end) {
    if (forks_for(end, allocated)) return 0;
  }
  shmem_free(allocated);
  if (finish() != 0) return 1;
  if (fork_writer(previous + 3) == 0) return 0;
  fprintf(stderr, "PE %d: after shmem_finalize\n", me);
  return 1;
}
