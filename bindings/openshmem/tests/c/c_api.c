/* What <ark/ark.h> has beyond the names of OpenSHMEM, for a C program, between neighbours; and
 * failures. bindings/openshmem/conformance has the others. Exit status 1 and a line for each value
 * that is wrong. */
#include <ark/ark.h>
#include <stdio.h>
#include <string.h>

/* Wrong values so far, and the PEs of the program: this one, the one that it writes to, and the one
 * that writes to it. */
static int wrong, me, pes, next, previous;

#define EXPECT(condition)                                                                 \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      ++wrong;                                                                            \
      fprintf(stderr, "PE %d: %s:%d: %s\n", ark_my_pe(), __FILE__, __LINE__, #condition); \
    }                                                                                     \
  } while (0)

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
ARK_ADDABLE_TYPES(CHECK_ADD)

static void hints(void) {
  unsigned char* dest = ark_calloc(8, 1);
  unsigned char* source = ark_calloc(8, 1);
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  unsigned char got[4] = {0};
  for (int i = 0; i < 8; ++i) source[i] = (unsigned char)(me * 8 + i);
  ark_barrier_all();
  ark_putmem_hinted(dest, source, 2, next, ARK_CACHE_STREAMING);
  ark_putmem_hinted_nbi(dest + 2, source + 2, 2, next, ARK_CACHE_KEEP);
  ark_putmem_signal_hinted(dest + 4, source + 4, 2, signal, 1, ARK_SIGNAL_ADD, next,
                           ARK_CACHE_BYPASS);
  ark_putmem_signal_hinted_nbi(dest + 6, source + 6, 2, signal, 1, ARK_SIGNAL_ADD, next,
                               ARK_CACHE_STANDARD);
  ark_signal_wait_until(signal, ARK_CMP_GE, 2);
  ark_barrier_all();
  for (int i = 0; i < 8; ++i) EXPECT(dest[i] == (unsigned char)(previous * 8 + i));
  ark_getmem_hinted(got, source, 2, next, ARK_CACHE_AUTOMATIC);
  ark_getmem_hinted_nbi(got + 2, source + 2, 2, next, ARK_CACHE_AUTOMATIC);
  ark_quiet();
  for (int i = 0; i < 4; ++i) EXPECT(got[i] == (unsigned char)(next * 8 + i));
  ark_barrier_all();
  ark_free(signal);
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

/* The default context chosen by its type, a session with hints, and the text of a refused call. */
static void contexts_and_texts(void) {
  const ark_ctx_session_config_t hints = {2};
  ark_ctx_t own = ARK_CTX_INVALID;
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  EXPECT(ark_ctx_create(ARK_CTX_SERIALIZED | ARK_CTX_NOSTORE, &own) == 0);
  ark_ctx_session_start(own, ARK_CTX_SESSION_BATCH, &hints, ARK_CTX_SESSION_TOTAL_OPS);
  ark_ctx_signal_set(own, signal, 9, next);
  ark_ctx_session_stop(own);
  EXPECT(ark_signal_wait_until(signal, ARK_CMP_EQ, 9) == 9);
  EXPECT(ark_g(ARK_CTX_DEFAULT, (unsigned long*)signal, me) == 9);
  ark_ctx_destroy(own);
  EXPECT(ark_align(3, 10) == NULL);
  EXPECT(strstr(ark_last_error(), "alignment 3") != NULL);
  ark_barrier_all();
  ark_free(signal);
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

static void no_failure(void) {
  EXPECT(ark_status() == 0 && strcmp(ark_error_name(0), "ok") == 0);
  EXPECT(strcmp(ark_last_failure(), "") == 0);
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

/* A wrong call in the order of a stream, and the exit status after it. */
static int stream_failure(const char* what) {
  long* words = ark_calloc(2, sizeof(long));
  ark_stream_t stream = ark_stream_create();
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
#define RUN_ADD(NAME, T) add_##NAME();
  ARK_ADDABLE_TYPES(RUN_ADD)
  hints();
  plans();
  contexts_and_texts();
  no_failure();
  ark_finalize();
  if (wrong == 0) printf("PE %d: all right\n", me);
  return wrong != 0;
}
