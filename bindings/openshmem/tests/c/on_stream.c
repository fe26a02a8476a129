/* Every stream-ordered name, the typed ones of each type and the type-generic ones, between
 * neighbours. A PE fills its sources, queues calls of a family, and looks at the results after
 * ark_stream_sync. */
#include <string.h>

#include "c_api.h"

enum { elements = 8 };

static ark_stream_t stream;

static void sync(void) { EXPECT(ark_stream_sync(stream) == 0); }

/* Every put and get of a type. The next PE's memory gets values of this one. */
#define CHECK_RMA(NAME, T)                                                                      \
  static void rma_##NAME(void) {                                                                \
    T* dest = ark_calloc(elements, sizeof(T));                                                  \
    T* source = ark_calloc(elements, sizeof(T));                                                \
    T* got = ark_calloc(elements, sizeof(T));                                                   \
    uint64_t* signal = ark_calloc(1, sizeof(uint64_t));                                         \
    for (int i = 0; i < elements; ++i) source[i] = (T)(me * 10 + i + 1);                        \
    ark_##NAME##_put_on_stream(dest, source, 2, next, stream);                                  \
    ark_##NAME##_put_nbi_on_stream(dest + 2, source + 2, 2, next, stream);                      \
    ark_##NAME##_put_signal_on_stream(dest + 4, source + 4, 2, signal, 1, ARK_SIGNAL_ADD, next, \
                                      stream);                                                  \
    ark_##NAME##_put_signal_nbi_on_stream(dest + 6, source + 6, 2, signal, 1, ARK_SIGNAL_ADD,   \
                                          next, stream);                                        \
    ark_signal_wait_until_on_stream(signal, ARK_CMP_EQ, 2, stream);                             \
    ark_barrier_all_on_stream(stream);                                                          \
    ark_##NAME##_get_on_stream(got, source, 4, next, stream);                                   \
    ark_##NAME##_get_nbi_on_stream(got + 4, source + 4, 4, next, stream);                       \
    sync();                                                                                     \
    for (int i = 0; i < elements; ++i) EXPECT(dest[i] == (T)(previous * 10 + i + 1));           \
    for (int i = 0; i < elements; ++i) EXPECT(got[i] == (T)(next * 10 + i + 1));                \
    ark_barrier_all();                                                                          \
    ark_##NAME##_p_on_stream(dest, (T)-1, next, stream);                                        \
    ark_##NAME##_iput_on_stream(dest + 1, source, 3, 2, 2, next, stream);                       \
    ark_##NAME##_ibput_on_stream(dest + 2, source + 2, 3, 4, 2, 2, next, stream);               \
    ark_##NAME##_iget_on_stream(got, source, 1, 3, 3, next, stream);                            \
    ark_##NAME##_ibget_on_stream(got + 3, source, 2, 4, 2, 2, next, stream);                    \
    ark_barrier_all_on_stream(stream);                                                          \
    EXPECT(ark_##NAME##_g_on_stream(dest, next, stream) == (T)-1 && dest[0] == (T)-1);          \
    const int sent[] = {0, 0, 2, 3, 2, 6, 7}, read[] = {0, 3, 6, 0, 1, 4, 5};                   \
    for (int i = 1; i < 7; ++i) EXPECT(dest[i] == (T)(previous * 10 + sent[i] + 1));            \
    for (int i = 0; i < 7; ++i) EXPECT(got[i] == (T)(next * 10 + read[i] + 1));                 \
    ark_barrier_all();                                                                          \
    ark_free(signal);                                                                           \
    ark_free(got);                                                                              \
    ark_free(source);                                                                           \
    ark_free(dest);                                                                             \
  }

/* Every collective of a type. -1 distinguishes signed from unsigned. */
#define CHECK_COLLECTIVES(NAME, T)                                                              \
  static void collectives_##NAME(void) {                                                        \
    const ark_team_t team = ARK_TEAM_WORLD;                                                     \
    const size_t n = (size_t)pes;                                                               \
    T* source = ark_calloc(n, sizeof(T));                                                       \
    T* value = ark_calloc(2, sizeof(T));                                                        \
    T* all = ark_calloc(4 * n, sizeof(T));                                                      \
    T* results = ark_calloc(8, sizeof(T));                                                      \
    for (int pe = 0; pe < pes; ++pe) source[pe] = (T)(me * 10 + pe);                            \
    value[0] = (T)(me + 1);                                                                     \
    value[1] = (T)(me - 1);                                                                     \
    EXPECT(ark_##NAME##_fcollect_on_stream(team, all, source, 1, stream) == 0);                 \
    EXPECT(ark_##NAME##_collect_on_stream(team, all + n, source, 1, stream) == 0);              \
    EXPECT(ark_##NAME##_alltoall_on_stream(team, all + 2 * n, source, 1, stream) == 0);         \
    EXPECT(ark_##NAME##_alltoalls_on_stream(team, all + 3 * n, source, 1, 1, 1, stream) == 0);  \
    EXPECT(ark_##NAME##_broadcast_on_stream(team, results, value, 1, pes - 1, stream) == 0);    \
    EXPECT(ark_##NAME##_sum_reduce_on_stream(team, results + 1, value, 1, stream) == 0);        \
    EXPECT(ark_##NAME##_prod_reduce_on_stream(team, results + 2, value, 1, stream) == 0);       \
    EXPECT(ark_##NAME##_min_reduce_on_stream(team, results + 3, value + 1, 1, stream) == 0);    \
    EXPECT(ark_##NAME##_max_reduce_on_stream(team, results + 4, value + 1, 1, stream) == 0);    \
    EXPECT(ark_##NAME##_sum_inscan_on_stream(team, results + 5, value, 1, stream) == 0);        \
    EXPECT(ark_##NAME##_sum_exscan_on_stream(team, results + 6, value, 1, stream) == 0);        \
    sync();                                                                                     \
    for (int pe = 0; pe < pes; ++pe) {                                                          \
      EXPECT(all[pe] == (T)(pe * 10) && all[pes + pe] == (T)(pe * 10));                         \
      EXPECT(all[2 * pes + pe] == (T)(pe * 10 + me) && all[3 * pes + pe] == (T)(pe * 10 + me)); \
    }                                                                                           \
    const int sign = (T)-1 < (T)1;                                                              \
    EXPECT(results[0] == (T)pes && results[1] == (T)(pes * (pes + 1) / 2));                     \
    EXPECT(results[2] == (T)(pes == 2 ? 2 : 6));                                                \
    EXPECT(results[3] == (sign ? (T)-1 : (T)0) && results[4] == (sign ? (T)(pes - 2) : (T)-1)); \
    EXPECT(results[5] == (T)((me + 1) * (me + 2) / 2) && results[6] == (T)(me * (me + 1) / 2)); \
    ark_free(results);                                                                          \
    ark_free(all);                                                                              \
    ark_free(value);                                                                            \
    ark_free(source);                                                                           \
  }
RMA_TYPES(CHECK_RMA)
RMA_TYPES(CHECK_COLLECTIVES)

/* Reductions bit by bit, of the values 1, 2 and 3. */
#define CHECK_BITS(NAME, T)                                                                       \
  static void bits_##NAME(void) {                                                                 \
    T* results = ark_calloc(3, sizeof(T));                                                        \
    T* mine = ark_calloc(1, sizeof(T));                                                           \
    *mine = (T)(me + 1);                                                                          \
    EXPECT(ark_##NAME##_and_reduce_on_stream(ARK_TEAM_WORLD, results, mine, 1, stream) == 0);     \
    EXPECT(ark_##NAME##_or_reduce_on_stream(ARK_TEAM_WORLD, results + 1, mine, 1, stream) == 0);  \
    EXPECT(ark_##NAME##_xor_reduce_on_stream(ARK_TEAM_WORLD, results + 2, mine, 1, stream) == 0); \
    sync();                                                                                       \
    EXPECT(results[0] == 0 && results[1] == 3 && results[2] == (pes == 2 ? 3 : 0));               \
    ark_free(mine);                                                                               \
    ark_free(results);                                                                            \
  }
ARK_REDUCE_BITWISE_TYPES(CHECK_BITS)

/* The stream waits for a word that this PE writes afterwards, and that compares by its sign. */
#define CHECK_WAIT(NAME, T)                                                                 \
  static void wait_##NAME(void) {                                                           \
    T* words = ark_calloc(2, sizeof(T));                                                    \
    const int sign = (T)-1 < (T)1;                                                          \
    ark_##NAME##_wait_until_on_stream(words, sign ? ARK_CMP_LT : ARK_CMP_GT, 0, stream);    \
    ark_##NAME##_put_on_stream(words + 1, words, 1, me, stream);                            \
    EXPECT(ark_stream_query(stream) == 0 && words[1] == 0);                                 \
    ark_##NAME##_atomic_set(words, (T)-1, me);                                              \
    sync();                                                                                 \
    EXPECT(ark_stream_query(stream) == 1 && words[1] == (T)-1);                             \
    const int only[] = {1, 0, 1};                                                           \
    const T values[] = {5, 6, 7};                                                           \
    T* set = ark_calloc(3, sizeof(T));                                                      \
    ark_##NAME##_wait_until_all_on_stream(set, 3, only, sign ? ARK_CMP_LT : ARK_CMP_GT, 0,  \
                                          stream);                                          \
    ark_##NAME##_p_on_stream(words, 8, me, stream);                                         \
    ark_##NAME##_wait_until_all_vector_on_stream(set, 3, NULL, ARK_CMP_EQ, values, stream); \
    ark_##NAME##_p_on_stream(words + 1, 9, me, stream);                                     \
    EXPECT(ark_stream_query(stream) == 0 && words[0] == (T)-1);                             \
    ark_##NAME##_atomic_set(set + 1, (T)-1, me);                                            \
    ark_##NAME##_wait_until(words, ARK_CMP_EQ, 8);                                          \
    EXPECT(ark_stream_query(stream) == 0 && words[1] == (T)-1);                             \
    for (int i = 0; i < 3; ++i) ark_##NAME##_atomic_set(set + i, values[i], me);            \
    sync();                                                                                 \
    EXPECT(words[1] == 9);                                                                  \
    ark_free(set);                                                                          \
    ark_free(words);                                                                        \
  }
ARK_AMO_TYPES(CHECK_WAIT)

/* Every reduction and scan of a complex type, of the values (pe + 1, pe). */
#define CHECK_COMPLEX(NAME, T)                                                           \
  static void complex_##NAME(void) {                                                     \
    const ark_team_t team = ARK_TEAM_WORLD;                                              \
    T* results = ark_calloc(4, sizeof(T));                                               \
    T* mine = ark_calloc(1, sizeof(T));                                                  \
    *mine = me + 1 + me * I;                                                             \
    T sum = 0, product = 1, before = 0;                                                  \
    for (int pe = 0; pe < pes; ++pe) {                                                   \
      const T value = pe + 1 + pe * I;                                                   \
      if (pe == me) before = sum;                                                        \
      sum += value;                                                                      \
      product *= value;                                                                  \
    }                                                                                    \
    EXPECT(ark_##NAME##_sum_reduce_on_stream(team, results, mine, 1, stream) == 0);      \
    EXPECT(ark_##NAME##_prod_reduce_on_stream(team, results + 1, mine, 1, stream) == 0); \
    EXPECT(ark_##NAME##_sum_inscan_on_stream(team, results + 2, mine, 1, stream) == 0);  \
    EXPECT(ark_sum_exscan_on_stream(team, results + 3, mine, 1, stream) == 0);           \
    sync();                                                                              \
    EXPECT(results[0] == sum && results[1] == product);                                  \
    EXPECT(results[2] == before + *mine && results[3] == before);                        \
    EXPECT(ark_##NAME##_sum_exscan_on_stream(team, results + 2, mine, 1, stream) == 0);  \
    sync();                                                                              \
    EXPECT(results[2] == before);                                                        \
    ark_free(mine);                                                                      \
    ark_free(results);                                                                   \
  }
COMPLEX_TYPES(CHECK_COMPLEX)

static void sizes_in_bits(void) {
  unsigned char* dest = ark_calloc(64, 1);
  unsigned char* source = ark_calloc(64, 1);
  unsigned char* got = ark_calloc(64, 1);
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < 64; ++i) source[i] = (unsigned char)(me * 64 + i);
/* FORM: of the name. BYTES: of an element. */
#define CHECK_SIZE(FORM, BYTES)                                                              \
  memset(dest, 0, 64);                                                                       \
  *signal = 0;                                                                               \
  ark_barrier_all();                                                                         \
  ark_put##FORM##_on_stream(dest, source, 1, next, stream);                                  \
  ark_put##FORM##_nbi_on_stream(dest + BYTES, source + BYTES, 1, next, stream);              \
  ark_put##FORM##_signal_on_stream(dest + 2 * BYTES, source + 2 * BYTES, 1, signal, 1,       \
                                   ARK_SIGNAL_ADD, next, stream);                            \
  ark_put##FORM##_signal_nbi_on_stream(dest + 3 * BYTES, source + 3 * BYTES, 1, signal, 1,   \
                                       ARK_SIGNAL_ADD, next, stream);                        \
  ark_signal_wait_until_on_stream(signal, ARK_CMP_EQ, 2, stream);                            \
  ark_get##FORM##_on_stream(got, source, 2, next, stream);                                   \
  ark_get##FORM##_nbi_on_stream(got + 2 * BYTES, source + 2 * BYTES, 2, next, stream);       \
  ark_barrier_all_on_stream(stream);                                                         \
  sync();                                                                                    \
  for (int i = 0; i < 4 * BYTES; ++i) EXPECT(dest[i] == (unsigned char)(previous * 64 + i)); \
  for (int i = 0; i < 4 * BYTES; ++i) EXPECT(got[i] == (unsigned char)(next * 64 + i));
/* Every other element, of the first two pairs of source. */
#define CHECK_STRIDED(BITS, BYTES)                                                 \
  memset(dest, 0, 64);                                                             \
  memset(got, 0, 64);                                                              \
  ark_barrier_all();                                                               \
  ark_iput##BITS##_on_stream(dest, source, 1, 2, 2, next, stream);                 \
  ark_ibput##BITS##_on_stream(dest + 2 * BYTES, source, 1, 2, 1, 2, next, stream); \
  ark_iget##BITS##_on_stream(got, source, 1, 2, 2, next, stream);                  \
  ark_ibget##BITS##_on_stream(got + 2 * BYTES, source, 1, 2, 1, 2, next, stream);  \
  ark_barrier_all_on_stream(stream);                                               \
  sync();                                                                          \
  for (int i = 0; i < 4 * BYTES; ++i) {                                            \
    const int from = i / BYTES % 2 * 2 * BYTES + i % BYTES;                        \
    EXPECT(dest[i] == (unsigned char)(previous * 64 + from));                      \
    EXPECT(got[i] == (unsigned char)(next * 64 + from));                           \
  }
  CHECK_STRIDED(8, 1)
  CHECK_STRIDED(16, 2)
  CHECK_STRIDED(32, 4)
  CHECK_STRIDED(64, 8)
  CHECK_STRIDED(128, 16)
  CHECK_SIZE(8, 1)
  CHECK_SIZE(16, 2)
  CHECK_SIZE(32, 4)
  CHECK_SIZE(64, 8)
  CHECK_SIZE(128, 16)
  CHECK_SIZE(mem, 1)
  ark_free(signal);
  ark_free(got);
  ark_free(source);
  ark_free(dest);
}

static void collectives_of_bytes(void) {
  const ark_team_t team = ARK_TEAM_WORLD;
  const size_t n = (size_t)pes;
  unsigned char* all = ark_calloc(5 * n, 1);
  unsigned char* source = ark_calloc(n, 1);
  for (int pe = 0; pe < pes; ++pe) source[pe] = (unsigned char)(me * 10 + pe);
  EXPECT(ark_broadcastmem_on_stream(team, all, source, n, pes - 1, stream) == 0);
  EXPECT(ark_fcollectmem_on_stream(team, all + n, source, 1, stream) == 0);
  EXPECT(ark_collectmem_on_stream(team, all + 2 * n, source, 1, stream) == 0);
  EXPECT(ark_alltoallmem_on_stream(team, all + 3 * n, source, 1, stream) == 0);
  EXPECT(ark_alltoallsmem_on_stream(team, all + 4 * n, source, 1, 1, 1, stream) == 0);
  sync();
  for (int pe = 0; pe < pes; ++pe) {
    EXPECT(all[pe] == (pes - 1) * 10 + pe && all[pes + pe] == pe * 10);
    EXPECT(all[2 * pes + pe] == pe * 10 && all[3 * pes + pe] == pe * 10 + me);
    EXPECT(all[4 * pes + pe] == pe * 10 + me);
  }
  ark_free(source);
  ark_free(all);
}

/* The type chosen by the compiler: a wrong one has another size, or does not compile. */
static void generic(void) {
  const ark_team_t team = ARK_TEAM_WORLD;
  const size_t n = (size_t)pes;
  double* dest = ark_calloc(4 + 4 * n, sizeof(double));
  double* source = ark_calloc(4 + n, sizeof(double));
  double* results = ark_calloc(8, sizeof(double));
  unsigned* bits = ark_calloc(4, sizeof(unsigned));
  long* word = ark_calloc(1, sizeof(long));
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < 4; ++i) source[i] = me + i / 8.0;
  for (int pe = 0; pe < pes; ++pe) source[4 + pe] = me + pe / 8.0;
  bits[0] = 1u << me;
  ark_barrier_all();
  ark_put_on_stream(dest, source, 1, next, stream);
  ark_put_nbi_on_stream(dest + 1, source + 1, 1, next, stream);
  ark_put_signal_on_stream(dest + 2, source + 2, 1, signal, 1, ARK_SIGNAL_ADD, next, stream);
  ark_put_signal_nbi_on_stream(dest + 3, source + 3, 1, signal, 1, ARK_SIGNAL_ADD, next, stream);
  ark_signal_wait_until_on_stream(signal, ARK_CMP_EQ, 2, stream);
  ark_wait_until_on_stream(word, ARK_CMP_EQ, 0, stream);
  ark_wait_until_all_on_stream(word, 1, NULL, ARK_CMP_EQ, 0, stream);
  ark_wait_until_all_vector_on_stream(word, 1, NULL, ARK_CMP_LE, word, stream);
  ark_get_on_stream(results, source, 1, next, stream);
  ark_get_nbi_on_stream(results + 1, source + 1, 1, next, stream);
  EXPECT(ark_fcollect_on_stream(team, dest + 4, source + 3, 1, stream) == 0);
  EXPECT(ark_collect_on_stream(team, dest + 4 + n, source + 3, 1, stream) == 0);
  EXPECT(ark_alltoall_on_stream(team, dest + 4 + 2 * n, source + 4, 1, stream) == 0);
  EXPECT(ark_alltoalls_on_stream(team, dest + 4 + 3 * n, source + 4, 1, 1, 1, stream) == 0);
  EXPECT(ark_broadcast_on_stream(team, results + 2, source, 1, pes - 1, stream) == 0);
  EXPECT(ark_sum_reduce_on_stream(team, results + 3, source, 1, stream) == 0);
  EXPECT(ark_prod_reduce_on_stream(team, results + 4, source, 1, stream) == 0);
  EXPECT(ark_min_reduce_on_stream(team, results + 5, source + 1, 1, stream) == 0);
  EXPECT(ark_max_reduce_on_stream(team, results + 6, source + 1, 1, stream) == 0);
  EXPECT(ark_sum_inscan_on_stream(team, results + 7, source, 1, stream) == 0);
  EXPECT(ark_and_reduce_on_stream(team, bits + 1, bits, 1, stream) == 0);
  EXPECT(ark_or_reduce_on_stream(team, bits + 2, bits, 1, stream) == 0);
  EXPECT(ark_xor_reduce_on_stream(team, bits + 3, bits, 1, stream) == 0);
  sync();
  for (int i = 0; i < 4; ++i) EXPECT(dest[i] == previous + i / 8.0);
  for (int pe = 0; pe < pes; ++pe) {
    EXPECT(dest[4 + pe] == pe + 3 / 8.0 && dest[4 + pes + pe] == pe + 3 / 8.0);
    EXPECT(dest[4 + 2 * pes + pe] == pe + me / 8.0 && dest[4 + 3 * pes + pe] == pe + me / 8.0);
  }
  EXPECT(results[0] == next && results[1] == next + 1 / 8.0 && results[2] == pes - 1);
  EXPECT(results[3] == pes * (pes - 1) / 2 && results[4] == 0);
  EXPECT(results[5] == 1 / 8.0 && results[6] == pes - 1 + 1 / 8.0);
  EXPECT(results[7] == me * (me + 1) / 2);
  EXPECT(bits[1] == 0 && bits[2] == (1u << pes) - 1 && bits[3] == bits[2]);
  ark_barrier_all();
  ark_p_on_stream(dest, -0.5, next, stream);
  ark_iput_on_stream(dest + 1, source, 1, 3, 1, next, stream);
  ark_ibput_on_stream(dest + 2, source + 2, 2, 2, 2, 1, next, stream);
  ark_iget_on_stream(results, source, 1, 3, 2, next, stream);
  ark_ibget_on_stream(results + 2, source, 2, 2, 2, 2, next, stream);
  ark_barrier_all_on_stream(stream);
  EXPECT(ark_g_on_stream((const double*)dest, me, stream) == -0.5);
  EXPECT(dest[1] == previous && dest[2] == previous + 2 / 8.0 && dest[3] == previous + 3 / 8.0);
  EXPECT(results[0] == next && results[1] == next + 3 / 8.0);
  for (int i = 0; i < 4; ++i) EXPECT(results[2 + i] == next + i / 8.0);
  ark_barrier_all();
  ark_free(signal);
  ark_free(word);
  ark_free(bits);
  ark_free(results);
  ark_free(source);
  ark_free(dest);
}

/* Two streams and the default one: a stream that waits holds neither the host nor the others. */
static void life(void) {
  uint64_t* signals = ark_calloc(3, sizeof(uint64_t));
  ark_stream_t waiting = ark_stream_create();
  EXPECT(waiting != NULL && waiting != stream && ark_stream_query(waiting) == 1);
  ark_signal_wait_until_on_stream(signals, ARK_CMP_EQ, 5, waiting);
  ark_signal_set_on_stream(signals + 1, 7, me, waiting);
  ark_signal_add_on_stream(signals + 2, 4, next, NULL);
  ark_fence_on_stream(NULL);
  ark_signal_add_on_stream(signals + 2, 5, next, NULL);
  ark_quiet_on_stream(NULL);
  ark_sync_all_on_stream(NULL);
  EXPECT(ark_team_sync_on_stream(ARK_TEAM_WORLD, NULL) == 0);
  EXPECT(ark_stream_sync(NULL) == 0 && signals[2] == 9);
  EXPECT(ark_stream_query(waiting) == 0 && signals[1] == 0);
  ark_signal_set(signals, 5, me);
  EXPECT(ark_device_sync() == 0 && signals[1] == 7);
  EXPECT(ark_stream_query(NULL) == 1);
  ark_stream_destroy(waiting);
  ark_barrier_all();
  ark_free(signals);
}

void on_streams(void) {
#define RUN_RMA(NAME, T) rma_##NAME();
#define RUN_COLLECTIVES(NAME, T) collectives_##NAME();
#define RUN_BITS(NAME, T) bits_##NAME();
#define RUN_WAIT(NAME, T) wait_##NAME();
#define RUN_COMPLEX(NAME, T) complex_##NAME();
  stream = ark_stream_create();
  RMA_TYPES(RUN_RMA)
  RMA_TYPES(RUN_COLLECTIVES)
  ARK_REDUCE_BITWISE_TYPES(RUN_BITS)
  ARK_AMO_TYPES(RUN_WAIT)
  COMPLEX_TYPES(RUN_COMPLEX)
  sizes_in_bits();
  collectives_of_bytes();
  generic();
  life();
  ark_stream_destroy(stream);
}

int stream_failure(const char* what) {
  long* words = ark_calloc(2, sizeof(long));
  stream = ark_stream_create();
  if (strcmp(what, "destroyed") == 0) ark_stream_destroy(stream);
  if (strcmp(what, "foreign") == 0) ark_stream_sync((ark_stream_t)&wrong);
  if (strcmp(what, "timeout") == 0) {
    ark_long_wait_until_on_stream(words, ARK_CMP_LT, 0, stream);
    EXPECT(strcmp(ark_error_name(ark_stream_sync(stream)), "timeout") == 0);
  } else {
    ark_long_put_on_stream(words, words + 1, 1, strcmp(what, "pe") == 0 ? pes : next, stream);
    EXPECT(strcmp(ark_error_name(ark_status()), "invalid_argument") == 0);
    EXPECT(ark_stream_sync(stream) == 0);
    EXPECT(ark_long_sum_reduce_on_stream(ARK_TEAM_WORLD, words, words + 1, 1, stream) ==
           ark_status());
  }
  printf("%s\n", ark_last_failure());
  ark_finalize();
  if (wrong == 0) printf("recorded\n");
  return wrong != 0;
}
