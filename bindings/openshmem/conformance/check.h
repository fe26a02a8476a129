/* What a check works on, and what it leaves. The checks of this folder are written once for five
 * beds: C with <shmem.h> on the host, C with <ark/ark.h> on the host, there also in the order of a
 * stream, ark_ names in kernels, which g++ compiles for the CPU executor and nvcc for a GPU, and
 * <nvshmem.h> on the CPU executor. A bed has a header of its own calls, shmem_calls.h, c_calls.h,
 * ark_calls.hpp or nvshmem_calls.hpp, which includes this one. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Contexts, scans, block-strided transfers, collect, alltoalls, and generic names in the order of a
 * stream: what NVSHMEM lacks. */
#ifndef OTHER_FORMS
#define OTHER_FORMS 1
#endif
#ifndef COMPLEX_TYPES
#define COMPLEX_TYPES 1
#endif

enum { most_pes = 16, memory_bytes = 16384, local_bytes = 8192, names_bytes = 4096 };

/* Of one check on one PE. */
struct outcome {
  int faults;              /* values that were wrong */
  int line;                /* of the first */
  int length;              /* of `names` */
  char names[names_bytes]; /* of the functions called, without prefix, a space behind each */
};

struct bed {
  int me, pes, next, previous;
  int pe;          /* `next`, as the form of the calls numbers the PEs */
  team_t team;     /* of collectives */
  int rank;        /* in it */
  team_t reversed; /* all PEs from the last to the first */
  ctx_t ctx;       /* of that team */
  char* memory;    /* symmetric: memory_bytes, zero at first */
  char* local;     /* local_bytes of this PE, zero at first */
  struct outcome* outcome;
};

enum where { in_kernels, on_teams, on_host };

struct check_entry {
  const char *group, *name, *form, *file;
  enum where where;
  void (*run)(struct bed);
};

/* CHECK(group) { ... }: the check of group, NAME and FORM, a function with the parameter `bed`.
 * ON_TEAMS: called for the world, and for the reversed team. HOST_: of host threads only. */
#define CHECK(group) CHECK_OF(CHECK_PLACE, group, NAMES(group, NAME, FORM), in_kernels)
#define CHECK_ON_TEAMS(group) CHECK_OF(CHECK_PLACE, group, NAMES(group, NAME, FORM), on_teams)
#define HOST_CHECK(group) CHECK_OF(static, group, NAMES(group, NAME, FORM), on_host)
#define CHECK_OF(...) CHECK_OF_(__VA_ARGS__)
/* With an entry in the list of checks, which is a section of the program. */
#define CHECK_OF_(place, group, function, where)                                        \
  place void function(struct bed bed);                                                  \
  static const struct check_entry function##_entry = {#group,   TEXT(NAME), TEXT(FORM), \
                                                      __FILE__, where,      function};  \
  static const struct check_entry* const function##_listed                              \
      __attribute__((section("checks"), used)) = &function##_entry;                     \
  place void function(struct bed bed)
#define NAMES(group, name, form) NAMES_(group, name, form)
#define NAMES_(group, name, form) group##_##name##_##form
#define TEXT(name) TEXT_(name)
#define TEXT_(name) #name

#define EXPECT(condition) expect(&bed, (condition) ? 1 : 0, __LINE__)
DEVICE void expect(const struct bed* bed, int right, int line) {
  if (!right && bed->outcome->faults++ == 0) bed->outcome->line = line;
}

/* A call that is checked, by its name without prefix: the outcome has the name. */
#define NAMED(name, ...) NAMED_(name, __VA_ARGS__)
#define NAMED_(name, ...) (called(&bed, #name), API(name)(__VA_ARGS__))
DEVICE void called(const struct bed* bed, const char* name) {
  struct outcome* const o = bed->outcome;
  for (; *name != 0 && o->length + 2 < names_bytes; ++name) o->names[o->length++] = *name;
  o->names[o->length++] = ' ';
}

/* The same in the form FORM: of a name that has one with a context as well, of the type NAME, and
 * of the size NAME. */
#define FORMED(name, ...) JOIN(FORMED_, FORM)(name, __VA_ARGS__)
#define FORMED_plain(name, ...) NAMED(name, __VA_ARGS__)
#define FORMED_ctx(name, ...) NAMED(JOIN(ctx_, name), bed.ctx __VA_OPT__(, ) __VA_ARGS__)
#define CALL(name, ...) JOIN(CALL_, FORM)(name, __VA_ARGS__)
#define CALL_plain(name, ...) FORMED_plain(JOIN3(NAME, _, name), __VA_ARGS__)
#define CALL_ctx(name, ...) FORMED_ctx(JOIN3(NAME, _, name), __VA_ARGS__)
#define SIZED(verb, suffix, ...) FORMED(JOIN3(verb, NAME, suffix), __VA_ARGS__)
/* In the order of the default stream. STREAM_TYPES of a bed: 0, none; 1, those of FEW_TYPES; 2,
 * all.
 */
#define FORMED_on_stream(name, ...) NAMED(JOIN(name, _on_stream) __VA_OPT__(, ) __VA_ARGS__, NULL)
#define CALL_on_stream(name, ...) FORMED_on_stream(JOIN3(NAME, _, name), __VA_ARGS__)
#define CALL_generic_on_stream(name, ...) API(name##_on_stream)(__VA_ARGS__, NULL)
/* By a warp or a block, each of one host thread. SCOPE_TYPES of a bed: as STREAM_TYPES. */
#define FORMED_warp(name, ...) NAMED(JOIN(name, _warp), __VA_ARGS__)
#define CALL_warp(name, ...) FORMED_warp(JOIN3(NAME, _, name), __VA_ARGS__)
#define FORMED_block(name, ...) NAMED(JOIN(name, _block), __VA_ARGS__)
#define CALL_block(name, ...) FORMED_block(JOIN3(NAME, _, name), __VA_ARGS__)
/* Behind calls whose effect a check needs: a stream may execute them later. */
#define DONE() JOIN(DONE_, FORM)
#define DONE_plain
#define DONE_ctx
#define DONE_generic
#define DONE_generic_ctx
#define DONE_warp
#define DONE_block
#define DONE_on_stream EXPECT(API(stream_sync)(NULL) == 0)
#define DONE_generic_on_stream EXPECT(API(stream_sync)(NULL) == 0)
/* Words to wait for. */
#define IVARS(words) JOIN(IVARS_, FORM)(words)
#define IVARS_plain(words) words

/* Calls that a check only needs: of the type NAME, and in the form FORM. */
#define TYPED(name) API_OF(JOIN3(NAME, _, name))
#define API_OF(name) API(name)
#define NEEDED(name, ...) JOIN(NEEDED_, FORM)(name, __VA_ARGS__)
#define NEEDED_plain(name, ...) API(name)(__VA_ARGS__)
#define NEEDED_ctx(name, ...) API(ctx_##name)(bed.ctx, __VA_ARGS__)

/* A PE as the form numbers it: a context is one of the reversed team. */
#define IN_FORM(pe) JOIN(IN_FORM_, FORM)(pe)
#define IN_FORM_plain(pe) (pe)
#define IN_FORM_ctx(pe) (bed.pes - 1 - (pe))

#define JOIN(a, b) JOIN_(a, b)
#define JOIN_(a, b) a##b
#define JOIN3(a, b, c) JOIN3_(a, b, c)
#define JOIN3_(a, b, c) a##b##c

DEVICE void barrier(void) { API(barrier_all)(); }
DEVICE void complete(const struct bed* bed) {
  API(quiet)();
  API(ctx_quiet)(bed->ctx);
}
DEVICE void complete_all(const struct bed* bed) {
  complete(bed);
  barrier();
}

/* Some tenths of a millisecond. */
DEVICE void linger(void) {
  volatile int turn = 0;
  while (turn < 200000) turn = turn + 1;
}

/* Byte i of what a PE sends. */
DEVICE char byte_of(int pe, int i) { return (char)(pe * 37 + i * 5 + 1); }

/* Strided transfers move 3 elements, 2 apart, to dest[1], 3 apart; and 2 blocks of 2 elements from
 * source[1], 3 apart, to dest[10], 4 apart. The element of the source that dest[i] gets; -1: none.
 */
DEVICE int strided_origin(int i) {
  if (i < 8) return i % 3 == 1 ? (i - 1) / 3 * 2 : -1;
  if (!OTHER_FORMS || i < 10 || i >= 16 || (i - 10) % 4 >= 2) return -1;
  return 1 + (i - 10) / 4 * 3 + (i - 10) % 4;
}
