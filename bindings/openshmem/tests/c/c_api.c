/* The host API as a C program uses it: every family of names, the typed ones of each type and the
 * type-generic ones, between neighbours; contexts.c has those of contexts, on_stream.c those of
 * streams. Exit status 1 and a line for each value that is wrong. */
#include "c_api.h"

int wrong, me, pes, next, previous;

#define CALL(N, name, ...) ark_##N##_##name(__VA_ARGS__, next)
#define SIZED(name, ...) ark_##name(__VA_ARGS__, next)
#define QUIET() ark_quiet()
#define FENCE() ark_fence()
#include "calls.h"

/* Every collective of a type. A destination is used again once every PE has read it. */
#define CHECK_COLLECTIVES(NAME, T)                                                 \
  static void collectives_##NAME(void) {                                           \
    T* dest = ark_calloc(elements, sizeof(T));                                     \
    T* source = ark_calloc(elements, sizeof(T));                                   \
    for (int i = 0; i < elements; ++i) source[i] = (T)(me * 10 + i + 1);           \
    EXPECT(ark_##NAME##_broadcast(ARK_TEAM_WORLD, dest, source, 2, pes - 1) == 0); \
    EXPECT(dest[1] == (T)((pes - 1) * 10 + 2));                                    \
    T* all = ark_calloc((size_t)pes, sizeof(T));                                   \
    EXPECT(ark_##NAME##_fcollect(ARK_TEAM_WORLD, all, source, 1) == 0);            \
    for (int pe = 0; pe < pes; ++pe) EXPECT(all[pe] == (T)(pe * 10 + 1));          \
    ark_barrier_all();                                                             \
    T* each = ark_calloc((size_t)pes, sizeof(T));                                  \
    for (int pe = 0; pe < pes; ++pe) each[pe] = (T)(me * 10 + pe);                 \
    EXPECT(ark_##NAME##_alltoall(ARK_TEAM_WORLD, all, each, 1) == 0);              \
    for (int pe = 0; pe < pes; ++pe) EXPECT(all[pe] == (T)(pe * 10 + me));         \
    ark_barrier_all();                                                             \
    EXPECT(ark_##NAME##_collect(ARK_TEAM_WORLD, all, source, 1) == 0);             \
    for (int pe = 0; pe < pes; ++pe) EXPECT(all[pe] == (T)(pe * 10 + 1));          \
    ark_barrier_all();                                                             \
    EXPECT(ark_##NAME##_alltoalls(ARK_TEAM_WORLD, all, each, 1, 1, 1) == 0);       \
    for (int pe = 0; pe < pes; ++pe) EXPECT(all[pe] == (T)(pe * 10 + me));         \
    for (int i = 0; i < 2; ++i) source[i] = (T)(me + 1);                           \
    T* results = ark_calloc(9, sizeof(T));                                         \
    EXPECT(ark_##NAME##_sum_reduce(ARK_TEAM_WORLD, results, source, 2) == 0);      \
    EXPECT(ark_##NAME##_min_reduce(ARK_TEAM_WORLD, results + 2, source, 2) == 0);  \
    EXPECT(ark_##NAME##_max_reduce(ARK_TEAM_WORLD, results + 4, source, 2) == 0);  \
    EXPECT(results[1] == (T)(pes * (pes + 1) / 2) && results[3] == (T)1);          \
    EXPECT(results[5] == (T)pes);                                                  \
    EXPECT(ark_##NAME##_prod_reduce(ARK_TEAM_WORLD, results + 6, source, 1) == 0); \
    EXPECT(ark_##NAME##_sum_inscan(ARK_TEAM_WORLD, results + 7, source, 1) == 0);  \
    EXPECT(ark_##NAME##_sum_exscan(ARK_TEAM_WORLD, results + 8, source, 1) == 0);  \
    EXPECT(results[6] == (T)(pes == 2 ? 2 : 6));                                   \
    EXPECT(results[7] == (T)((me + 1) * (me + 2) / 2));                            \
    EXPECT(results[8] == (T)(me * (me + 1) / 2));                                  \
    ark_free(results);                                                             \
    ark_free(each);                                                                \
    ark_free(all);                                                                 \
    ark_free(source);                                                              \
    ark_free(dest);                                                                \
  }

RMA_TYPES(CHECK_COLLECTIVES)

/* Reductions bit by bit, of the values 1, 2 and 3. */
#define CHECK_BITS(NAME, T)                                                         \
  static void bits_##NAME(void) {                                                   \
    T* results = ark_calloc(3, sizeof(T));                                          \
    T* mine = ark_calloc(1, sizeof(T));                                             \
    *mine = (T)(me + 1);                                                            \
    EXPECT(ark_##NAME##_and_reduce(ARK_TEAM_WORLD, results, mine, 1) == 0);         \
    EXPECT(ark_##NAME##_or_reduce(ARK_TEAM_WORLD, results + 1, mine, 1) == 0);      \
    EXPECT(ark_##NAME##_xor_reduce(ARK_TEAM_WORLD, results + 2, mine, 1) == 0);     \
    EXPECT(results[0] == 0 && results[1] == 3 && results[2] == (pes == 2 ? 3 : 0)); \
    ark_free(mine);                                                                 \
    ark_free(results);                                                              \
  }
ARK_REDUCE_BITWISE_TYPES(CHECK_BITS)

/* Every wait and test of a type. */
#define CHECK_WAITS(NAME, T)                                                                    \
  static void waits_##NAME(void) {                                                              \
    T* word = ark_calloc(2, sizeof(T));                                                         \
    ark_##NAME##_atomic_set(word, (T)30, next);                                                 \
    ark_##NAME##_wait_until(word, ARK_CMP_EQ, (T)30);                                           \
    EXPECT(ark_##NAME##_test(word, ARK_CMP_LT, (T)30) == 0);                                    \
    T both[2] = {(T)30, (T)0};                                                                  \
    size_t indices[2];                                                                          \
    const int second_only[2] = {1, 0};                                                          \
    ark_##NAME##_wait_until_all_vector(word, 2, NULL, ARK_CMP_EQ, both);                        \
    ark_##NAME##_wait_until_all(word, 2, NULL, ARK_CMP_LE, (T)30);                              \
    EXPECT(ark_##NAME##_wait_until_any(word, 2, second_only, ARK_CMP_EQ, (T)0) == 1);           \
    EXPECT(ark_##NAME##_wait_until_any_vector(word, 2, second_only, ARK_CMP_EQ, both) == 1);    \
    EXPECT(ark_##NAME##_wait_until_some(word, 2, indices, NULL, ARK_CMP_LE, (T)30) == 2);       \
    EXPECT(ark_##NAME##_wait_until_some_vector(word, 2, indices, NULL, ARK_CMP_EQ, both) == 2); \
    EXPECT(ark_##NAME##_test_all(word, 2, NULL, ARK_CMP_NE, (T)31) == 1);                       \
    EXPECT(ark_##NAME##_test_all_vector(word, 2, NULL, ARK_CMP_NE, both) == 0);                 \
    EXPECT(ark_##NAME##_test_any(word, 2, NULL, ARK_CMP_GT, (T)30) == SIZE_MAX);                \
    EXPECT(ark_##NAME##_test_any_vector(word, 2, second_only, ARK_CMP_GE, both) == 1);          \
    EXPECT(ark_##NAME##_test_some(word, 2, indices, NULL, ARK_CMP_EQ, (T)30) == 1);             \
    EXPECT(indices[0] == 0);                                                                    \
    EXPECT(ark_##NAME##_test_some_vector(word, 2, indices, NULL, ARK_CMP_EQ, both) == 2);       \
    ark_barrier_all();                                                                          \
    ark_free(word);                                                                             \
  }
#define CHECK_ADD(NAME, T)                                                        \
  static void add_##NAME(void) {                                                  \
    T* sums = ark_calloc(2, sizeof(T));                                           \
    uint64_t* signal = ark_calloc(1, sizeof(uint64_t));                           \
    const T mine[2] = {(T)1, (T)(me + 1)};                                        \
    ark_##NAME##_put_add(sums, mine, 2, 0);                                       \
    ark_##NAME##_put_add_nbi(sums, mine, 2, 0);                                   \
    ark_##NAME##_put_add_signal(sums, mine, 1, signal, 1, ARK_SIGNAL_ADD, 0);     \
    ark_##NAME##_put_add_signal_nbi(sums, mine, 1, signal, 1, ARK_SIGNAL_ADD, 0); \
    ark_barrier_all();                                                            \
    if (me == 0) {                                                                \
      EXPECT(sums[0] == (T)(4 * pes) && sums[1] == (T)(pes * (pes + 1)));         \
      EXPECT(ark_signal_fetch(signal) == (uint64_t)pes * 2);                      \
    }                                                                             \
    ark_barrier_all();                                                            \
    ark_free(signal);                                                             \
    ark_free(sums);                                                               \
  }
ARK_AMO_TYPES(CHECK_WAITS)
ARK_ADDABLE_TYPES(CHECK_ADD)

/* Every reduction and scan of a complex type, of the values (pe + 1, pe). */
#define CHECK_COMPLEX(NAME, T)                                                   \
  static void complex_##NAME(void) {                                             \
    T* results = ark_calloc(4, sizeof(T));                                       \
    T* mine = ark_calloc(1, sizeof(T));                                          \
    *mine = me + 1 + me * I;                                                     \
    T sum = 0, product = 1, before = 0;                                          \
    for (int pe = 0; pe < pes; ++pe) {                                           \
      const T value = pe + 1 + pe * I;                                           \
      if (pe == me) before = sum;                                                \
      sum += value;                                                              \
      product *= value;                                                          \
    }                                                                            \
    EXPECT(ark_##NAME##_sum_reduce(ARK_TEAM_WORLD, results, mine, 1) == 0);      \
    EXPECT(ark_##NAME##_prod_reduce(ARK_TEAM_WORLD, results + 1, mine, 1) == 0); \
    EXPECT(ark_##NAME##_sum_inscan(ARK_TEAM_WORLD, results + 2, mine, 1) == 0);  \
    EXPECT(ark_##NAME##_sum_exscan(ARK_TEAM_WORLD, results + 3, mine, 1) == 0);  \
    EXPECT(results[0] == sum && results[1] == product);                          \
    EXPECT(results[2] == before + *mine && results[3] == before);                \
    memset(results, 0, 4 * sizeof(T));                                           \
    EXPECT(ark_sum_reduce(ARK_TEAM_WORLD, results, mine, 1) == 0);               \
    EXPECT(ark_prod_reduce(ARK_TEAM_WORLD, results + 1, mine, 1) == 0);          \
    EXPECT(ark_sum_inscan(ARK_TEAM_WORLD, results + 2, mine, 1) == 0);           \
    EXPECT(ark_sum_exscan(ARK_TEAM_WORLD, results + 3, mine, 1) == 0);           \
    EXPECT(results[0] == sum && results[1] == product);                          \
    EXPECT(results[2] == before + *mine && results[3] == before);                \
    ark_free(mine);                                                              \
    ark_free(results);                                                           \
  }
COMPLEX_TYPES(CHECK_COMPLEX)

static void bytes(void) {
  unsigned char* dest = ark_calloc(64, 1);
  unsigned char* source = ark_calloc(64, 1);
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < 64; ++i) source[i] = (unsigned char)(me * 64 + i);
  unsigned char got[9] = {0};
  ark_barrier_all();
  ark_putmem(dest, source, 3, next);
  ark_putmem_nbi(dest + 3, source + 3, 3, next);
  ark_putmem_hinted(dest + 6, source + 6, 2, next, ARK_CACHE_STREAMING);
  ark_putmem_hinted_nbi(dest + 8, source + 8, 2, next, ARK_CACHE_KEEP);
  ark_putmem_signal(dest + 10, source + 10, 2, signal, 1, ARK_SIGNAL_ADD, next);
  ark_putmem_signal_nbi(dest + 12, source + 12, 2, signal, 1, ARK_SIGNAL_ADD, next);
  ark_putmem_signal_hinted(dest + 14, source + 14, 2, signal, 1, ARK_SIGNAL_ADD, next,
                           ARK_CACHE_BYPASS);
  ark_putmem_signal_hinted_nbi(dest + 16, source + 16, 2, signal, 1, ARK_SIGNAL_ADD, next,
                               ARK_CACHE_STANDARD);
  ark_signal_wait_until(signal, ARK_CMP_GE, 4);
  ark_barrier_all();
  for (int i = 0; i < 18; ++i) EXPECT(dest[i] == (unsigned char)(previous * 64 + i));
  ark_barrier_all();
  ark_getmem(got, source, 3, next);
  ark_getmem_nbi(got + 3, source + 3, 2, next);
  ark_getmem_hinted(got + 5, source + 5, 2, next, ARK_CACHE_AUTOMATIC);
  ark_getmem_hinted_nbi(got + 7, source + 7, 2, next, ARK_CACHE_AUTOMATIC);
  ark_quiet();
  for (int i = 0; i < 9; ++i) EXPECT(got[i] == (unsigned char)(next * 64 + i));
  EXPECT(ark_broadcastmem(ARK_TEAM_WORLD, dest, source, 5, 0) == 0 && dest[4] == 4);
  unsigned char* all = ark_calloc((size_t)pes, 2);
  EXPECT(ark_fcollectmem(ARK_TEAM_WORLD, all, source, 2) == 0);
  for (int pe = 0; pe < pes; ++pe) EXPECT(all[2 * pe + 1] == (unsigned char)(pe * 64 + 1));
  ark_barrier_all();
  EXPECT(ark_alltoallmem(ARK_TEAM_WORLD, all, source, 2) == 0);
  for (int pe = 0; pe < pes; ++pe) EXPECT(all[2 * pe] == (unsigned char)(pe * 64 + 2 * me));
  ark_barrier_all();
  EXPECT(ark_collectmem(ARK_TEAM_WORLD, all, source, 2) == 0);
  for (int pe = 0; pe < pes; ++pe) EXPECT(all[2 * pe + 1] == (unsigned char)(pe * 64 + 1));
  ark_barrier_all();
  EXPECT(ark_alltoallsmem(ARK_TEAM_WORLD, all, source, 1, 1, 2) == 0);
  for (int pe = 0; pe < pes; ++pe) EXPECT(all[2 * pe] == (unsigned char)(pe * 64 + 2 * me));
  ark_free(all);
  ark_free(signal);
  ark_free(source);
  ark_free(dest);
}

/* The type chosen by the compiler: a wrong one has another size, or does not compile. */
static void generic(void) {
  double* dest = ark_calloc(6, sizeof(double));
  double* source = ark_calloc(6, sizeof(double));
  long* words = ark_calloc(2, sizeof(long));
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < 6; ++i) source[i] = me + i / 8.0;
  ark_barrier_all();
  ark_ibput(dest + 4, source + 4, 2, 2, 2, 1, next);
  ark_put(dest, source, 1, next);
  ark_put_nbi(dest + 1, source + 1, 1, next);
  ark_p(dest + 2, source[2], next);
  ark_put_signal(dest + 3, source + 3, 1, signal, 1, ARK_SIGNAL_SET, next);
  ark_signal_wait_until(signal, ARK_CMP_EQ, 1);
  ark_barrier_all();
  for (int i = 0; i < 6; ++i) EXPECT(dest[i] == previous + i / 8.0);
  double got[2];
  ark_ibget(got, source, 2, 2, 2, 1, next);
  EXPECT(got[1] == next + 1 / 8.0);
  const double* other = source;
  EXPECT(ark_g(other + 1, next) == next + 1 / 8.0 && ark_g(source, next) == next);
  ark_atomic_add(words, 5, next);
  ark_atomic_or(words, 2, next);
  EXPECT(ark_atomic_fetch_inc(words, next) == 7 && ark_atomic_fetch(words, next) == 8);
  EXPECT(ark_atomic_compare_swap(words, 8, 11, next) == 8);
  ark_wait_until(words, ARK_CMP_EQ, 11);
  EXPECT(ark_test(words + 1, ARK_CMP_EQ, 0) == 1);
  EXPECT(ark_sum_reduce(ARK_TEAM_WORLD, dest, source, 1) == 0);
  EXPECT(dest[0] == pes * (pes - 1) / 2);
  EXPECT(ark_fcollect(ARK_TEAM_WORLD, words, words + 1, 0) == 0);
  ark_barrier_all();
  ark_free(signal);
  ark_free(words);
  ark_free(source);
  ark_free(dest);
}

static void plans(void) {
  int* dest = ark_calloc(1, sizeof(int));
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  int* value = ark_calloc(1, sizeof(int));
  *value = me + 40;
  ark_plan_t plan = ark_plan_create(dest, value, sizeof(int), signal, next);
  EXPECT(plan != NULL);
  ark_barrier_all();
  const uint64_t first = ark_plan_start(plan);
  ark_plan_wait(plan, first);
  EXPECT(first == 1 && ark_plan_test(plan, first) == 1);
  ark_signal_wait_until(signal, ARK_CMP_GE, 1);
  EXPECT(*dest == previous + 40);
  ark_plan_destroy(plan);
  ark_free(value);
  ark_free(signal);
  ark_free(dest);
}

static void signals_and_memory(void) {
  uint64_t* signal = ark_malloc(sizeof(uint64_t));
  *signal = 0;
  ark_barrier_all();
  ark_signal_set(signal, 9, next);
  ark_fence();
  ark_signal_add(signal, 2, next);
  EXPECT(ark_signal_wait_until(signal, ARK_CMP_EQ, 11) == 11);
  uint64_t* mapped = ark_ptr(signal, me);
  EXPECT(mapped == NULL || *mapped == 11);
  EXPECT(ark_pe_accessible(next) == 1 && ark_pe_accessible(pes) == 0);
  EXPECT(ark_addr_accessible(signal, next) == 1 && ark_addr_accessible(&wrong, next) == 0);
  ark_sync_all();
  signal = ark_realloc(signal, 4096);
  EXPECT(signal != NULL && *signal == 11);
  ark_free(signal);
  char* aligned = ark_align(4096, 10);
  EXPECT((uintptr_t)aligned % 4096 == 0);
  ark_free(aligned);
  EXPECT(ark_align(3, 10) == NULL);
  EXPECT(strstr(ark_last_error(), "alignment 3") != NULL);
  ark_free(ark_malloc_with_hints(8, ARK_MALLOC_SIGNAL_REMOTE));
}

/* A sum that is wrong if two PEs have the lock at a time. */
static void locks(void) {
  long* lock = ark_calloc(1, sizeof(long));
  int* sum = ark_calloc(1, sizeof(int));
  for (int i = 0; i < 10; ++i) {
    if (i == 0) {
      while (ark_test_lock(lock) != 0) {
      }
    } else {
      ark_set_lock(lock);
    }
    ark_int_p(sum, ark_int_g(sum, 0) + 1, 0);
    ark_clear_lock(lock);
  }
  ark_barrier_all();
  EXPECT(ark_int_g(sum, 0) == 10 * pes);
  ark_barrier_all();
  ark_free(sum);
  ark_free(lock);
}

/* Rows of two PEs, and the collectives that need a team of their own to show anything. */
static void teams(void) {
  ark_team_t row = ARK_TEAM_INVALID, column = ARK_TEAM_INVALID, reversed = ARK_TEAM_INVALID;
  EXPECT(ark_team_split_2d(ARK_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &column) == 0);
  const ark_team_config_t wanted = {4};
  ark_team_config_t seen = {0};
  EXPECT(ark_team_split_strided(ARK_TEAM_WORLD, pes - 1, -1, pes, &wanted, ARK_TEAM_NUM_CONTEXTS,
                                &reversed) == 0);
  EXPECT(ark_team_get_config(reversed, ARK_TEAM_NUM_CONTEXTS, &seen) == 0);
  EXPECT(seen.num_contexts == 4);
  EXPECT(ark_team_my_pe(reversed) == pes - 1 - me && ark_team_n_pes(reversed) == pes);
  EXPECT(ark_team_my_pe(row) == me % 2 && ark_team_my_pe(column) == me / 2);
  EXPECT(ark_team_translate_pe(reversed, 0, ARK_TEAM_WORLD) == pes - 1);
  int* words = ark_calloc(3 * (size_t)pes, sizeof(int));
  EXPECT(ark_team_ptr(reversed, words, pes - 1 - me) == words);
  words[0] = me + 1;
  EXPECT(ark_team_sync(reversed) == 0);
  EXPECT(ark_int_collect(reversed, words + pes, words, 1) == 0);
  EXPECT(words[pes] == pes && words[2 * pes - 1] == 1);
  EXPECT(ark_int_sum_inscan(ARK_TEAM_WORLD, words + pes, words, 1) == 0);
  EXPECT(words[pes] == (me + 1) * (me + 2) / 2);
  EXPECT(ark_int_sum_exscan(ARK_TEAM_WORLD, words + pes, words, 1) == 0);
  EXPECT(words[pes] == me * (me + 1) / 2);
  EXPECT(ark_uint_or_reduce(row, (unsigned*)words + pes, (unsigned*)words, 1) == 0);
  EXPECT(words[pes] == (me / 2 * 2 + 1 == pes ? me + 1 : (me / 2 * 2 + 1) | (me / 2 * 2 + 2)));
  EXPECT(ark_int_alltoalls(ARK_TEAM_WORLD, words + pes, words, 2, 1, 0) == 0);
  ark_barrier_all();
  ark_free(words);
  ark_team_destroy(reversed);
  ark_team_destroy(column);
  ark_team_destroy(row);
}

/* The program does not link if the library lacks a declared name. Not static, so that it is kept.
 */
void (*const all_names[])(void) = {
#define ARK_C_NAME(result, name, parameters, arguments) (void (*)(void)) name,
#define ARK_C_CTX_NAME(result, name, parameters, arguments) \
  (void (*)(void)) ark_##name, (void (*)(void))ark_ctx_##name,
#define ARK_C_TYPED_NAME(result, name, function, parameters, arguments) (void (*)(void)) ark_##name,
#define ARK_C_TYPED_CTX_NAME(result, name, function, parameters, arguments) \
  ARK_C_CTX_NAME(result, name, parameters, arguments)
#include <ark/api/c_names.h>
#include <ark/api/c_on_stream.h>
};

static void identity(void) {
  int started = 0, level = -1, major = -1, minor = -1;
  char name[ARK_MAX_NAME_LEN];
  ark_query_initialized(&started);
  ark_query_thread(&level);
  ark_info_get_version(&major, &minor);
  ark_info_get_name(name);
  EXPECT(started == 1 && level >= ARK_THREAD_SINGLE && level <= ARK_THREAD_MULTIPLE);
  EXPECT(major >= 0 && minor >= 0 && strncmp(name, "ark ", 4) == 0);
  EXPECT(ark_status() == 0 && strcmp(ark_error_name(0), "ok") == 0);
  EXPECT(strcmp(ark_last_failure(), "") == 0);
  ark_pcontrol(1, "with further arguments", 2);
}

/* A failure of an operation: recorded, as text as well. Run with ARK_ON_FAILURE=go_on. */
static int failure(void) {
  int* dest = ark_calloc(1, sizeof(int));
  ark_int_p(dest, 1, pes);
  EXPECT(strcmp(ark_error_name(ark_status()), "invalid_argument") == 0);
  EXPECT(ark_align(3, 10) == NULL);
  const char* failure_text = ark_last_failure();
  const char* error_text = ark_last_error();
  EXPECT(strstr(failure_text, "PE out of range") != NULL);
  EXPECT(error_text[0] != '\0' && strstr(error_text, "PE out of range") == NULL);
  ark_finalize();
  if (wrong == 0) printf("recorded\n");
  return wrong != 0;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "all";
  if (strcmp(what, "before") == 0) return ark_my_pe();
  if (strcmp(what, "init") == 0) ark_init();
  int provided = -1;
  if (ark_init_thread(ARK_THREAD_MULTIPLE, &provided) != 0) return 1;
  me = ark_my_pe();
  pes = ark_n_pes();
  next = (me + 1) % pes;
  previous = (me + pes - 1) % pes;
  if (strcmp(what, "failure") == 0) return failure();
  if (strncmp(what, "stream_", 7) == 0) return stream_failure(what + 7);
#define RUN_COLLECTIVES(NAME, T) collectives_##NAME();
#define RUN_WAITS(NAME, T) waits_##NAME();
#define RUN_ADD(NAME, T) add_##NAME();
#define RUN_BITS(NAME, T) bits_##NAME();
#define RUN_COMPLEX(NAME, T) complex_##NAME();
  typed_calls();
  RMA_TYPES(RUN_COLLECTIVES)
  ARK_AMO_TYPES(RUN_WAITS)
  ARK_ADDABLE_TYPES(RUN_ADD)
  ARK_REDUCE_BITWISE_TYPES(RUN_BITS)
  COMPLEX_TYPES(RUN_COMPLEX)
  bytes();
  generic();
  plans();
  teams();
  contexts();
  on_streams();
  locks();
  signals_and_memory();
  identity();
  ark_finalize();
  if (wrong == 0) printf("PE %d: all names\n", me);
  return wrong != 0;
}
