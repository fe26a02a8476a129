/* The check of the programs in this folder. Exit status 1 and a line for each value that is wrong.
 */
#pragma once

#include <shmem.h>
#include <stdio.h>

enum { wrong_lines = 20 }; /* of a PE; the others are counted only */

static int wrong;

#define EXPECT(condition)                                                                   \
  do {                                                                                      \
    if (!(condition) && ++wrong <= wrong_lines) {                                           \
      fprintf(stderr, "PE %d: %s:%d: %s\n", shmem_my_pe(), __FILE__, __LINE__, #condition); \
    }                                                                                       \
  } while (0)

/* The exit status of main. */
static inline int finish(void) {
  if (wrong > wrong_lines) fprintf(stderr, "PE %d: %d values are wrong\n", shmem_my_pe(), wrong);
  shmem_barrier_all();
  shmem_finalize();
  return wrong == 0 ? 0 : 1;
}
