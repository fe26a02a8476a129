/* Variables that the linker places in more than one segment: aligned to more than a page and, with
 * -mcmodel=medium, large ones. All are symmetric. */
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

enum { elements = 1 << 18 };

static long initialised = 5;
static long zero;
_Alignas(1 << 16) static long aligned[1 << 13];
static long large[elements];
static long large_initialised[elements] = {7};

static long* const all[] = {&initialised, &zero, &aligned[8000], &large[elements - 1],
                            large_initialised};
enum { count = sizeof(all) / sizeof(all[0]) };

/* A forked process has variables of its own. */
static int fork_writer(void) {
  int status = -1;
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < count; ++i) *all[i] = -1;
    _exit(0);
  }
  waitpid(child, &status, 0);
  return status;
}

int main(void) {
  zero = 3;
  shmem_init();
  const int me = shmem_my_pe(), pes = shmem_n_pes();
  const int next = (me + 1) % pes, previous = (me + pes - 1) % pes;
  EXPECT(initialised == 5 && zero == 3 && large_initialised[0] == 7 && aligned[8000] == 0);
  shmem_barrier_all();
  for (int i = 0; i < count; ++i) {
    EXPECT(shmem_addr_accessible(all[i], next));
    shmem_long_p(all[i], 100 * me + i, next);
  }
  shmem_barrier_all();
  EXPECT(fork_writer() == 0);
  for (int i = 0; i < count; ++i) {
    EXPECT(*all[i] == 100 * previous + i);
    EXPECT(shmem_long_g(all[i], next) == 100 * me + i);
    EXPECT(shmem_ptr(all[i], me) == all[i]);
  }
  return finish();
}
