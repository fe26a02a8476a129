/* Every name of a context, the typed ones of each type and the type-generic ones, between
 * neighbours. The context is of a team that has the PEs in reverse order, so that a PE number which
 * is taken for one of all PEs is that of another PE. */
#include <string.h>

#include "c_api.h"

enum { elements = 8 };

static ark_ctx_t ctx = ARK_CTX_INVALID;
static int to; /* the number of `next` in the context's team */

/* Every put and get of a type. The next PE's memory gets values of this one. */
#define CHECK_RMA(NAME, T)                                                                   \
  static void rma_##NAME(void) {                                                             \
    T* dest = ark_calloc(elements, sizeof(T));                                               \
    T* source = ark_calloc(elements, sizeof(T));                                             \
    uint64_t* signal = ark_calloc(1, sizeof(uint64_t));                                      \
    for (int i = 0; i < elements; ++i) source[i] = (T)(me * 10 + i + 1);                     \
    ark_barrier_all();                                                                       \
    ark_ctx_##NAME##_put(ctx, dest, source, 2, to);                                          \
    ark_ctx_##NAME##_put_nbi(ctx, dest + 2, source + 2, 1, to);                              \
    ark_ctx_##NAME##_p(ctx, dest + 3, source[3], to);                                        \
    ark_ctx_##NAME##_iput(ctx, dest + 4, source + 4, 1, 1, 2, to);                           \
    ark_ctx_##NAME##_ibput(ctx, dest + 6, source + 6, 1, 1, 1, 2, to);                       \
    ark_ctx_quiet(ctx);                                                                      \
    ark_barrier_all();                                                                       \
    for (int i = 0; i < elements; ++i) EXPECT(dest[i] == (T)(previous * 10 + i + 1));        \
    EXPECT(ark_ctx_##NAME##_g(ctx, source + 1, to) == (T)(next * 10 + 2));                   \
    T got[elements];                                                                         \
    ark_ctx_##NAME##_get(ctx, got, source, 2, to);                                           \
    ark_ctx_##NAME##_get_nbi(ctx, got + 2, source + 2, 2, to);                               \
    ark_ctx_##NAME##_iget(ctx, got + 4, source + 4, 1, 1, 2, to);                            \
    ark_ctx_##NAME##_ibget(ctx, got + 6, source + 6, 1, 1, 1, 2, to);                        \
    ark_ctx_quiet(ctx);                                                                      \
    for (int i = 0; i < elements; ++i) EXPECT(got[i] == (T)(next * 10 + i + 1));             \
    ark_barrier_all();                                                                       \
    ark_ctx_##NAME##_put_signal(ctx, dest, source + 1, 2, signal, 3, ARK_SIGNAL_SET, to);    \
    EXPECT(ark_signal_wait_until(signal, ARK_CMP_EQ, 3) == 3);                               \
    EXPECT(dest[0] == (T)(previous * 10 + 2) && dest[1] == (T)(previous * 10 + 3));          \
    ark_barrier_all();                                                                       \
    ark_ctx_##NAME##_put_signal_nbi(ctx, dest, source + 2, 2, signal, 4, ARK_SIGNAL_ADD, to); \
    EXPECT(ark_signal_wait_until(signal, ARK_CMP_GE, 7) == 7);                               \
    EXPECT(dest[0] == (T)(previous * 10 + 3));                                               \
    ark_ctx_quiet(ctx);                                                                      \
    ark_barrier_all();                                                                       \
    ark_free(signal);                                                                        \
    ark_free(source);                                                                        \
    ark_free(dest);                                                                          \
  }
RMA_TYPES(CHECK_RMA)

/* Every atomic of a type. All PEs work on their own element of the next one. */
#define CHECK_EXTENDED(NAME, T)                                                              \
  static void extended_##NAME(void) {                                                        \
    T* word = ark_calloc(1, sizeof(T));                                                      \
    ark_ctx_##NAME##_atomic_set(ctx, word, (T)5, to);                                        \
    ark_ctx_quiet(ctx);                                                                      \
    EXPECT(ark_ctx_##NAME##_atomic_fetch(ctx, word, to) == (T)5);                            \
    EXPECT(ark_ctx_##NAME##_atomic_swap(ctx, word, (T)6, to) == (T)5);                       \
    T fetched[2] = {0, 0};                                                                   \
    ark_ctx_##NAME##_atomic_fetch_nbi(ctx, fetched, word, to);                               \
    ark_ctx_quiet(ctx);                                                                      \
    ark_ctx_##NAME##_atomic_swap_nbi(ctx, fetched + 1, word, (T)7, to);                      \
    ark_ctx_quiet(ctx);                                                                      \
    EXPECT(fetched[0] == (T)6 && fetched[1] == (T)6);                                        \
    ark_barrier_all();                                                                       \
    EXPECT(*word == (T)7);                                                                   \
    ark_barrier_all();                                                                       \
    ark_free(word);                                                                          \
  }
#define CHECK_STANDARD(NAME, T)                                                              \
  static void standard_##NAME(void) {                                                        \
    T* word = ark_calloc(1, sizeof(T));                                                      \
    T fetched = 0;                                                                           \
    ark_ctx_##NAME##_atomic_inc(ctx, word, to);                                              \
    EXPECT(ark_ctx_##NAME##_atomic_fetch_inc(ctx, word, to) == (T)1);                        \
    ark_ctx_##NAME##_atomic_add(ctx, word, (T)3, to);                                        \
    EXPECT(ark_ctx_##NAME##_atomic_fetch_add(ctx, word, (T)4, to) == (T)5);                  \
    EXPECT(ark_ctx_##NAME##_atomic_compare_swap(ctx, word, (T)9, (T)20, to) == (T)9);        \
    ark_ctx_##NAME##_atomic_fetch_inc_nbi(ctx, &fetched, word, to);                          \
    ark_ctx_quiet(ctx);                                                                      \
    EXPECT(fetched == (T)20);                                                                \
    ark_ctx_##NAME##_atomic_fetch_add_nbi(ctx, &fetched, word, (T)1, to);                    \
    ark_ctx_quiet(ctx);                                                                      \
    EXPECT(fetched == (T)21);                                                                \
    ark_ctx_##NAME##_atomic_compare_swap_nbi(ctx, &fetched, word, (T)22, (T)30, to);         \
    ark_ctx_quiet(ctx);                                                                      \
    EXPECT(fetched == (T)22);                                                                \
    ark_barrier_all();                                                                       \
    EXPECT(*word == (T)30);                                                                  \
    ark_barrier_all();                                                                       \
    ark_free(word);                                                                          \
  }
#define CHECK_BITWISE(NAME, T)                                                               \
  static void bitwise_##NAME(void) {                                                         \
    T* word = ark_calloc(1, sizeof(T));                                                      \
    T fetched = 0;                                                                           \
    ark_ctx_##NAME##_atomic_or(ctx, word, (T)12, to);                                        \
    EXPECT(ark_ctx_##NAME##_atomic_fetch_and(ctx, word, (T)6, to) == (T)12);                 \
    EXPECT(ark_ctx_##NAME##_atomic_fetch_xor(ctx, word, (T)1, to) == (T)4);                  \
    EXPECT(ark_ctx_##NAME##_atomic_fetch_or(ctx, word, (T)2, to) == (T)5);                   \
    ark_ctx_##NAME##_atomic_and(ctx, word, (T)3, to);                                        \
    ark_ctx_##NAME##_atomic_xor(ctx, word, (T)8, to);                                        \
    ark_ctx_##NAME##_atomic_fetch_or_nbi(ctx, &fetched, word, (T)16, to);                    \
    ark_ctx_quiet(ctx);                                                                      \
    EXPECT(fetched == (T)11);                                                                \
    ark_ctx_##NAME##_atomic_fetch_and_nbi(ctx, &fetched, word, (T)24, to);                   \
    ark_ctx_quiet(ctx);                                                                      \
    EXPECT(fetched == (T)27);                                                                \
    ark_ctx_##NAME##_atomic_fetch_xor_nbi(ctx, &fetched, word, (T)24, to);                   \
    ark_ctx_quiet(ctx);                                                                      \
    EXPECT(fetched == (T)24);                                                                \
    ark_barrier_all();                                                                       \
    EXPECT(*word == (T)0);                                                                   \
    ark_barrier_all();                                                                       \
    ark_free(word);                                                                          \
  }
EXTENDED_TYPES(CHECK_EXTENDED)
STANDARD_TYPES(CHECK_STANDARD)
BITWISE_TYPES(CHECK_BITWISE)

static void sizes(void) {
  unsigned char* dest = ark_calloc(80, 1);
  unsigned char* source = ark_calloc(80, 1);
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < 80; ++i) source[i] = (unsigned char)(me * 80 + i);
#define CHECK_SIZE(BITS)                                                                     \
  memset(dest, 0, 80);                                                                       \
  ark_barrier_all();                                                                         \
  ark_ctx_put##BITS##_signal(ctx, dest, source, 1, signal, BITS, ARK_SIGNAL_SET, to);        \
  ark_ctx_fence(ctx);                                                                        \
  ark_ctx_put##BITS##_signal_nbi(ctx, dest + BITS / 8, source + BITS / 8, 1, signal, 1,      \
                                 ARK_SIGNAL_ADD, to);                                        \
  ark_signal_wait_until(signal, ARK_CMP_EQ, BITS + 1);                                       \
  for (int i = 0; i < BITS / 4; ++i) EXPECT(dest[i] == (unsigned char)(previous * 80 + i));  \
  ark_barrier_all();                                                                         \
  ark_ctx_put##BITS(ctx, dest, source, 2, to);                                               \
  ark_ctx_put##BITS##_nbi(ctx, dest + BITS / 4, source + BITS / 4, 1, to);                   \
  ark_ctx_iput##BITS(ctx, dest + BITS / 8 * 3, source + BITS / 8 * 3, 1, 1, 1, to);          \
  ark_ctx_ibput##BITS(ctx, dest + BITS / 2, source + BITS / 2, 1, 1, 1, 1, to);              \
  ark_ctx_quiet(ctx);                                                                        \
  ark_barrier_all();                                                                         \
  for (int i = 0; i < BITS / 8 * 5; ++i) EXPECT(dest[i] == (unsigned char)(previous * 80 + i)); \
  {                                                                                          \
    unsigned char got[64] = {0};                                                             \
    ark_ctx_get##BITS(ctx, got, source, 1, to);                                              \
    ark_ctx_get##BITS##_nbi(ctx, got + BITS / 8, source + BITS / 8, 1, to);                  \
    ark_ctx_iget##BITS(ctx, got + BITS / 4, source + BITS / 4, 1, 1, 1, to);                 \
    ark_ctx_ibget##BITS(ctx, got + BITS / 8 * 3, source + BITS / 8 * 3, 1, 1, 1, 1, to);     \
    ark_ctx_quiet(ctx);                                                                      \
    for (int i = 0; i < BITS / 2; ++i) EXPECT(got[i] == (unsigned char)(next * 80 + i));     \
  }                                                                                          \
  ark_barrier_all();
  CHECK_SIZE(8)
  CHECK_SIZE(16)
  CHECK_SIZE(32)
  CHECK_SIZE(64)
  CHECK_SIZE(128)
  *signal = 0;
  memset(dest, 0, 80);
  ark_barrier_all();
  ark_ctx_putmem(ctx, dest, source, 3, to);
  ark_ctx_putmem_nbi(ctx, dest + 3, source + 3, 3, to);
  ark_ctx_putmem_signal(ctx, dest + 6, source + 6, 2, signal, 1, ARK_SIGNAL_ADD, to);
  ark_ctx_putmem_signal_nbi(ctx, dest + 8, source + 8, 2, signal, 1, ARK_SIGNAL_ADD, to);
  ark_signal_wait_until(signal, ARK_CMP_EQ, 2);
  ark_ctx_quiet(ctx);
  ark_barrier_all();
  for (int i = 0; i < 10; ++i) EXPECT(dest[i] == (unsigned char)(previous * 80 + i));
  unsigned char got[5];
  ark_ctx_getmem(ctx, got, source, 3, to);
  ark_ctx_getmem_nbi(ctx, got + 3, source + 3, 2, to);
  ark_ctx_quiet(ctx);
  for (int i = 0; i < 5; ++i) EXPECT(got[i] == (unsigned char)(next * 80 + i));
  ark_barrier_all();
  ark_free(signal);
  ark_free(source);
  ark_free(dest);
}

/* The context and the type chosen by the compiler. */
static void generic(void) {
  double* dest = ark_calloc(8, sizeof(double));
  double* source = ark_calloc(8, sizeof(double));
  long* words = ark_calloc(1, sizeof(long));
  float* real = ark_calloc(1, sizeof(float));
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < 8; ++i) source[i] = me + i / 8.0;
  ark_barrier_all();
  ark_put(ctx, dest, source, 1, to);
  ark_put_nbi(ctx, dest + 1, source + 1, 1, to);
  ark_p(ctx, dest + 2, source[2], to);
  ark_iput(ctx, dest + 3, source + 3, 1, 1, 1, to);
  ark_ibput(ctx, dest + 4, source + 4, 2, 2, 2, 1, to);
  ark_put_signal(ctx, dest + 6, source + 6, 1, signal, 1, ARK_SIGNAL_SET, to);
  ark_ctx_fence(ctx);
  ark_put_signal_nbi(ctx, dest + 7, source + 7, 1, signal, 1, ARK_SIGNAL_ADD, to);
  ark_signal_wait_until(signal, ARK_CMP_EQ, 2);
  ark_ctx_quiet(ctx);
  ark_barrier_all();
  for (int i = 0; i < 8; ++i) EXPECT(dest[i] == previous + i / 8.0);
  const double* other = source;
  EXPECT(ark_g(ctx, other + 1, to) == next + 1 / 8.0 && ark_g(ctx, source, to) == next);
  EXPECT(ark_g(ARK_CTX_DEFAULT, source, next) == next);
  double got[6];
  ark_get(ctx, got, other, 1, to);
  ark_get_nbi(ctx, got + 1, source + 1, 1, to);
  ark_iget(ctx, got + 2, source + 2, 1, 1, 2, to);
  ark_ibget(ctx, got + 4, source + 4, 2, 2, 2, 1, to);
  ark_ctx_quiet(ctx);
  for (int i = 0; i < 6; ++i) EXPECT(got[i] == next + i / 8.0);

  long fetched = 0;
  ark_atomic_set(ctx, words, 5, to);
  ark_ctx_quiet(ctx);
  ark_atomic_add(ctx, words, 2, to);
  ark_atomic_inc(ctx, words, to);
  EXPECT(ark_atomic_fetch_inc(ctx, words, to) == 8);
  EXPECT(ark_atomic_fetch_add(ctx, words, 1, to) == 9);
  EXPECT(ark_atomic_compare_swap(ctx, words, 10, 12, to) == 10);
  EXPECT(ark_atomic_swap(ctx, words, 15, to) == 12);
  ark_atomic_and(ctx, words, 6, to);
  ark_atomic_or(ctx, words, 8, to);
  ark_atomic_xor(ctx, words, 2, to);
  EXPECT(ark_atomic_fetch_and(ctx, words, 4, to) == 12);
  EXPECT(ark_atomic_fetch_or(ctx, words, 1, to) == 4);
  EXPECT(ark_atomic_fetch_xor(ctx, words, 3, to) == 5);
  EXPECT(ark_atomic_fetch(ctx, words, to) == 6);
#define FETCHED(call, value) \
  call;                      \
  ark_ctx_quiet(ctx);        \
  EXPECT(fetched == value);
  FETCHED(ark_atomic_fetch_nbi(ctx, &fetched, words, to), 6)
  FETCHED(ark_atomic_fetch_inc_nbi(ctx, &fetched, words, to), 6)
  FETCHED(ark_atomic_fetch_add_nbi(ctx, &fetched, words, 1, to), 7)
  FETCHED(ark_atomic_swap_nbi(ctx, &fetched, words, 3, to), 8)
  FETCHED(ark_atomic_compare_swap_nbi(ctx, &fetched, words, 3, 7, to), 3)
  FETCHED(ark_atomic_fetch_and_nbi(ctx, &fetched, words, 6, to), 7)
  FETCHED(ark_atomic_fetch_or_nbi(ctx, &fetched, words, 8, to), 6)
  FETCHED(ark_atomic_fetch_xor_nbi(ctx, &fetched, words, 1, to), 14)
  EXPECT(ark_atomic_fetch(ctx, (const long*)words, to) == 15);
  ark_atomic_set(ctx, real, 1.5f, to);
  EXPECT(ark_atomic_swap(ctx, real, 2.5f, to) == 1.5f);
  ark_barrier_all();
  ark_free(signal);
  ark_free(real);
  ark_free(words);
  ark_free(source);
  ark_free(dest);
}

/* What has no type: creation, the team, order, signals. */
static void life(ark_team_t team) {
  ark_ctx_t own = ARK_CTX_INVALID;
  ark_team_t seen = ARK_TEAM_INVALID;
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  EXPECT(ark_ctx_get_team(ctx, &seen) == 0 && seen == team);
  EXPECT(ark_ctx_create(ARK_CTX_SERIALIZED | ARK_CTX_NOSTORE, &own) == 0 && own != ctx);
  EXPECT(ark_ctx_get_team(own, &seen) == 0 && seen == ARK_TEAM_WORLD);
  const ark_ctx_session_config_t hints = {2};
  ark_ctx_session_start(own, ARK_CTX_SESSION_BATCH, &hints, ARK_CTX_SESSION_TOTAL_OPS);
  ark_ctx_signal_set(own, signal, 9, next);
  ark_ctx_fence(own);
  ark_ctx_signal_add(own, signal, 2, next);
  ark_ctx_session_stop(own);
  EXPECT(ark_signal_wait_until(signal, ARK_CMP_EQ, 11) == 11);
  ark_ctx_pe_quiet(ctx, &to, 1);
  ark_pe_quiet(&next, 1);
  ark_ctx_quiet(own);
  ark_ctx_destroy(own);
  ark_ctx_destroy(ARK_CTX_INVALID);
  EXPECT(ark_ctx_get_team(own, &seen) != 0 && seen == ARK_TEAM_INVALID);
  ark_barrier_all();
  ark_free(signal);
}

void contexts(void) {
  ark_team_t reversed = ARK_TEAM_INVALID;
  EXPECT(ark_team_split_strided(ARK_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &reversed) == 0);
  EXPECT(ark_team_create_ctx(reversed, ARK_CTX_PRIVATE, &ctx) == 0);
  to = ark_team_translate_pe(ARK_TEAM_WORLD, next, reversed);
  EXPECT(to == pes - 1 - next);
#define RUN_RMA(NAME, T) rma_##NAME();
#define RUN_EXTENDED(NAME, T) extended_##NAME();
#define RUN_STANDARD(NAME, T) standard_##NAME();
#define RUN_BITWISE(NAME, T) bitwise_##NAME();
  RMA_TYPES(RUN_RMA)
  EXTENDED_TYPES(RUN_EXTENDED)
  STANDARD_TYPES(RUN_STANDARD)
  BITWISE_TYPES(RUN_BITWISE)
  sizes();
  generic();
  life(reversed);
  ark_ctx_destroy(ctx);
  ark_team_destroy(reversed);
}
