/* What the programs of the comparison share: sizes, iterations and warm-up as in ark_perf, and one
 * line of CSV per row. C, because OpenSHMEM's compiler is C's. */
#ifndef ARK_PEERS_ROWS_H
#define ARK_PEERS_ROWS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { peers_window = 64 };

typedef struct {
  const char* test;
  size_t min, max, factor;
  long iterations, warmup; /* -1: by the size */
} peers_options;

static inline size_t peers_size(const char* text) {
  char* end = NULL;
  const unsigned long long number = strtoull(text, &end, 10);
  const int shift = *end == 'k' ? 10 : *end == 'm' ? 20 : *end == 'g' ? 30 : 0;
  if (end == text || number == 0 || (shift != 0 ? end[1] : *end) != '\0') {
    fprintf(stderr, "'%s' is no size: a number of bytes, with k, m or g\n", text);
    exit(2);
  }
  return (size_t)number << shift;
}

/* TEST [-b MIN] [-e MAX] [-f FACTOR] [-n ITERATIONS] [-x WARMUP] */
static inline peers_options peers_parse(int argc, char** argv) {
  peers_options options = {argc > 1 ? argv[1] : "", 8, 4u << 20, 8, -1, -1};
  for (int i = 2; i < argc; i += 2) {
    const char* name = argv[i];
    if (name[0] != '-' || strlen(name) != 2 || strchr("befnx", name[1]) == NULL || i + 1 == argc) {
      fprintf(stderr, "'%s': -b, -e, -f, -n or -x, and a number\n", name);
      exit(2);
    }
    const size_t value = peers_size(argv[i + 1]);
    switch (name[1]) {
      case 'b':
        options.min = value;
        break;
      case 'e':
        options.max = value;
        break;
      case 'f':
        options.factor = value;
        break;
      case 'n':
        options.iterations = (long)value;
        break;
      case 'x':
        options.warmup = (long)value;
        break;
    }
  }
  if (options.factor < 2 || options.min > options.max) {
    fprintf(stderr, "-f is at least 2, and -b at most -e\n");
    exit(2);
  }
  return options;
}

/* ark_perf's rules (docs/ark_perf.md, option -n and -x). */
static inline long peers_iterations(const peers_options* o, size_t bytes, int windows) {
  if (o->iterations >= 0) return o->iterations;
  if (windows) return bytes <= 8192 ? 100 : 20;
  return bytes <= 8192 ? 10000 : 1000;
}

static inline long peers_warmup(const peers_options* o, size_t bytes, int windows) {
  const long most = peers_iterations(o, bytes, windows);
  long warmup = o->warmup;
  if (warmup < 0) {
    const int small = bytes <= 8192;
    warmup = windows ? (small ? 10 : 2) : (small ? 100 : 10);
  }
  return warmup < most ? warmup : most;
}

static double peers_now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static inline void peers_latency_row(size_t bytes, double us) {
  printf("%zu,%.3f,us\n", bytes, us);
  fflush(stdout);
}

#endif
