/* What the sources of the program c_api have in common. */
#pragma once

#include <ark/ark.h>
#include <complex.h>
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

#define COMPLEX_TYPES(DO) DO(complexf, float _Complex) DO(complexd, double _Complex)

/* contexts.c: every call with a context. */
void contexts(void);
/* on_stream.c: every call in the order of a stream; a wrong call, and the exit status after it. */
void on_streams(void);
int stream_failure(const char* what);
