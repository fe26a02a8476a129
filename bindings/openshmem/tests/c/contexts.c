/* Every name of a context, the typed ones of each type and the type-generic ones, between
 * neighbours. The context is of a team that has the PEs in reverse order, so that a PE number which
 * is taken for one of all PEs is that of another PE. */
#include "c_api.h"

static ark_ctx_t ctx = ARK_CTX_INVALID;
static int to; /* the number of `next` in the context's team */

#define CALL(N, name, ...) ark_ctx_##N##_##name(ctx, __VA_ARGS__, to)
#define SIZED(name, ...) ark_ctx_##name(ctx, __VA_ARGS__, to)
#define QUIET() ark_ctx_quiet(ctx)
#define FENCE() ark_ctx_fence(ctx)
#include "calls.h"

static void bytes(void) {
  unsigned char* dest = ark_calloc(80, 1);
  unsigned char* source = ark_calloc(80, 1);
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < 80; ++i) source[i] = (unsigned char)(me * 80 + i);
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
  typed_calls();
  bytes();
  generic();
  life(reversed);
  ark_ctx_destroy(ctx);
  ark_team_destroy(reversed);
}
