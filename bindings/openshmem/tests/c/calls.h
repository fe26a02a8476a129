/* Calls of every type between neighbours, as functions of a source that says how one is called:
 * CALL(type's name, name, arguments), SIZED(name, arguments), the PE left out, QUIET() and FENCE().
 */
#include <string.h>

#include "c_api.h"

enum { elements = 8 };

/* Every put and get of a type. The next PE's memory gets values of this one. */
#define CHECK_RMA(NAME, T)                                                            \
  static void rma_##NAME(void) {                                                      \
    T* dest = ark_calloc(elements, sizeof(T));                                        \
    T* source = ark_calloc(elements, sizeof(T));                                      \
    uint64_t* signal = ark_calloc(1, sizeof(uint64_t));                               \
    for (int i = 0; i < elements; ++i) source[i] = (T)(me * 10 + i + 1);              \
    ark_barrier_all();                                                                \
    CALL(NAME, put, dest, source, 2);                                                 \
    CALL(NAME, put_nbi, dest + 2, source + 2, 1);                                     \
    CALL(NAME, p, dest + 3, source[3]);                                               \
    CALL(NAME, iput, dest + 4, source + 4, 1, 1, 2);                                  \
    CALL(NAME, ibput, dest + 6, source + 6, 1, 1, 1, 2);                              \
    QUIET();                                                                          \
    ark_barrier_all();                                                                \
    for (int i = 0; i < elements; ++i) EXPECT(dest[i] == (T)(previous * 10 + i + 1)); \
    EXPECT(CALL(NAME, g, source + 1) == (T)(next * 10 + 2));                          \
    T got[elements];                                                                  \
    CALL(NAME, get, got, source, 2);                                                  \
    CALL(NAME, get_nbi, got + 2, source + 2, 2);                                      \
    CALL(NAME, iget, got + 4, source + 4, 1, 1, 2);                                   \
    CALL(NAME, ibget, got + 6, source + 6, 1, 1, 1, 2);                               \
    QUIET();                                                                          \
    for (int i = 0; i < elements; ++i) EXPECT(got[i] == (T)(next * 10 + i + 1));      \
    ark_barrier_all();                                                                \
    CALL(NAME, put_signal, dest, source + 1, 2, signal, 3, ARK_SIGNAL_SET);           \
    EXPECT(ark_signal_wait_until(signal, ARK_CMP_EQ, 3) == 3);                        \
    EXPECT(dest[0] == (T)(previous * 10 + 2) && dest[1] == (T)(previous * 10 + 3));   \
    ark_barrier_all();                                                                \
    CALL(NAME, put_signal_nbi, dest, source + 2, 2, signal, 4, ARK_SIGNAL_ADD);       \
    EXPECT(ark_signal_wait_until(signal, ARK_CMP_GE, 7) == 7);                        \
    EXPECT(dest[0] == (T)(previous * 10 + 3));                                        \
    QUIET();                                                                          \
    ark_barrier_all();                                                                \
    ark_free(signal);                                                                 \
    ark_free(source);                                                                 \
    ark_free(dest);                                                                   \
  }
RMA_TYPES(CHECK_RMA)

/* Every atomic of a type. All PEs work on their own element of the next one. */
#define CHECK_EXTENDED(NAME, T)                           \
  static void extended_##NAME(void) {                     \
    T* word = ark_calloc(1, sizeof(T));                   \
    CALL(NAME, atomic_set, word, (T)5);                   \
    QUIET();                                              \
    EXPECT(CALL(NAME, atomic_fetch, word) == (T)5);       \
    EXPECT(CALL(NAME, atomic_swap, word, (T)6) == (T)5);  \
    T fetched[2] = {0, 0};                                \
    CALL(NAME, atomic_fetch_nbi, fetched, word);          \
    QUIET();                                              \
    CALL(NAME, atomic_swap_nbi, fetched + 1, word, (T)7); \
    QUIET();                                              \
    EXPECT(fetched[0] == (T)6 && fetched[1] == (T)6);     \
    ark_barrier_all();                                    \
    EXPECT(*word == (T)7);                                \
    ark_barrier_all();                                    \
    ark_free(word);                                       \
  }
#define CHECK_STANDARD(NAME, T)                                         \
  static void standard_##NAME(void) {                                   \
    T* word = ark_calloc(1, sizeof(T));                                 \
    T fetched = 0;                                                      \
    CALL(NAME, atomic_inc, word);                                       \
    EXPECT(CALL(NAME, atomic_fetch_inc, word) == (T)1);                 \
    CALL(NAME, atomic_add, word, (T)3);                                 \
    EXPECT(CALL(NAME, atomic_fetch_add, word, (T)4) == (T)5);           \
    EXPECT(CALL(NAME, atomic_compare_swap, word, (T)9, (T)20) == (T)9); \
    CALL(NAME, atomic_fetch_inc_nbi, &fetched, word);                   \
    QUIET();                                                            \
    EXPECT(fetched == (T)20);                                           \
    CALL(NAME, atomic_fetch_add_nbi, &fetched, word, (T)1);             \
    QUIET();                                                            \
    EXPECT(fetched == (T)21);                                           \
    CALL(NAME, atomic_compare_swap_nbi, &fetched, word, (T)22, (T)30);  \
    QUIET();                                                            \
    EXPECT(fetched == (T)22);                                           \
    ark_barrier_all();                                                  \
    EXPECT(*word == (T)30);                                             \
    ark_barrier_all();                                                  \
    ark_free(word);                                                     \
  }
#define CHECK_BITWISE(NAME, T)                                 \
  static void bitwise_##NAME(void) {                           \
    T* word = ark_calloc(1, sizeof(T));                        \
    T fetched = 0;                                             \
    CALL(NAME, atomic_or, word, (T)12);                        \
    EXPECT(CALL(NAME, atomic_fetch_and, word, (T)6) == (T)12); \
    EXPECT(CALL(NAME, atomic_fetch_xor, word, (T)1) == (T)4);  \
    EXPECT(CALL(NAME, atomic_fetch_or, word, (T)2) == (T)5);   \
    CALL(NAME, atomic_and, word, (T)3);                        \
    CALL(NAME, atomic_xor, word, (T)8);                        \
    CALL(NAME, atomic_fetch_or_nbi, &fetched, word, (T)16);    \
    QUIET();                                                   \
    EXPECT(fetched == (T)11);                                  \
    CALL(NAME, atomic_fetch_and_nbi, &fetched, word, (T)24);   \
    QUIET();                                                   \
    EXPECT(fetched == (T)27);                                  \
    CALL(NAME, atomic_fetch_xor_nbi, &fetched, word, (T)24);   \
    QUIET();                                                   \
    EXPECT(fetched == (T)24);                                  \
    ark_barrier_all();                                         \
    EXPECT(*word == (T)0);                                     \
    ark_barrier_all();                                         \
    ark_free(word);                                            \
  }
ARK_EXTENDED_TYPES(CHECK_EXTENDED)
ARK_AMO_TYPES(CHECK_STANDARD)
ARK_BITWISE_TYPES(CHECK_BITWISE)

static void sizes_in_bits(void) {
  unsigned char* dest = ark_calloc(80, 1);
  unsigned char* source = ark_calloc(80, 1);
  uint64_t* signal = ark_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < 80; ++i) source[i] = (unsigned char)(me * 80 + i);
#define CHECK_SIZE(BITS)                                                                           \
  memset(dest, 0, 80);                                                                             \
  ark_barrier_all();                                                                               \
  SIZED(put##BITS##_signal, dest, source, 1, signal, BITS, ARK_SIGNAL_SET);                        \
  FENCE();                                                                                         \
  SIZED(put##BITS##_signal_nbi, dest + BITS / 8, source + BITS / 8, 1, signal, 1, ARK_SIGNAL_ADD); \
  ark_signal_wait_until(signal, ARK_CMP_EQ, BITS + 1);                                             \
  for (int i = 0; i < BITS / 4; ++i) EXPECT(dest[i] == (unsigned char)(previous * 80 + i));        \
  ark_barrier_all();                                                                               \
  SIZED(put##BITS, dest, source, 2);                                                               \
  SIZED(put##BITS##_nbi, dest + BITS / 4, source + BITS / 4, 1);                                   \
  SIZED(iput##BITS, dest + BITS / 8 * 3, source + BITS / 8 * 3, 1, 1, 1);                          \
  SIZED(ibput##BITS, dest + BITS / 2, source + BITS / 2, 1, 1, 1, 1);                              \
  QUIET();                                                                                         \
  ark_barrier_all();                                                                               \
  for (int i = 0; i < BITS / 8 * 5; ++i) EXPECT(dest[i] == (unsigned char)(previous * 80 + i));    \
  {                                                                                                \
    unsigned char got[64] = {0};                                                                   \
    SIZED(get##BITS, got, source, 1);                                                              \
    SIZED(get##BITS##_nbi, got + BITS / 8, source + BITS / 8, 1);                                  \
    SIZED(iget##BITS, got + BITS / 4, source + BITS / 4, 1, 1, 1);                                 \
    SIZED(ibget##BITS, got + BITS / 8 * 3, source + BITS / 8 * 3, 1, 1, 1, 1);                     \
    QUIET();                                                                                       \
    for (int i = 0; i < BITS / 2; ++i) EXPECT(got[i] == (unsigned char)(next * 80 + i));           \
  }                                                                                                \
  ark_barrier_all();
  CHECK_SIZE(8)
  CHECK_SIZE(16)
  CHECK_SIZE(32)
  CHECK_SIZE(64)
  CHECK_SIZE(128)
  ark_free(signal);
  ark_free(source);
  ark_free(dest);
}

static void typed_calls(void) {
#define RUN_RMA(NAME, T) rma_##NAME();
#define RUN_EXTENDED(NAME, T) extended_##NAME();
#define RUN_STANDARD(NAME, T) standard_##NAME();
#define RUN_BITWISE(NAME, T) bitwise_##NAME();
  RMA_TYPES(RUN_RMA)
  ARK_EXTENDED_TYPES(RUN_EXTENDED)
  ARK_AMO_TYPES(RUN_STANDARD)
  ARK_BITWISE_TYPES(RUN_BITWISE)
  sizes_in_bits();
}
