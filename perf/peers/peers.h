/* The rows of perf/bench peers: arguments, sizes, time and contents. Each program has them in its
 * library's calls:
 *   PROGRAM [--cores LIST] [--seconds S | --iterations N] [--spoil OFFSET] [--limit S] ROW:BYTES...
 *   PROGRAM [--cores LIST] --start
 * and prints a line of CSV for each row that its library has: row, bytes, value, unit.
 *
 * --cores: process i of the host runs on core i of the list, helper threads included.
 * --seconds: time of a row (0.02). --spoil: inverts a byte that has arrived, to test the check.
 * --limit: seconds after which a process that has not completed a row ends with a line that names
 * it (60). Init and finalize have a minute.
 * --start: each PE prints the time from init to its first put, its memory and its threads. */
#ifndef ARK_PEERS_PEERS_H
#define ARK_PEERS_PEERS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

#include "rows.h"

enum {
  row_put,         /* put, quiet; us */
  row_get,         /* us */
  row_put_nbi,     /* 64 of 8 bytes, quiet; M/s */
  row_p,           /* the same of single elements */
  row_add,         /* the same of atomic additions to one word */
  row_bandwidth,   /* window of put_nbi with a buffer each, quiet; GB/s */
  row_signal,      /* put with signal, half a round trip; us */
  row_signal_read, /* half a round trip where the receiver adds up all words before it answers */
  row_barrier,
  row_broadcast, /* each PE in turn is the root, with a dest for each root */
  row_sum,
  row_alltoall, /* bytes: of the block for one PE */
  row_fcollect,
  row_put_alt, /* another form of the row: the faster one counts */
  row_bandwidth_alt,
  peers_rows
};
static const char* const peers_row_names[] = {
    "put",       "get",      "put_nbi",     "p",       "add",
    "bandwidth", "signal",   "signal_read", "barrier", "broadcast",
    "sum",       "alltoall", "fcollect",    "put_alt", "bandwidth_alt"};
enum { peers_slots = 64, peers_most_window_bytes = 64 << 20 };

typedef struct {
  int row, me, pes;
  size_t bytes, words; /* of a message */
  long first, count;   /* calls of this row before these, and calls to make */
  int window;
  uint64_t *source, *dest;
  uint64_t *signal, *control; /* symmetric words of their own cache lines */
  uint64_t sum;               /* of all words that row_signal_read has read */
} peers_task;

/* Each program defines these functions: */
static int peers_has(int row);
/* Makes the calls; returns their microseconds. */
static double peers_run(peers_task* task);
/* A barrier; afterwards all transfers before it are visible. */
static void peers_meet(void);
/* `mine` of PE 0. */
static double peers_first(const peers_task* task, double mine);
/* Symmetric and zero. */
static void* peers_memory(size_t bytes);
/* Writes `mine` at PE `next`; returns where a value arrives after peers_meet. */
static const volatile uint64_t* peers_put_once(const uint64_t* mine, int next, int previous);

/* Keeps the compiler from merging a message with the next. */
static inline void peers_message_end(void) { __asm__ volatile("" ::: "memory"); }

/* All calls of a row, each after the last. */
#define PEERS_CALLS(...)             \
  for (long i = 0; i < count; ++i) { \
    __VA_ARGS__;                     \
    peers_message_end();             \
  }                                  \
  break

/* Within a call: messages of 8 bytes, number k of peers_slots. */
#define PEERS_MESSAGES(...)               \
  for (int k = 0; k < peers_slots; ++k) { \
    __VA_ARGS__;                          \
    peers_message_end();                  \
  }

static inline uint64_t peers_read_all(const uint64_t* data, size_t words) {
  uint64_t sum = 0;
  for (size_t i = 0; i < words; ++i) sum += data[i];
  return sum;
}

static void peers_fail(const char* text, const char* accepted) {
  fprintf(stderr, "peers: '%s'; accepted: %s\n", text, accepted);
  exit(2);
}

/* No interface here bounds its waits: a signal does, which costs a row nothing. */
static char peers_late_text[160];
static void peers_late(int number) {
  (void)number;
  if (write(2, peers_late_text, strlen(peers_late_text)) < 0) _exit(3);
  _exit(1);
}
/* Within so many seconds this function has to be called again. `pe`: -1 before init. */
static void peers_must_end(int pe, const char* operation, size_t bytes, unsigned seconds) {
  char of_pe[16] = "", of_bytes[32] = "";
  if (pe >= 0) snprintf(of_pe, sizeof of_pe, "PE %d: ", pe);
  if (bytes > 0) snprintf(of_bytes, sizeof of_bytes, " of %zu B", bytes);
  snprintf(peers_late_text, sizeof peers_late_text, "peers: %s%s%s is not complete after %u s\n",
           of_pe, operation, of_bytes, seconds);
  signal(SIGALRM, peers_late);
  alarm(seconds);
}

/* Word i of what PE `pe` sends in the calls from `first` on. */
static uint64_t peers_word(const peers_task* t, int pe, size_t i) {
  if (t->row == row_sum) {
    const double value = (double)(((size_t)t->first * 31 + (size_t)pe * 7 + i) % 1021);
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
  }
  return ((uint64_t)t->first * 1000003 + (uint64_t)pe * 10007 + i + 1) * 0x9E3779B97F4A7C15u;
}

static size_t peers_source_words(const peers_task* t) {
  if (t->row == row_put_nbi) return peers_slots;
  return t->words * (size_t)(t->row == row_alltoall ? t->pes : t->window);
}

/* The words that this PE has received when all calls are made; 0 where it does not receive. */
static size_t peers_dest_words(const peers_task* t) {
  switch (t->row) {
    case row_get:
      return t->me == 0 ? t->words : 0;
    case row_signal:
    case row_signal_read:
    case row_sum:
      return t->words;
    case row_barrier:
      return 0;
    case row_broadcast:
    case row_alltoall:
    case row_fcollect:
      return t->words * (size_t)t->pes;
    case row_put_nbi:
    case row_p:
      return t->me == 1 ? peers_slots : 0;
    case row_add:
      return t->me == 1;
    default:
      return t->me == 1 ? t->words * (size_t)t->window : 0;
  }
}

static uint64_t peers_expected(const peers_task* t, size_t i) {
  double sum = 0;
  uint64_t word;
  switch (t->row) {
    case row_get:
      return peers_word(t, 1, i);
    case row_signal:
    case row_signal_read:
      return peers_word(t, 1 - t->me, i);
    case row_broadcast:
    case row_fcollect:
      return peers_word(t, (int)(i / t->words), i % t->words);
    case row_alltoall:
      return peers_word(t, (int)(i / t->words), (size_t)t->me * t->words + i % t->words);
    case row_sum:
      for (int pe = 0; pe < t->pes; ++pe) {
        word = peers_word(t, pe, i);
        double value;
        memcpy(&value, &word, sizeof value);
        sum += value;
      }
      memcpy(&word, &sum, sizeof word);
      return word;
    case row_p:
      return (uint64_t)(t->first + t->count - 1) * peers_slots + i;
    case row_add:
      return (uint64_t)(t->first + t->count) * peers_slots;
    default:
      return peers_word(t, 0, i);
  }
}

static void peers_check_word(const peers_task* t, size_t i, uint64_t expected, uint64_t seen) {
  if (seen == expected) return;
  fprintf(stderr, "peers: %s of %zu B: PE %d, offset %zu: expected %016llx, seen %016llx\n",
          peers_row_names[t->row], t->bytes, t->me, i * 8, (unsigned long long)expected,
          (unsigned long long)seen);
  exit(1);
}

static void peers_check(const peers_task* t, long spoil) {
  const size_t words = peers_dest_words(t);
  if (spoil >= 0 && (size_t)spoil < words * 8) ((char*)t->dest)[spoil] ^= -1;
  for (size_t i = 0; i < words; ++i) {
    /* Whether a root writes its own dest depends on the interface. */
    if (t->row == row_broadcast && i / t->words == (size_t)t->me) continue;
    peers_check_word(t, i, peers_expected(t, i), t->dest[i]);
  }
  if (t->row == row_signal_read) {
    uint64_t sum = 0;
    for (size_t i = 0; i < words; ++i) sum += peers_expected(t, i);
    peers_check_word(t, words, sum * (uint64_t)t->count, t->sum);
  }
}

typedef struct {
  double seconds;
  long iterations, spoil;
  unsigned limit;
} peers_how;

/* Each PE is the root of equally many broadcasts. */
static long peers_whole_turns(const peers_task* t, long count) {
  return t->row == row_broadcast ? (count + t->pes - 1) / t->pes * t->pes : count;
}

/* Microseconds of a call. Doubles the calls, with new contents each time, until they take so long;
 * the calls before are the warm-up. */
static double peers_measure(peers_task* t, const peers_how* how) {
  t->first = 0;
  t->count = peers_whole_turns(t, how->iterations > 0 ? how->iterations : 1);
  memset(t->dest, 0, peers_dest_words(t) * 8);
  *t->signal = 0;
  for (int turn = 0;; ++turn) {
    for (size_t i = 0, words = peers_source_words(t); i < words; ++i)
      t->source[i] = peers_word(t, t->me, i);
    t->sum = 0;
    peers_meet();
    const double us = peers_first(t, peers_run(t));
    peers_meet();
    peers_check(t, how->spoil);
    if (turn > 0 && (how->iterations > 0 || us >= 0.9e6 * how->seconds))
      return us / (double)t->count;
    t->first += t->count;
    if (how->iterations > 0) continue;
    const double more = us > 0 ? 1.1e6 * how->seconds / us : 64;
    t->count = peers_whole_turns(t, (long)((double)t->count * (more < 2    ? 2
                                                               : more > 64 ? 64
                                                                           : more)));
  }
}

static void peers_row(peers_task* t, const peers_how* how) {
  peers_must_end(t->me, peers_row_names[t->row], t->bytes, how->limit);
  const int is_round_trip = t->row == row_signal || t->row == row_signal_read;
  const double us = peers_measure(t, how) / (is_round_trip ? 2 : 1);
  if (t->me != 0) return;
  const int is_rate = t->row == row_put_nbi || t->row == row_p || t->row == row_add;
  const int is_bandwidth = t->row == row_bandwidth || t->row == row_bandwidth_alt;
  const double value = is_rate        ? (double)peers_slots / us
                       : is_bandwidth ? (double)t->bytes * t->window / us * 1e-3
                                      : us;
  printf("%s,%zu,%.6g,%s\n", peers_row_names[t->row], t->bytes, value,
         is_rate        ? "M/s"
         : is_bandwidth ? "GB/s"
                        : "us");
  fflush(stdout);
}

static double peers_number(const char* text, double least, const char* accepted) {
  char* end = NULL;
  const double value = text != NULL ? strtod(text, &end) : 0;
  if (text == NULL || end == text || *end != '\0' || !(value >= least))
    peers_fail(text != NULL ? text : "", accepted);
  return value;
}

/* ROW:BYTES into the task. */
static void peers_parse_row(const char* text, peers_task* t) {
  const char* colon = strchr(text, ':');
  size_t length = colon != NULL ? (size_t)(colon - text) : 0;
  t->row = 0;
  while (t->row < peers_rows && (strlen(peers_row_names[t->row]) != length ||
                                 strncmp(peers_row_names[t->row], text, length) != 0))
    ++t->row;
  if (t->row == peers_rows) peers_fail(text, "ROW:BYTES, with the rows of perf/peers/peers.h");
  t->bytes = (size_t)peers_number(colon + 1, 8, "8 bytes or more");
  if (t->bytes % 8 != 0) peers_fail(text, "a multiple of 8 bytes");
  t->words = t->bytes / 8;
  t->window = 1;
  if (t->row == row_bandwidth || t->row == row_bandwidth_alt) {
    const size_t most = peers_most_window_bytes / t->bytes;
    t->window = most > peers_slots ? peers_slots : most > 0 ? (int)most : 1;
  }
}

/* Before init, so that the library's threads are bound too. */
static void peers_bind(const char* cores) {
  static const char* const ranks[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMI_RANK",
                                      "PMIX_RANK"};
  const char* rank = NULL;
  for (size_t i = 0; rank == NULL && i < sizeof ranks / sizeof *ranks; ++i) rank = getenv(ranks[i]);
  const char* core = cores;
  for (int i = rank != NULL ? atoi(rank) : 0; i > 0 && core != NULL; --i) {
    core = strchr(core, ',');
    if (core != NULL) ++core;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(atoi(core != NULL ? core : cores), &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) peers_fail(cores, "cores of this machine");
}

/* Takes the options off; returns the first argument that is none. */
static int peers_options_of(int argc, char** argv, peers_how* how, int* start) {
  int i = 1;
  *how = (peers_how){0.02, 0, -1, 60};
  *start = 0;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const char* name = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(name, "--start") == 0) {
      *start = 1;
      continue;
    }
    ++i;
    if (strcmp(name, "--cores") == 0 && value != NULL) {
      peers_bind(value);
    } else if (strcmp(name, "--seconds") == 0) {
      how->seconds = peers_number(value, 1e-6, "seconds of a row, above 0");
    } else if (strcmp(name, "--iterations") == 0) {
      how->iterations = (long)peers_number(value, 1, "a number of calls, 1 or more");
    } else if (strcmp(name, "--spoil") == 0) {
      how->spoil = (long)peers_number(value, 0, "an offset in bytes");
    } else if (strcmp(name, "--limit") == 0) {
      how->limit = (unsigned)peers_number(value, 1, "whole seconds, 1 or more");
    } else {
      peers_fail(name,
                 "--cores LIST, --seconds S, --iterations N, --spoil OFFSET, --limit S, --start");
    }
  }
  peers_must_end(-1, "init", 0, 60);
  return i;
}

/* All rows, after init. The memory is that of the largest. */
static inline void peers_run_rows(int count, char** texts, const peers_how* how, int me, int pes) {
  peers_task t;
  memset(&t, 0, sizeof t);
  t.me = me;
  t.pes = pes;
  size_t most = peers_slots;
  for (int i = 0; i < count; ++i) {
    peers_parse_row(texts[i], &t);
    const size_t blocks = t.row >= row_barrier && t.row <= row_fcollect ? pes : t.window;
    if (t.words * blocks > most) most = t.words * blocks;
    if ((t.row < row_barrier || t.row > row_fcollect) && pes != 2) peers_fail(texts[i], "on 2 PEs");
  }
  char* memory = (char*)peers_memory(2 * most * 8 + 4096);
  t.dest = (uint64_t*)memory;
  t.source = t.dest + most;
  t.signal = t.source + most + 128; /* pages after the data */
  t.control = t.signal + 128;
  for (int i = 0; i < count; ++i) {
    peers_parse_row(texts[i], &t);
    if (peers_has(t.row)) peers_row(&t, how);
  }
  peers_must_end(me, "finalize", 0, 60);
}

/* KiB of the process, shared pages divided by the processes that map them. */
static inline long peers_pss_kib(void) {
  char line[256];
  long kib = -1;
  FILE* file = fopen("/proc/self/smaps_rollup", "r");
  while (file != NULL && kib < 0 && fgets(line, sizeof line, file) != NULL)
    sscanf(line, "Pss: %ld", &kib);
  if (file != NULL) fclose(file);
  return kib;
}

static inline long peers_threads(void) {
  long threads = -2; /* . and .. */
  DIR* folder = opendir("/proc/self/task");
  while (folder != NULL && readdir(folder) != NULL) ++threads;
  if (folder != NULL) closedir(folder);
  return threads;
}

/* `begin`: peers_now_us before init. */
static inline void peers_start_row(double begin, int me, int pes) {
  const int next = (me + 1) % pes, previous = (me + pes - 1) % pes;
  const uint64_t mine = 1000 + (uint64_t)me;
  const volatile uint64_t* seen = peers_put_once(&mine, next, previous);
  const double us = peers_now_us() - begin;
  peers_meet();
  peers_task t;
  memset(&t, 0, sizeof t);
  t.me = me;
  t.bytes = 8;
  peers_check_word(&t, 0, 1000 + (uint64_t)previous, *seen);
  printf("start,8,%.6g,ms\nmemory,8,%.6g,MiB\nthreads,8,%ld,\n", us / 1e3,
         (double)peers_pss_kib() / 1024, peers_threads());
  fflush(stdout);
  peers_meet(); /* all are alive while each reads its memory */
}

#endif
