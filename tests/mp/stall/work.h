/* The settings of the programs whose stalls are known: KEY=VALUE arguments. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct work {
  long iterations;
  long compute_us; /* of each PE and iteration: a pause, which no other process lengthens */
  long slow_pe;    /* this PE computes slow_us longer */
  long slow_us;
  long link_us;     /* a message reaches the next PE so long after it was sent */
  long bytes;       /* of an iteration's message, over the real link */
  long prepare_us;  /* of an input: only with `input` */
  long input_bytes; /* read from `input` in each iteration */
  long busy;        /* 1: compute_us of processor time instead of a pause */
  long kernel;      /* 1: a kernel's lane waits, not the host */
  long exchange;    /* 1: PEs wait for the sum of their gradients, not for a message */
  long marks;       /* 1: the iterations are marked */
  const char* input;
};

static inline struct work work_of(int argc, char** argv) {
  struct work w = {20, 0, -1, 0, 0, 8, 0, 0, 0, 0, 0, 1, NULL};
  struct {
    const char* name;
    long* value;
  } known[] = {{"iterations", &w.iterations},
               {"compute_us", &w.compute_us},
               {"slow_pe", &w.slow_pe},
               {"slow_us", &w.slow_us},
               {"link_us", &w.link_us},
               {"bytes", &w.bytes},
               {"busy", &w.busy},
               {"kernel", &w.kernel},
               {"exchange", &w.exchange},
               {"prepare_us", &w.prepare_us},
               {"input_bytes", &w.input_bytes},
               {"marks", &w.marks}};
  for (int i = 1; i < argc; ++i) {
    const size_t length = strcspn(argv[i], "=");
    int found = 0;
    if (strncmp(argv[i], "input=", 6) == 0) {
      w.input = argv[i] + 6;
      found = 1;
    }
    for (size_t k = 0; k < sizeof known / sizeof *known && !found; ++k) {
      if (strlen(known[k].name) == length && strncmp(known[k].name, argv[i], length) == 0 &&
          argv[i][length] == '=') {
        *known[k].value = strtol(argv[i] + length + 1, NULL, 10);
        found = 1;
      }
    }
    if (!found) {
      fprintf(stderr, "%s: unknown argument %s\n", argv[0], argv[i]);
      exit(2);
    }
  }
  return w;
}

static inline void pause_us(long us) {
  const struct timespec span = {us / 1000000, us % 1000000 * 1000};
  if (us > 0) nanosleep(&span, NULL);
}

/* Read one iteration's input, and prepare it. */
static inline void read_input(const struct work* w, FILE* file) {
  char part[4096];
  if (file == NULL) return;
  for (long left = w->input_bytes; left > 0;) {
    const size_t got = fread(part, 1, left < (long)sizeof part ? (size_t)left : sizeof part, file);
    if (got == 0) {
      fprintf(stderr, "%s has ended\n", w->input);
      exit(1);
    }
    left -= (long)got;
  }
  pause_us(w->prepare_us);
}

/* Each PE has a file of its own, INPUT.<pe>. */
static inline FILE* open_input(const struct work* w, int pe) {
  char name[4096];
  if (w->input == NULL) return NULL;
  snprintf(name, sizeof name, "%s.%d", w->input, pe);
  FILE* const file = fopen(name, "r");
  if (file == NULL) {
    perror(name);
    exit(1);
  }
  return file;
}

static inline void work_us(long us) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  const long long end = now.tv_sec * 1000000000LL + now.tv_nsec + us * 1000LL;
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while (now.tv_sec * 1000000000LL + now.tv_nsec < end);
}

static inline void compute(const struct work* w, int pe) {
  const long us = w->compute_us + (pe == w->slow_pe ? w->slow_us : 0);
  if (w->busy) {
    work_us(us);
  } else {
    pause_us(us);
  }
}
