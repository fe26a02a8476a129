/* What the sources of the program c_api have in common. */
#pragma once

#include <ark/ark.h>
#include <stdio.h>

/* Wrong values so far, and the PEs of the program: this one, the one that it writes to, and the one
 * that writes to it. */
extern int wrong, me, pes, next, previous;

#define EXPECT(condition)                                                                 \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      ++wrong;                                                                            \
      fprintf(stderr, "PE %d: %s:%d: %s\n", ark_my_pe(), __FILE__, __LINE__, #condition); \
    }                                                                                     \
  } while (0)

#define RMA_TYPES(DO) ARK_RMA_TYPES(DO) ARK_LONG_DOUBLE_TYPES(DO)

/* contexts.c: every call with a context. */
void contexts(void);
