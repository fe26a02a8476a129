/* Names that only <shmem.h> has: the deprecated ones of waits and of collectives on active sets,
 * and those of the profiling interface. All others: bindings/openshmem/conformance. */
#include "expect.h"

enum { most_pes = 16, count = 3 };

static int me, pes, next, previous;

/* Element i of PE r. */
#define VALUE(T, r, i) ((T)((r)*5 + (i) + 1))

/* --- Waits --- */

#define CHECK_OLD_WAIT(N, T, call)         \
  do {                                     \
    static volatile T word = 4;            \
    shmem_barrier_all();                   \
    shmem_##N##_p((T*)&word, (T)-3, next); \
    call(&word, 4);                        \
    EXPECT(word == (T)-3);                 \
    shmem_barrier_all();                   \
  } while (0)

/* Both halves of a word, and the last element; values of both signs. */
#define CHECK_SHORT_WAITS(N, T)                                                      \
  static void N##_waits(void) {                                                      \
    static T in_bss[5];                                                              \
    T* words = shmem_calloc(5, sizeof *words);                                       \
    for (int i = 0; i < 5; ++i) {                                                    \
      const T low = (T)(i + 1), high = (T)(-i - 1);                                  \
      EXPECT(!shmem_##N##_test(words + i, SHMEM_CMP_NE, 0));                         \
      shmem_barrier_all();                                                           \
      shmem_##N##_p(words + i, high, next);                                          \
      shmem_##N##_p(in_bss + i, low, next);                                          \
      shmem_##N##_wait_until(words + i, SHMEM_CMP_EQ, high);                         \
      shmem_wait_until(in_bss + i, SHMEM_CMP_GE, low);                               \
      EXPECT(words[i] == high && in_bss[i] == low);                                  \
      EXPECT(shmem_##N##_test(in_bss + i, SHMEM_CMP_LE, low));                       \
      EXPECT(shmem_test((volatile T*)words + i, SHMEM_CMP_LT, 1) == ((T)-1 < (T)0)); \
      shmem_wait_until((volatile T*)words + i, SHMEM_CMP_NE, low);                   \
    }                                                                                \
    shmem_barrier_all();                                                             \
    shmem_free(words);                                                               \
  }
CHECK_SHORT_WAITS(short, short)
CHECK_SHORT_WAITS(ushort, unsigned short)

static void old_waits(void) {
  CHECK_OLD_WAIT(short, short, shmem_short_wait);
  CHECK_OLD_WAIT(int, int, shmem_int_wait);
  CHECK_OLD_WAIT(long, long, shmem_long_wait);
  CHECK_OLD_WAIT(longlong, long long, shmem_longlong_wait);
  CHECK_OLD_WAIT(long, long, shmem_wait);
  static volatile long word;
  shmem_long_p((long*)&word, 6, next);
  (shmem_wait_until)(&word, SHMEM_CMP_GT, 5);
  EXPECT(word == 6);

  short_waits();
  ushort_waits();
}

/* --- Active sets: all PEs --- */

static long sync_words[2][SHMEM_REDUCE_SYNC_SIZE]; /* SHMEM_SYNC_VALUE is 0 */

#define CHECK_SIZED(S)                                                                       \
  static void sized_##S(void) {                                                              \
    typedef uint##S##_t T;                                                                   \
    static T source[most_pes * count], dest[6 * most_pes * count];                           \
    T *const all = dest + count, *const blocks = all + most_pes * count;                     \
    T *const apart = blocks + most_pes * count, *const parts = apart + 2 * most_pes * count; \
    for (int i = 0; i < pes * count; ++i) source[i] = VALUE(T, me, i);                       \
    shmem_barrier_all();                                                                     \
    shmem_broadcast##S(dest, source, count, 0, 0, 0, pes, sync_words[0]);                    \
    shmem_fcollect##S(all, source, count, 0, 0, pes, sync_words[1]);                         \
    shmem_alltoall##S(blocks, source, count, 0, 0, pes, sync_words[0]);                      \
    shmem_alltoalls##S(apart, source, 2, 1, count, 0, 0, pes, sync_words[1]);                \
    shmem_collect##S(parts, source, (size_t)me % 2, 0, 0, pes, sync_words[0]);               \
    for (int r = 0; r < pes; ++r) {                                                          \
      for (int i = 0; i < count; ++i) {                                                      \
        EXPECT(dest[i] == (me == 0 ? 0 : VALUE(T, 0, i)));                                   \
        EXPECT(all[r * count + i] == VALUE(T, r, i));                                        \
        EXPECT(blocks[r * count + i] == VALUE(T, r, me * count + i));                        \
        EXPECT(apart[(r * count + i) * 2] == VALUE(T, r, me * count + i));                   \
      }                                                                                      \
      if (r % 2 == 1) EXPECT(parts[r / 2] == VALUE(T, r, 0));                                \
    }                                                                                        \
    EXPECT(parts[pes / 2] == 0);                                                             \
    shmem_barrier_all();                                                                     \
  }
CHECK_SIZED(32)
CHECK_SIZED(64)

#define TO_ALL(N, op, ...) \
  shmem_##N##_##op##_to_all(__VA_ARGS__, 0, 0, pes, work, sync_words[n++ % 2])
#define CHECK_TO_ALL_BITS(N, T)                                     \
  static void to_all_bits_##N(void) {                               \
    static T source[count], dest[3 * count];                        \
    static T work[count / 2 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE];   \
    int n = 0, odd = 0, any = 0;                                    \
    for (int r = 0; r < pes; ++r) {                                 \
      odd ^= r + 1;                                                 \
      any |= r + 1;                                                 \
    }                                                               \
    for (int i = 0; i < count; ++i) source[i] = (T)((me + 1) | 64); \
    shmem_barrier_all();                                            \
    TO_ALL(N, and, dest, source, count);                            \
    TO_ALL(N, or, dest + count, source, count);                     \
    TO_ALL(N, xor, dest + 2 * count, source, count);                \
    for (int i = 0; i < count; ++i) {                               \
      EXPECT(dest[i] == (T)(pes == 1 ? 65 : 64));                   \
      EXPECT(dest[count + i] == (T)(any | 64));                     \
      EXPECT(dest[2 * count + i] == (T)(odd ^ (pes % 2 ? 64 : 0))); \
    }                                                               \
    shmem_barrier_all();                                            \
  }
ARK_SHMEM_TO_ALL_INTEGERS(CHECK_TO_ALL_BITS)
#define CHECK_TO_ALL_ORDER(N, T)                                       \
  static void to_all_order_##N(void) {                                 \
    static T source[count], dest[2 * count];                           \
    static T work[count / 2 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE];      \
    int n = 0;                                                         \
    for (int i = 0; i < count; ++i) source[i] = (T)(me - i);           \
    shmem_barrier_all();                                               \
    TO_ALL(N, min, dest, source, count);                               \
    TO_ALL(N, max, dest + count, source, count);                       \
    for (int i = 0; i < count; ++i) {                                  \
      EXPECT(dest[i] == (T)-i && dest[count + i] == (T)(pes - 1 - i)); \
    }                                                                  \
    shmem_barrier_all();                                               \
  }
ARK_SHMEM_TO_ALL_REALS(CHECK_TO_ALL_ORDER)
#define CHECK_TO_ALL_SUMS(N, T)                                   \
  static void to_all_sums_##N(void) {                             \
    static T source[count], dest[2 * count];                      \
    static T work[count / 2 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE]; \
    int n = 0, product = 1;                                       \
    for (int r = 0; r < pes; ++r) product *= r % 2 + 1;           \
    for (int i = 0; i < count; ++i) source[i] = (T)(me % 2 + 1);  \
    shmem_barrier_all();                                          \
    TO_ALL(N, sum, dest, source, count);                          \
    TO_ALL(N, prod, dest + count, source, count);                 \
    for (int i = 0; i < count; ++i) {                             \
      EXPECT(dest[i] == (T)(pes + pes / 2));                      \
      EXPECT(dest[count + i] == (T)product);                      \
    }                                                             \
    shmem_barrier_all();                                          \
  }
ARK_SHMEM_TO_ALL_SUMS(CHECK_TO_ALL_SUMS)

/* --- The profiling interface --- */

static void profiling_names(void) {
  static int word;
  static long counter;
  static long sums[1], one[1];
  pshmem_int_p(&word, me + 1, next);
  pshmem_long_atomic_add(&counter, 1, 0);
  pshmem_ctx_long_atomic_inc(SHMEM_CTX_DEFAULT, &counter, 0);
  pshmem_quiet();
  pshmem_ctx_quiet(SHMEM_CTX_DEFAULT);
  pshmem_barrier_all();
  EXPECT(word == previous + 1);
  EXPECT(pshmem_long_g(&counter, 0) == 2 * pes);
  EXPECT(pshmem_long_atomic_fetch(&counter, 0) == 2 * pes);
  one[0] = me;
  EXPECT(pshmem_long_sum_reduce(SHMEM_TEAM_WORLD, sums, one, 1) == 0);
  EXPECT(sums[0] == pes * (pes - 1) / 2);
  EXPECT(pshmem_my_pe() == me && pshmem_n_pes() == pes);
  EXPECT(pshmem_team_my_pe(SHMEM_TEAM_WORLD) == me);
  void* memory = pshmem_malloc(8);
  EXPECT(pshmem_ptr(memory, me) == memory);
  pshmem_free(memory);
}

#define RUN_SIZED(S) sized_##S();
#define RUN_TO_ALL_BITS(N, T) to_all_bits_##N();
#define RUN_TO_ALL_ORDER(N, T) to_all_order_##N();
#define RUN_TO_ALL_SUMS(N, T) to_all_sums_##N();

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  next = (me + 1) % pes;
  previous = (me + pes - 1) % pes;
  if (pes > most_pes) {
    if (me == 0) fprintf(stderr, "%d PEs at most\n", most_pes);
    shmem_global_exit(2);
  }
  old_waits();
  RUN_SIZED(32)
  RUN_SIZED(64)
  ARK_SHMEM_TO_ALL_INTEGERS(RUN_TO_ALL_BITS)
  ARK_SHMEM_TO_ALL_REALS(RUN_TO_ALL_ORDER)
  ARK_SHMEM_TO_ALL_SUMS(RUN_TO_ALL_SUMS)
  shmem_barrier(0, 0, pes, sync_words[0]);
  shmem_sync(0, 0, pes, sync_words[1]); /* the type-generic name, of an active set and of a team */
  EXPECT(shmem_sync(SHMEM_TEAM_WORLD) == 0);
  EXPECT(sync_words[0][0] == SHMEM_SYNC_VALUE && sync_words[1][0] == SHMEM_SYNC_VALUE);
  profiling_names();
  return finish();
}
