/* The collectives of every type, on the world and on a team that numbers the PEs in reverse: as
 * functions of the type and as the type-generic names of C11; those of the sizes on active sets. */
#include <string.h>

#include "expect.h"

enum { most_pes = 16, count = 3 };

static int me, pes;
static shmem_team_t team; /* of the calls below */
static int rank;          /* in it */

#define PLAIN(N, name, ...) shmem_##N##_##name(team, __VA_ARGS__)
#define GENERIC(N, name, ...) shmem_##name(team, __VA_ARGS__)

/* Element i of the PE of rank r. */
#define VALUE(T, r, i) ((T)((r)*5 + (i) + 1))

#define CHECK_MOVES(N, T, CALL)                                                     \
  static void moves_##CALL##_##N(T* dest, T* source) {                              \
    for (int i = 0; i < pes * count * 2; ++i) source[i] = VALUE(T, rank, i);        \
    memset(dest, 0, (size_t)most_pes* count * 5 * sizeof(T));                       \
    T *const all = dest + most_pes * count, *const blocks = all + most_pes * count; \
    T *const apart = blocks + most_pes * count, *const parts = dest + count;        \
    shmem_barrier_all();                                                            \
    EXPECT(CALL(N, broadcast, dest, source, count, pes - 1) == 0);                  \
    EXPECT(CALL(N, collect, parts, source, (size_t)rank % 3) == 0);                 \
    EXPECT(CALL(N, fcollect, all, source, count) == 0);                             \
    EXPECT(CALL(N, alltoall, blocks, source, count) == 0);                          \
    EXPECT(CALL(N, alltoalls, apart, source, 2, 1, count) == 0);                    \
    int at = 0;                                                                     \
    for (int r = 0; r < pes; ++r) {                                                 \
      for (int i = 0; i < count; ++i) {                                             \
        EXPECT(dest[i] == VALUE(T, pes - 1, i));                                    \
        EXPECT(all[r * count + i] == VALUE(T, r, i));                               \
        EXPECT(blocks[r * count + i] == VALUE(T, r, rank * count + i));             \
        EXPECT(apart[(r * count + i) * 2] == VALUE(T, r, rank * count + i));        \
        EXPECT(apart[(r * count + i) * 2 + 1] == 0);                                \
      }                                                                             \
      for (int i = 0; i < r % 3; ++i) EXPECT(parts[at++] == VALUE(T, r, i));        \
    }                                                                               \
    EXPECT(parts[at] == 0);                                                         \
    shmem_barrier_all();                                                            \
  }
#define CHECK_ORDER(N, T, CALL)                                                \
  static void order_##CALL##_##N(T* dest, T* source) {                         \
    for (int i = 0; i < count; ++i) {                                          \
      source[i] = (T)(i == 0 ? rank + 1 : i == 1 ? pes - rank : rank % 2);     \
    }                                                                          \
    shmem_barrier_all();                                                       \
    EXPECT(CALL(N, min_reduce, dest, source, count) == 0);                     \
    EXPECT(CALL(N, max_reduce, dest + count, source, count) == 0);             \
    EXPECT(dest[0] == 1 && dest[1] == 1 && dest[2] == 0);                      \
    EXPECT(dest[3] == (T)pes && dest[4] == (T)pes && dest[5] == (T)(pes > 1)); \
    shmem_barrier_all();                                                       \
  }
#define CHECK_SUMS(N, T, CALL)                                         \
  static void sums_##CALL##_##N(T* dest, T* source) {                  \
    T sum[count], below[count], product[count];                        \
    for (int i = 0; i < count; ++i) {                                  \
      source[i] = (T)((rank + i) % 3 + 1);                             \
      sum[i] = below[i] = 0;                                           \
      product[i] = 1;                                                  \
      for (int r = 0; r < pes; ++r) {                                  \
        const T theirs = (T)((r + i) % 3 + 1);                         \
        sum[i] = (T)(sum[i] + theirs);                                 \
        product[i] = (T)(product[i] * theirs);                         \
        if (r < rank) below[i] = (T)(below[i] + theirs);               \
      }                                                                \
    }                                                                  \
    shmem_barrier_all();                                               \
    EXPECT(CALL(N, sum_reduce, dest, source, count) == 0);             \
    EXPECT(CALL(N, prod_reduce, dest + count, source, count) == 0);    \
    EXPECT(CALL(N, sum_inscan, dest + 2 * count, source, count) == 0); \
    EXPECT(CALL(N, sum_exscan, dest + 3 * count, source, count) == 0); \
    for (int i = 0; i < count; ++i) {                                  \
      EXPECT(dest[i] == sum[i] && dest[count + i] == product[i]);      \
      EXPECT(dest[2 * count + i] == (T)(below[i] + source[i]));        \
      EXPECT(dest[3 * count + i] == below[i]);                         \
    }                                                                  \
    shmem_barrier_all();                                               \
  }
#define CHECK_BITS(N, T, CALL)                                         \
  static void bits_##CALL##_##N(T* dest, T* source) {                  \
    T odd = 0, any = 0;                                                \
    for (int r = 0; r < pes; ++r) {                                    \
      odd = (T)(odd ^ (r + 1));                                        \
      any = (T)(any | (r + 1));                                        \
    }                                                                  \
    for (int i = 0; i < count; ++i) source[i] = (T)((rank + 1) | 64);  \
    shmem_barrier_all();                                               \
    EXPECT(CALL(N, and_reduce, dest, source, count) == 0);             \
    EXPECT(CALL(N, or_reduce, dest + count, source, count) == 0);      \
    EXPECT(CALL(N, xor_reduce, dest + 2 * count, source, count) == 0); \
    for (int i = 0; i < count; ++i) {                                  \
      EXPECT(dest[i] == (T)(pes == 1 ? 65 : 64));                      \
      EXPECT(dest[count + i] == (T)(any | 64));                        \
      EXPECT(dest[2 * count + i] == (T)(odd ^ (pes % 2 ? 64 : 0)));    \
    }                                                                  \
    shmem_barrier_all();                                               \
  }

#define CHECK_FORMS(FAMILY, family, N, T)            \
  FAMILY(N, T, PLAIN)                                \
  FAMILY(N, T, GENERIC)                              \
  static void family##_##N(char* memory) {           \
    static T source[most_pes * count * 2];           \
    family##_PLAIN_##N((T*)(void*)memory, source);   \
    family##_GENERIC_##N((T*)(void*)memory, source); \
  }
#define MOVES(N, T) CHECK_FORMS(CHECK_MOVES, moves, N, T)
#define ORDER(N, T) CHECK_FORMS(CHECK_ORDER, order, N, T)
#define SUMS(N, T) CHECK_FORMS(CHECK_SUMS, sums, N, T)
#define BITS(N, T) CHECK_FORMS(CHECK_BITS, bits, N, T)
ARK_SHMEM_RMA_TYPES(MOVES)
ARK_SHMEM_RMA_TYPES(ORDER)
ARK_SHMEM_SUM_TYPES(SUMS)
ARK_SHMEM_BITS_TYPES(BITS)

/* --- Bytes --- */

static void bytes(void) {
  static char source[most_pes * count], dest[5 * most_pes * count];
  memset(dest, 0, sizeof dest);
  char *const all = dest + count, *const blocks = all + most_pes * count;
  char *const apart = blocks + most_pes * count, *const parts = apart + 2 * most_pes * count - 1;
  for (int i = 0; i < pes * count; ++i) source[i] = VALUE(char, rank, i);
  shmem_barrier_all();
  EXPECT(shmem_broadcastmem(team, dest, source, count, 0) == 0);
  EXPECT(shmem_fcollectmem(team, all, source, count) == 0);
  EXPECT(shmem_alltoallmem(team, blocks, source, count) == 0);
  EXPECT(shmem_alltoallsmem(team, apart, source, 2, 1, count) == 0);
  EXPECT(shmem_collectmem(team, parts, source, rank == 0 ? 1 : 0) == 0);
  for (int r = 0; r < pes; ++r) {
    for (int i = 0; i < count; ++i) {
      EXPECT(dest[i] == VALUE(char, 0, i) && all[r * count + i] == VALUE(char, r, i));
      EXPECT(blocks[r * count + i] == VALUE(char, r, rank* count + i));
      EXPECT(apart[(r * count + i) * 2] == VALUE(char, r, rank* count + i));
    }
  }
  EXPECT(parts[0] == VALUE(char, 0, 0) && parts[1] == 0);
  shmem_barrier_all();
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

#define RUN_MOVES(N, T) moves_##N(memory);
#define RUN_ORDER(N, T) order_##N(memory);
#define RUN_SUMS(N, T) sums_##N(memory);
#define RUN_BITS(N, T) bits_##N(memory);
#define RUN_SIZED(S) sized_##S();
#define RUN_TO_ALL_BITS(N, T) to_all_bits_##N();
#define RUN_TO_ALL_ORDER(N, T) to_all_order_##N();
#define RUN_TO_ALL_SUMS(N, T) to_all_sums_##N();

static void on_team(shmem_team_t of, char* memory) {
  team = of;
  rank = shmem_team_my_pe(of);
  ARK_SHMEM_RMA_TYPES(RUN_MOVES)
  ARK_SHMEM_RMA_TYPES(RUN_ORDER)
  ARK_SHMEM_SUM_TYPES(RUN_SUMS)
  ARK_SHMEM_BITS_TYPES(RUN_BITS)
  bytes();
  EXPECT(shmem_team_sync(of) == 0);
  EXPECT(shmem_sync(of) == 0);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  if (pes > most_pes) {
    if (me == 0) fprintf(stderr, "%d PEs at most\n", most_pes);
    shmem_global_exit(2);
  }
  char* memory = shmem_malloc((size_t)most_pes * count * 5 * sizeof(long double));
  shmem_team_t reversed = SHMEM_TEAM_INVALID;
  EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &reversed) == 0);
  on_team(SHMEM_TEAM_WORLD, memory);
  on_team(reversed, memory);
  shmem_team_destroy(reversed);

  RUN_SIZED(32)
  RUN_SIZED(64)
  ARK_SHMEM_TO_ALL_INTEGERS(RUN_TO_ALL_BITS)
  ARK_SHMEM_TO_ALL_REALS(RUN_TO_ALL_ORDER)
  ARK_SHMEM_TO_ALL_SUMS(RUN_TO_ALL_SUMS)
  shmem_barrier(0, 0, pes, sync_words[0]);
  shmem_sync(0, 0, pes, sync_words[1]); /* the type-generic name */
  EXPECT(sync_words[0][0] == SHMEM_SYNC_VALUE && sync_words[1][0] == SHMEM_SYNC_VALUE);
  shmem_free(memory);
  return finish();
}
