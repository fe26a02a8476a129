/* Starts and ends in every order that the specification permits, by the name of the case. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"

static long word, initialized_word = 7;
static long table[1024] = {1, 2, 3};

/* EXPECT where the library has ended: the PE is not known. */
#define EXPECT_ENDED(condition)                                                      \
  do {                                                                               \
    if (!(condition) && ++wrong <= wrong_lines)                                      \
      fprintf(stderr, "%s:%d: after the end: %s\n", __FILE__, __LINE__, #condition); \
  } while (0)

static int right_neighbour(void) { return (shmem_my_pe() + 1) % shmem_n_pes(); }

/* The last PE puts late: its neighbour sees the value only behind a barrier. */
static void put_late(void) {
  if (shmem_my_pe() == shmem_n_pes() - 1) usleep(200000);
  shmem_long_p(&word, 1, right_neighbour());
}

static int open_descriptors(void) {
  int count = 0;
  DIR* const all = opendir("/proc/self/fd");
  while (readdir(all) != NULL) ++count;
  closedir(all);
  return count;
}

static void one_life(long round) {
  shmem_init();
  EXPECT(word == round - 1 && initialized_word == 6 + round); /* the contents of the life before */
  EXPECT(table[2] == 3);
  shmem_barrier_all();
  shmem_long_p(&word, round, right_neighbour());
  shmem_long_atomic_inc(&initialized_word, right_neighbour());
  shmem_barrier_all();
  EXPECT(word == round);
  EXPECT(initialized_word == 7 + round);
  long* const heap = shmem_calloc(1, sizeof(long));
  shmem_long_p(heap, round, right_neighbour());
  shmem_barrier_all();
  EXPECT(*heap == round);
  shmem_finalize();
  EXPECT_ENDED(word == round);
}

int main(int argc, char** argv) {
  const char* const test = argc == 2 ? argv[1] : "";
  if (strcmp(test, "returns_from_main") == 0) { /* without shmem_finalize */
    start_pes(0);
    shmem_init();
    return shmem_n_pes() < 2;
  }
  if (strcmp(test, "nested_finalize") == 0) {
    shmem_init();
    shmem_init();
    shmem_init();
    for (int finalized = 0; finalized < 2; ++finalized) {
      word = 0;
      shmem_barrier_all();
      put_late();
      shmem_finalize(); /* not the last: a barrier */
      EXPECT(word == 1);
    }
    shmem_finalize();
  } else if (strcmp(test, "unequal_inits") == 0) { /* the end of main is the last finalize */
    shmem_init();
    if (shmem_my_pe() == 0) shmem_init();
  } else if (strcmp(test, "start_pes_again") == 0) {
    start_pes(0);
    start_pes(0);
    put_late();
    shmem_finalize(); /* the last */
    EXPECT_ENDED(word == 1);
    int initialized = 1;
    shmem_query_initialized(&initialized);
    EXPECT_ENDED(!initialized);
  } else if (strcmp(test, "many_lives") == 0) {
    one_life(1);
    one_life(2); /* what is made once has been made */
    const int before = open_descriptors();
    for (long round = 3; round <= 50; ++round) one_life(round);
    EXPECT_ENDED(open_descriptors() == before);
  } else {
    return 2;
  }
  return wrong != 0;
}
