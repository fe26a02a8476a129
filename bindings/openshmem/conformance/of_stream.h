/* All checks of the type NAME in the order of a stream, or OF_SCOPE: by a warp or a block. */
#include "collectives.h"
#if SETS & RMA
#include "moves.h"
#endif
#if SETS & AMO && !OF_SCOPE
/* The stream waits for a word that this PE writes afterwards, and that compares by its sign. */
CHECK(wait_in_order) {
  const int below = (TYPE)-1 < (TYPE)1 ? CONSTANT(CMP_LT) : CONSTANT(CMP_GT);
  const int only[] = {1, 0, 1};
  const TYPE values[] = {5, 6, 7};
  TYPE *const words = (TYPE*)(void*)bed.memory, *const set = words + 2;
  CALL(wait_until, words, below, 0);
  CALL(put, words + 1, words, 1, bed.me);
  EXPECT(API(stream_query)(NULL) == 0 && words[1] == 0);
  TYPED(atomic_set)(words, (TYPE)-1, bed.me);
  DONE();
  EXPECT(API(stream_query)(NULL) == 1 && words[1] == (TYPE)-1);
  CALL(wait_until_all, set, 3, only, below, 0);
  CALL(p, words, 8, bed.me);
  CALL(wait_until_all_vector, set, 3, NULL, CONSTANT(CMP_EQ), values);
  CALL(p, words + 1, 9, bed.me);
  EXPECT(API(stream_query)(NULL) == 0 && words[0] == (TYPE)-1);
  TYPED(atomic_set)(set + 1, (TYPE)-1, bed.me);
  TYPED(wait_until)(words, CONSTANT(CMP_EQ), 8);
  EXPECT(API(stream_query)(NULL) == 0 && words[1] == (TYPE)-1);
  for (int i = 0; i < 3; ++i) TYPED(atomic_set)(set + i, values[i], bed.me);
  DONE();
  EXPECT(words[1] == 9);
  CALL(wait_until_all, words, 0, NULL, CONSTANT(CMP_EQ), 7); /* no word: no wait */
  DONE();
  barrier();
}
#endif
