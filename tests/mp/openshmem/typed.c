/* put, get, atomics and waits of every type, between neighbours: as functions of the type, as the
 * type-generic names of C11, on the default context and on one of a team that numbers the PEs in
 * reverse. */
#include <string.h>

#include "expect.h"

enum { elements = 16 };

static int me, pes, next, previous;
static shmem_team_t reversed;
static shmem_ctx_t ctx;

/* How a function of type N is called. The last argument of each is the PE. */
#define PLAIN(N, name, ...) shmem_##N##_##name(__VA_ARGS__, next)
#define CTX(N, name, ...) shmem_ctx_##N##_##name(ctx, __VA_ARGS__, pes - 1 - next)
#define GENERIC(N, name, ...) shmem_##name(__VA_ARGS__, next)
#define GENERIC_CTX(N, name, ...) shmem_##name(ctx, __VA_ARGS__, pes - 1 - next)
#define SIZED(name, ...) shmem_##name(__VA_ARGS__, next)
#define SIZED_CTX(name, ...) shmem_ctx_##name(ctx, __VA_ARGS__, pes - 1 - next)

static void complete(void) {
  shmem_quiet();
  shmem_ctx_quiet(ctx);
}

static void complete_all(void) {
  complete();
  shmem_barrier_all();
}

/* --- RMA --- */

/* Element i of the destination is element origin[i] of the source; -1: it keeps its value. */
static const int origin[elements] = {0, 1, 2, 3, 4, 5, -1, 8, -1, 11, 0, 1, -1, 2, 3, -1};

#define VALUE(T, pe, i) ((T)((pe)*20 + (i) + 1))
#define EXPECTED(T, pe, i) (origin[i] < 0 ? (T)0 : VALUE(T, pe, origin[i]))

#define CHECK_RMA(N, T, CALL)                                                     \
  static void rma_##CALL##_##N(T* dest, T* source, uint64_t* signal) {            \
    T mine[elements], got[elements];                                              \
    for (int i = 0; i < elements; ++i) {                                          \
      mine[i] = source[i] = VALUE(T, me, i);                                      \
      dest[i] = got[i] = 0;                                                       \
    }                                                                             \
    *signal = 0;                                                                  \
    shmem_barrier_all();                                                          \
    CALL(N, put, dest, mine, 2);                                                  \
    CALL(N, put_nbi, dest + 2, mine + 2, 2);                                      \
    CALL(N, p, dest + 4, mine[4]);                                                \
    CALL(N, iput, dest + 5, mine + 5, 2, 3, 3);                                   \
    CALL(N, ibput, dest + 10, mine, 3, 2, 2, 2);                                  \
    CALL(N, get, got, source, 2);                                                 \
    CALL(N, get_nbi, got + 2, source + 2, 2);                                     \
    got[4] = CALL(N, g, (const T*)source + 4);                                    \
    CALL(N, iget, got + 5, source + 5, 2, 3, 3);                                  \
    CALL(N, ibget, got + 10, source, 3, 2, 2, 2);                                 \
    complete_all();                                                               \
    for (int i = 0; i < elements; ++i) {                                          \
      EXPECT(dest[i] == EXPECTED(T, previous, i));                                \
      EXPECT(got[i] == EXPECTED(T, next, i));                                     \
    }                                                                             \
    shmem_barrier_all();                                                          \
    CALL(N, put, dest, mine, 0);                                                  \
    CALL(N, put_signal, dest, mine + 1, 2, signal, 3, SHMEM_SIGNAL_SET);          \
    EXPECT(shmem_signal_wait_until(signal, SHMEM_CMP_EQ, 3) == 3);                \
    EXPECT(dest[0] == VALUE(T, previous, 1) && dest[1] == VALUE(T, previous, 2)); \
    complete_all();                                                               \
    CALL(N, put_signal_nbi, dest, mine + 4, 2, signal, 4, SHMEM_SIGNAL_ADD);      \
    EXPECT(shmem_signal_wait_until(signal, SHMEM_CMP_GE, 7) == 7);                \
    EXPECT(dest[0] == VALUE(T, previous, 4) && dest[1] == VALUE(T, previous, 5)); \
    complete_all();                                                               \
  }
#define CHECK_RMA_FORMS(N, T)                                        \
  static T static_dest_##N[elements], static_source_##N[elements];   \
  CHECK_RMA(N, T, PLAIN)                                             \
  CHECK_RMA(N, T, CTX)                                               \
  CHECK_RMA(N, T, GENERIC)                                           \
  CHECK_RMA(N, T, GENERIC_CTX)                                       \
  static void rma_##N(void) {                                        \
    static uint64_t static_signal;                                   \
    T* memory = shmem_malloc(2 * elements * sizeof(T));              \
    uint64_t* signal = shmem_malloc(sizeof(uint64_t));               \
    rma_PLAIN_##N(memory, memory + elements, signal);                \
    rma_CTX_##N(static_dest_##N, static_source_##N, &static_signal); \
    rma_GENERIC_##N(memory, static_source_##N, &static_signal);      \
    rma_GENERIC_CTX_##N(static_dest_##N, memory, signal);            \
    shmem_free(signal);                                              \
    shmem_free(memory);                                              \
  }
ARK_SHMEM_RMA_TYPES(CHECK_RMA_FORMS)

#define CHECK_MOVES(S, B, CALL)                      \
  CALL(put##S, dest, mine, 2);                       \
  CALL(put##S##_nbi, dest + 2 * B, mine + 2 * B, 3); \
  CALL(get##S, got, source, 2);                      \
  CALL(get##S##_nbi, got + 2 * B, source + 2 * B, 3);
#define CHECK_SIGNALS(S, B, CALL)                                                                 \
  CALL(put##S##_signal, dest, mine + B, 2, signal, 3, SHMEM_SIGNAL_SET);                          \
  EXPECT(shmem_signal_wait_until(signal, SHMEM_CMP_EQ, 3) == 3);                                  \
  EXPECT(dest[0] == byte_of(previous, B) && dest[2 * B - 1] == byte_of(previous, 3 * B - 1));     \
  complete_all();                                                                                 \
  CALL(put##S##_signal_nbi, dest, mine + 4 * B, 2, signal, 4, SHMEM_SIGNAL_ADD);                  \
  EXPECT(shmem_signal_wait_until(signal, SHMEM_CMP_GE, 7) == 7);                                  \
  EXPECT(dest[0] == byte_of(previous, 4 * B) && dest[2 * B - 1] == byte_of(previous, 6 * B - 1)); \
  complete_all();

static char byte_of(int pe, int i) { return (char)(pe * 37 + i * 5 + 1); }

static char sized_dest[elements * 16], sized_source[elements * 16];

#define SIZED_BEGIN                                                             \
  char mine[elements * 16], got[elements * 16];                                 \
  char *const dest = sized_dest, *const source = sized_source;                  \
  static uint64_t one_signal;                                                   \
  uint64_t* const signal = &one_signal;                                         \
  *signal = 0;                                                                  \
  memset(dest, 0, sizeof sized_dest);                                           \
  memset(got, 0, sizeof got);                                                   \
  for (int i = 0; i < elements * 16; ++i) mine[i] = source[i] = byte_of(me, i); \
  shmem_barrier_all();

/* The bytes of the neighbours, by the table. */
static void check_sized(const char* dest, const char* got, int bytes, int count) {
  for (int i = 0; i < count * bytes; ++i) {
    const int from = origin[i / bytes] * bytes + i % bytes;
    EXPECT(dest[i] == (origin[i / bytes] < 0 ? 0 : byte_of(previous, from)));
    EXPECT(got[i] == (origin[i / bytes] < 0 ? 0 : byte_of(next, from)));
  }
}

#define CHECK_SIZED(S, B, CALL)                          \
  static void sized_##CALL##_##S(void) {                 \
    SIZED_BEGIN                                          \
    CHECK_MOVES(S, B, CALL)                              \
    CALL(iput##S, dest + 5 * B, mine + 5 * B, 2, 3, 3);  \
    CALL(ibput##S, dest + 10 * B, mine, 3, 2, 2, 2);     \
    CALL(iget##S, got + 5 * B, source + 5 * B, 2, 3, 3); \
    CALL(ibget##S, got + 10 * B, source, 3, 2, 2, 2);    \
    complete_all();                                      \
    check_sized(dest, got, B, elements);                 \
    shmem_barrier_all();                                 \
    CHECK_SIGNALS(S, B, CALL)                            \
  }
#define CHECK_SIZED_FORMS(S, B) \
  CHECK_SIZED(S, B, SIZED)      \
  CHECK_SIZED(S, B, SIZED_CTX)
ARK_SHMEM_SIZES(CHECK_SIZED_FORMS)

#define CHECK_MEM(CALL)           \
  static void mem_##CALL(void) {  \
    SIZED_BEGIN                   \
    CHECK_MOVES(mem, 1, CALL)     \
    complete_all();               \
    check_sized(dest, got, 1, 5); \
    shmem_barrier_all();          \
    CHECK_SIGNALS(mem, 1, CALL)   \
  }
CHECK_MEM(SIZED)
CHECK_MEM(SIZED_CTX)

/* --- Atomics: each PE on its own word of the next PE --- */

#define CHECK_EXTENDED(N, T, CALL)                         \
  static void extended_##CALL##_##N(T* word) {             \
    T fetched[2] = {0, 0};                                 \
    CALL(N, atomic_set, word, (T)5);                       \
    complete();                                            \
    EXPECT(CALL(N, atomic_fetch, (const T*)word) == (T)5); \
    EXPECT(CALL(N, atomic_swap, word, (T)6) == (T)5);      \
    CALL(N, atomic_fetch_nbi, fetched, word);              \
    complete();                                            \
    CALL(N, atomic_swap_nbi, fetched + 1, word, (T)7);     \
    complete();                                            \
    EXPECT(fetched[0] == (T)6 && fetched[1] == (T)6);      \
    complete_all();                                        \
    EXPECT(*word == (T)7);                                 \
    shmem_barrier_all();                                   \
  }
#define CHECK_EXTENDED_OLD(N, T, CALL)              \
  static void extended_old_##CALL##_##N(T* word) {  \
    CALL(N, set, word, (T)8);                       \
    complete();                                     \
    EXPECT(CALL(N, fetch, (const T*)word) == (T)8); \
    EXPECT(CALL(N, swap, word, (T)9) == (T)8);      \
    complete_all();                                 \
    EXPECT(*word == (T)9);                          \
    shmem_barrier_all();                            \
  }
#define CHECK_EXTENDED_FORMS(N, T)        \
  CHECK_EXTENDED(N, T, PLAIN)             \
  CHECK_EXTENDED(N, T, CTX)               \
  CHECK_EXTENDED(N, T, GENERIC)           \
  CHECK_EXTENDED(N, T, GENERIC_CTX)       \
  CHECK_EXTENDED_OLD(N, T, PLAIN)         \
  CHECK_EXTENDED_OLD(N, T, GENERIC)       \
  static void extended_##N(void) {        \
    static T in_data = 1;                 \
    T* word = shmem_calloc(1, sizeof(T)); \
    extended_PLAIN_##N(word);             \
    extended_CTX_##N(&in_data);           \
    extended_GENERIC_##N(word);           \
    extended_GENERIC_CTX_##N(&in_data);   \
    extended_old_PLAIN_##N(word);         \
    extended_old_GENERIC_##N(&in_data);   \
    shmem_free(word);                     \
  }
ARK_SHMEM_EXTENDED_TYPES(CHECK_EXTENDED_FORMS)

#define CHECK_STANDARD(N, T, CALL)                                   \
  static void standard_##CALL##_##N(T* word) {                       \
    T fetched = 0;                                                   \
    *word = (T)-1;                                                   \
    shmem_barrier_all();                                             \
    CALL(N, atomic_inc, word);                                       \
    complete();                                                      \
    EXPECT(CALL(N, atomic_fetch_inc, word) == (T)0);                 \
    CALL(N, atomic_add, word, (T)3);                                 \
    complete();                                                      \
    EXPECT(CALL(N, atomic_fetch_add, word, (T)5) == (T)4);           \
    EXPECT(CALL(N, atomic_compare_swap, word, (T)8, (T)50) == (T)9); \
    EXPECT(CALL(N, atomic_compare_swap, word, (T)9, (T)20) == (T)9); \
    CALL(N, atomic_fetch_inc_nbi, &fetched, word);                   \
    complete();                                                      \
    EXPECT(fetched == (T)20);                                        \
    CALL(N, atomic_fetch_add_nbi, &fetched, word, (T)1);             \
    complete();                                                      \
    EXPECT(fetched == (T)21);                                        \
    CALL(N, atomic_compare_swap_nbi, &fetched, word, (T)22, (T)-2);  \
    complete();                                                      \
    EXPECT(fetched == (T)22);                                        \
    shmem_barrier_all();                                             \
    EXPECT(*word == (T)-2);                                          \
    shmem_barrier_all();                                             \
  }
#define CHECK_STANDARD_OLD(N, T, CALL)                  \
  static void standard_old_##CALL##_##N(T* word) {      \
    *word = 0;                                          \
    shmem_barrier_all();                                \
    CALL(N, inc, word);                                 \
    complete();                                         \
    EXPECT(CALL(N, finc, word) == (T)1);                \
    CALL(N, add, word, (T)3);                           \
    complete();                                         \
    EXPECT(CALL(N, fadd, word, (T)4) == (T)5);          \
    EXPECT(CALL(N, cswap, word, (T)9, (T)20) == (T)9);  \
    EXPECT(CALL(N, cswap, word, (T)9, (T)30) == (T)20); \
    complete_all();                                     \
    EXPECT(*word == (T)20);                             \
    shmem_barrier_all();                                \
  }
#define CHECK_STANDARD_FORMS(N, T)        \
  CHECK_STANDARD(N, T, PLAIN)             \
  CHECK_STANDARD(N, T, CTX)               \
  CHECK_STANDARD(N, T, GENERIC)           \
  CHECK_STANDARD(N, T, GENERIC_CTX)       \
  CHECK_STANDARD_OLD(N, T, PLAIN)         \
  CHECK_STANDARD_OLD(N, T, GENERIC)       \
  static void standard_##N(void) {        \
    static T in_data = 1;                 \
    T* word = shmem_calloc(1, sizeof(T)); \
    standard_PLAIN_##N(word);             \
    standard_CTX_##N(&in_data);           \
    standard_GENERIC_##N(&in_data);       \
    standard_GENERIC_CTX_##N(word);       \
    standard_old_PLAIN_##N(word);         \
    standard_old_GENERIC_##N(&in_data);   \
    shmem_free(word);                     \
  }
ARK_SHMEM_AMO_TYPES(CHECK_STANDARD_FORMS)

#define CHECK_BITWISE(N, T, CALL)                                                    \
  static void bitwise_##CALL##_##N(T* word) {                                        \
    const T high = (T)((T)1 << (sizeof(T) * 8 - 2));                                 \
    T fetched[3] = {0, 0, 0};                                                        \
    *word = (T)(high | 0xff);                                                        \
    shmem_barrier_all();                                                             \
    CALL(N, atomic_and, word, (T)(high | 0x7e));                                     \
    complete();                                                                      \
    EXPECT(CALL(N, atomic_fetch_and, word, (T)(high | 0x3c)) == (T)(high | 0x7e));   \
    CALL(N, atomic_or, word, (T)0x01);                                               \
    complete();                                                                      \
    EXPECT(CALL(N, atomic_fetch_or, word, (T)0x02) == (T)(high | 0x3d));             \
    CALL(N, atomic_xor, word, (T)0x0f);                                              \
    complete();                                                                      \
    EXPECT(CALL(N, atomic_fetch_xor, word, high) == (T)(high | 0x30));               \
    CALL(N, atomic_fetch_or_nbi, fetched, word, (T)0x0f);                            \
    complete();                                                                      \
    CALL(N, atomic_fetch_and_nbi, fetched + 1, word, (T)0x1e);                       \
    complete();                                                                      \
    CALL(N, atomic_fetch_xor_nbi, fetched + 2, word, (T)0xff);                       \
    complete();                                                                      \
    EXPECT(fetched[0] == (T)0x30 && fetched[1] == (T)0x3f && fetched[2] == (T)0x1e); \
    shmem_barrier_all();                                                             \
    EXPECT(*word == (T)0xe1);                                                        \
    shmem_barrier_all();                                                             \
  }
#define CHECK_BITWISE_FORMS(N, T)      \
  CHECK_BITWISE(N, T, PLAIN)           \
  CHECK_BITWISE(N, T, CTX)             \
  CHECK_BITWISE(N, T, GENERIC)         \
  CHECK_BITWISE(N, T, GENERIC_CTX)     \
  static void bitwise_##N(void) {      \
    static T in_bss;                   \
    T* word = shmem_malloc(sizeof(T)); \
    bitwise_PLAIN_##N(word);           \
    bitwise_CTX_##N(&in_bss);          \
    bitwise_GENERIC_##N(&in_bss);      \
    bitwise_GENERIC_CTX_##N(word);     \
    shmem_free(word);                  \
  }
ARK_SHMEM_BITWISE_TYPES(CHECK_BITWISE_FORMS)

/* The sums of all PEs' increments of one word: none is lost. */
static void contention(void) {
  enum { rounds = 200 };
  static long counter;
  static unsigned int bits;
  int32_t* small = shmem_calloc(1, sizeof *small);
  for (int i = 0; i < rounds; ++i) {
    shmem_long_atomic_inc(&counter, 0);
    shmem_ctx_int32_atomic_add(ctx, small, 2, pes - 1); /* PE 0 */
  }
  shmem_uint_atomic_xor(&bits, 1u << (me % 32), 0);
  complete_all();
  EXPECT(shmem_long_g(&counter, 0) == (long)rounds * pes);
  EXPECT(shmem_int32_g(small, 0) == 2 * rounds * pes);
  EXPECT(shmem_uint_g(&bits, 0) == (1u << pes) - 1);
  shmem_free(small);
}

/* --- wait and test --- */

#define WAIT_PLAIN(N, T, name, words, ...) shmem_##N##_##name(words, __VA_ARGS__)
#define WAIT_GENERIC(N, T, name, words, ...) shmem_##name(words, __VA_ARGS__)
#define WAIT_VOLATILE(N, T, name, words, ...) shmem_##name((volatile T*)(words), __VA_ARGS__)

/* While the words are {0, 0, 0, 0}, nothing is on its way. */
#define CHECK_TEST(N, T, CALL)                                                                  \
  static void test_##CALL##_##N(T* words) {                                                     \
    const int all_masked[4] = {1, 1, 1, 1}, first_masked[4] = {1, 0, 0, 0};                     \
    const T one_zero[4] = {1, 1, 0, 1}, zeros[4] = {0, 0, 0, 0};                                \
    size_t indices[4] = {9, 9, 9, 9};                                                           \
    EXPECT(!CALL(N, T, test, words, SHMEM_CMP_EQ, 1));                                          \
    EXPECT(CALL(N, T, test, words, SHMEM_CMP_EQ, 0));                                           \
    EXPECT(!CALL(N, T, test, words, SHMEM_CMP_NE, 0));                                          \
    EXPECT(!CALL(N, T, test, words, SHMEM_CMP_GT, 0));                                          \
    EXPECT(CALL(N, T, test, words, SHMEM_CMP_GE, 0));                                           \
    EXPECT(CALL(N, T, test, words, SHMEM_CMP_LT, 1));                                           \
    EXPECT(CALL(N, T, test, words, SHMEM_CMP_LE, 0));                                           \
    EXPECT(!!CALL(N, T, test, words, SHMEM_CMP_GT, (T)-1) == ((T)-1 < (T)1));                   \
    EXPECT(CALL(N, T, test_all, words, 4, NULL, SHMEM_CMP_EQ, 0));                              \
    EXPECT(!CALL(N, T, test_all, words, 4, first_masked, SHMEM_CMP_EQ, 1));                     \
    EXPECT(CALL(N, T, test_all, words, 4, all_masked, SHMEM_CMP_EQ, 1));                        \
    EXPECT(CALL(N, T, test_all, words, 0, NULL, SHMEM_CMP_EQ, 1));                              \
    EXPECT(!CALL(N, T, test_all_vector, words, 4, NULL, SHMEM_CMP_EQ, one_zero));               \
    EXPECT(CALL(N, T, test_all_vector, words, 4, NULL, SHMEM_CMP_EQ, zeros));                   \
    EXPECT(CALL(N, T, test_any, words, 4, NULL, SHMEM_CMP_EQ, 1) == SIZE_MAX);                  \
    EXPECT(CALL(N, T, test_any, words, 4, all_masked, SHMEM_CMP_EQ, 0) == SIZE_MAX);            \
    EXPECT(CALL(N, T, test_any, words, 0, NULL, SHMEM_CMP_EQ, 0) == SIZE_MAX);                  \
    EXPECT(CALL(N, T, test_any, words, 4, first_masked, SHMEM_CMP_EQ, 0) - 1 < 3);              \
    EXPECT(CALL(N, T, test_any_vector, words, 4, NULL, SHMEM_CMP_EQ, one_zero) == 2);           \
    EXPECT(CALL(N, T, test_some, words, 4, indices, NULL, SHMEM_CMP_EQ, 1) == 0);               \
    EXPECT(CALL(N, T, test_some, words, 4, indices, all_masked, SHMEM_CMP_EQ, 0) == 0);         \
    EXPECT(CALL(N, T, test_some, words, 4, indices, first_masked, SHMEM_CMP_EQ, 0) == 3);       \
    EXPECT(indices[0] == 1 && indices[1] == 2 && indices[2] == 3);                              \
    EXPECT(CALL(N, T, test_some_vector, words, 4, indices, NULL, SHMEM_CMP_EQ, one_zero) == 1); \
    EXPECT(indices[0] == 2);                                                                    \
    CALL(N, T, wait_until_all, words, 0, NULL, SHMEM_CMP_EQ, 1);                                \
    CALL(N, T, wait_until_all, words, 4, all_masked, SHMEM_CMP_EQ, 1);                          \
    EXPECT(CALL(N, T, wait_until_any, words, 4, all_masked, SHMEM_CMP_EQ, 0) == SIZE_MAX);      \
    EXPECT(CALL(N, T, wait_until_some, words, 4, indices, all_masked, SHMEM_CMP_EQ, 0) == 0);   \
    shmem_barrier_all();                                                                        \
  }
/* The previous PE writes {0, 5, 0, 7}, then {-1, 5, 0, 7}. */
#define CHECK_WAIT(N, T, CALL)                                                                     \
  static void wait_##CALL##_##N(T* words) {                                                        \
    const int even_masked[4] = {1, 0, 1, 0}, first_set_masked[4] = {0, 1, 0, 0};                   \
    const T only_last[4] = {9, 9, 9, 7}, after[4] = {0, 5, 0, 7};                                  \
    size_t indices[4] = {9, 9, 9, 9};                                                              \
    shmem_##N##_atomic_set(words + 3, 7, next);                                                    \
    shmem_##N##_atomic_set(words + 1, 5, next);                                                    \
    EXPECT(CALL(N, T, wait_until_any, words, 4, first_set_masked, SHMEM_CMP_NE, 0) == 3);          \
    EXPECT(CALL(N, T, wait_until_any_vector, words, 4, NULL, SHMEM_CMP_EQ, only_last) == 3);       \
    EXPECT(CALL(N, T, wait_until_some_vector, words, 4, indices, NULL, SHMEM_CMP_EQ, only_last) == \
           1);                                                                                     \
    EXPECT(indices[0] == 3);                                                                       \
    EXPECT(CALL(N, T, wait_until_some, words, 4, indices, first_set_masked, SHMEM_CMP_GE, 5) ==    \
           1);                                                                                     \
    EXPECT(indices[0] == 3);                                                                       \
    CALL(N, T, wait_until, words + 1, SHMEM_CMP_EQ, 5);                                            \
    CALL(N, T, wait_until_all, words, 4, even_masked, SHMEM_CMP_GE, 5);                            \
    CALL(N, T, wait_until_all_vector, words, 4, NULL, SHMEM_CMP_EQ, after);                        \
    EXPECT(CALL(N, T, test_some, words, 4, indices, NULL, SHMEM_CMP_GT, 4) == 2);                  \
    EXPECT(indices[0] == 1 && indices[1] == 3);                                                    \
    complete_all();                                                                                \
    shmem_##N##_p(words, (T)-1, next);                                                             \
    CALL(N, T, wait_until, words, SHMEM_CMP_NE, 0);                                                \
    EXPECT(!!CALL(N, T, test, words, SHMEM_CMP_LT, 1) == ((T)-1 < (T)1));                          \
    EXPECT(!!CALL(N, T, test, words, SHMEM_CMP_LE, 1) == ((T)-1 < (T)1));                          \
    complete_all();                                                                                \
    for (int i = 0; i < 4; ++i) words[i] = 0;                                                      \
    shmem_barrier_all();                                                                           \
  }
#define CHECK_WAIT_FORMS(N, T)             \
  CHECK_TEST(N, T, WAIT_PLAIN)             \
  CHECK_TEST(N, T, WAIT_GENERIC)           \
  CHECK_TEST(N, T, WAIT_VOLATILE)          \
  CHECK_WAIT(N, T, WAIT_PLAIN)             \
  CHECK_WAIT(N, T, WAIT_GENERIC)           \
  CHECK_WAIT(N, T, WAIT_VOLATILE)          \
  static void wait_##N(void) {             \
    static T in_bss[4];                    \
    T* words = shmem_calloc(4, sizeof(T)); \
    test_WAIT_PLAIN_##N(words);            \
    test_WAIT_GENERIC_##N(in_bss);         \
    test_WAIT_VOLATILE_##N(words);         \
    wait_WAIT_PLAIN_##N(words);            \
    wait_WAIT_GENERIC_##N(words);          \
    wait_WAIT_VOLATILE_##N(in_bss);        \
    shmem_free(words);                     \
  }
ARK_SHMEM_AMO_TYPES(CHECK_WAIT_FORMS)

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
    complete_all();                                                                  \
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

/* --- Signals, and the rest --- */

static void signals(void) {
  static uint64_t word;
  shmem_signal_set(&word, 3, next);
  EXPECT(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 3) == 3);
  complete_all();
  shmem_ctx_signal_add(ctx, &word, 4, pes - 1 - next);
  EXPECT(shmem_signal_wait_until(&word, SHMEM_CMP_GT, 3) == 7);
  complete_all();
  shmem_signal_add(&word, 1, next);
  EXPECT(shmem_signal_wait_until(&word, SHMEM_CMP_NE, 7) == 8);
  complete_all();
  shmem_ctx_signal_set(ctx, &word, UINT64_MAX, pes - 1 - next);
  EXPECT(shmem_signal_wait_until(&word, SHMEM_CMP_GE, 9) == UINT64_MAX);
  EXPECT(shmem_signal_fetch(&word) == UINT64_MAX);
  complete_all();
  shmem_signal_set(ctx, &word, 5, next); /* the names with a context in C11 */
  EXPECT(shmem_signal_wait_until(&word, SHMEM_CMP_EQ, 5) == 5);
  complete_all();
  shmem_signal_add(ctx, &word, 2, pes - 1 - next);
  EXPECT(shmem_signal_wait_until(&word, SHMEM_CMP_GT, 5) == 7);
  complete_all();
}

static void profiling_names(void) {
  static int word;
  static long counter;
  static long sums[1], one[1];
  pshmem_int_p(&word, me + 1, next);
  pshmem_long_atomic_add(&counter, 1, 0);
  pshmem_ctx_long_atomic_inc(ctx, &counter, pes - 1);
  pshmem_quiet();
  pshmem_ctx_quiet(ctx);
  pshmem_barrier_all();
  EXPECT(word == previous + 1);
  EXPECT(pshmem_long_g(&counter, 0) == 2 * pes);
  EXPECT(pshmem_long_atomic_fetch(&counter, 0) == 2 * pes);
  one[0] = me;
  EXPECT(pshmem_long_sum_reduce(SHMEM_TEAM_WORLD, sums, one, 1) == 0);
  EXPECT(sums[0] == pes * (pes - 1) / 2);
  EXPECT(pshmem_my_pe() == me && pshmem_n_pes() == pes);
  EXPECT(pshmem_team_my_pe(reversed) == pes - 1 - me);
  void* memory = pshmem_malloc(8);
  EXPECT(pshmem_ptr(memory, me) == memory);
  pshmem_free(memory);
}

static void contexts(void) {
  shmem_team_t team = SHMEM_TEAM_INVALID;
  EXPECT(shmem_ctx_get_team(ctx, &team) == 0 && team == reversed);
  EXPECT(shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &team) == 0 && team == SHMEM_TEAM_WORLD);
  EXPECT(shmem_ctx_get_team(SHMEM_CTX_INVALID, &team) != 0 && team == SHMEM_TEAM_INVALID);
  EXPECT(shmem_team_translate_pe(reversed, pes - 1 - next, SHMEM_TEAM_WORLD) == next);
  EXPECT(shmem_team_translate_pe(reversed, pes, SHMEM_TEAM_WORLD) == -1);
  EXPECT(shmem_team_translate_pe(reversed, 0, SHMEM_TEAM_INVALID) == -1);
  EXPECT(shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1 && shmem_team_n_pes(SHMEM_TEAM_INVALID) == -1);

  shmem_ctx_t world = SHMEM_CTX_INVALID;
  EXPECT(shmem_ctx_create(SHMEM_CTX_PRIVATE, &world) == 0 && world != SHMEM_CTX_INVALID);
  static int word;
  shmem_ctx_session_start(world, SHMEM_CTX_SESSION_BATCH, NULL, 0);
  shmem_p(world, &word, me + 1, next);
  shmem_ctx_fence(world);
  shmem_ctx_session_stop(world);
  const int target = next;
  shmem_ctx_pe_quiet(world, &target, 1);
  shmem_pe_quiet(&target, 1);
  shmem_int_wait_until(&word, SHMEM_CMP_EQ, previous + 1);
  shmem_ctx_destroy(world);
  shmem_ctx_destroy(SHMEM_CTX_INVALID);
  EXPECT(shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, &world) != 0 && world == SHMEM_CTX_INVALID);
}

#define RUN_RMA(N, T) rma_##N();
#define RUN_SIZED(S, B) \
  sized_SIZED_##S();    \
  sized_SIZED_CTX_##S();
#define RUN_EXTENDED(N, T) extended_##N();
#define RUN_STANDARD(N, T) standard_##N();
#define RUN_BITWISE(N, T) bitwise_##N();
#define RUN_WAIT(N, T) wait_##N();

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  next = (me + 1) % pes;
  previous = (me + pes - 1) % pes;
  EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &reversed) == 0);
  EXPECT(shmem_team_create_ctx(reversed, SHMEM_CTX_SERIALIZED, &ctx) == 0);

  ARK_SHMEM_RMA_TYPES(RUN_RMA)
  ARK_SHMEM_SIZES(RUN_SIZED)
  mem_SIZED();
  mem_SIZED_CTX();
  ARK_SHMEM_EXTENDED_TYPES(RUN_EXTENDED)
  ARK_SHMEM_AMO_TYPES(RUN_STANDARD)
  ARK_SHMEM_BITWISE_TYPES(RUN_BITWISE)
  contention();
  ARK_SHMEM_AMO_TYPES(RUN_WAIT)
  old_waits();
  signals();
  profiling_names();
  contexts();

  shmem_ctx_destroy(ctx);
  shmem_team_destroy(reversed);
  return finish();
}
