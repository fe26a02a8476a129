/* Locks, static and in the heap, by set_lock and by test_lock: one holder at a time, which sees
 * what the holder before it has written; PEs get a lock in the order of their calls. */
#include <sched.h>

#include "expect.h"

enum { turns = 200, locks = 3 };

static int me, pes;

/* Two holders at a time would lose additions: reads and writes are calls of their own. */
static void add(long* counter, int pe) {
  const long before = shmem_long_g(counter, pe);
  if (before % 8 == 0) sched_yield();
  shmem_long_p(counter, before + 1, pe);
}

/* Lock i guards counter i of PE i % pes. */
static void exclusion(long* lock, long* counter) {
  for (int i = 0; i < locks; ++i) lock[i] = counter[i] = 0;
  shmem_barrier_all();
  for (int turn = 0; turn < turns; ++turn) {
    const int i = (turn + me) % locks;
    if (turn % 3 == 0) {
      while (shmem_test_lock(lock + i) != 0) sched_yield();
    } else {
      shmem_set_lock(lock + i);
    }
    add(counter + i, i % pes);
    shmem_clear_lock(lock + i);
  }
  shmem_barrier_all();
  long total = 0;
  for (int i = 0; i < locks; ++i) {
    total += shmem_long_g(counter + i, i % pes);
    EXPECT(lock[i] == 0); /* free, and ready for its next use */
  }
  EXPECT(total == (long)turns * pes);
  shmem_barrier_all();
}

static void try_while_held(void) {
  static long lock;
  if (me == 0) shmem_set_lock(&lock);
  shmem_barrier_all();
  if (me != 0) EXPECT(shmem_test_lock(&lock) != 0);
  shmem_barrier_all();
  if (me == 0) shmem_clear_lock(&lock);
}

/* PE 0 holds the lock and lets the others call from the last to the first. The last caller is half
 * of the lock's word on PE 0. */
static void order(void) {
  static long lock, places, place;
  static int turn;
  if (me == 0) {
    shmem_set_lock(&lock);
    for (int pe = pes - 1; pe > 0; --pe) {
      shmem_int_p(&turn, 1, pe);
      shmem_int_wait_until((int*)&lock, SHMEM_CMP_EQ, pe + 1);
    }
    shmem_clear_lock(&lock);
  } else {
    shmem_int_wait_until(&turn, SHMEM_CMP_EQ, 1);
    shmem_set_lock(&lock);
    place = shmem_long_g(&places, 0);
    shmem_long_p(&places, place + 1, 0);
    shmem_clear_lock(&lock);
    EXPECT(place == pes - 1 - me);
  }
  shmem_barrier_all();
}

int main(void) {
  static long lock[locks], counter[locks];
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  exclusion(lock, counter);
  long* const memory = shmem_malloc(2 * locks * sizeof(long));
  exclusion(memory, memory + locks);
  shmem_free(memory);
  try_while_held();
  order();
  return finish();
}
