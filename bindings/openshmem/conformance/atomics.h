/* Atomics: each PE on its own word of the next PE, with values that tell which PE it is. Of the
 * type's SETS. */
#if SETS & EXTENDED
CHECK(atomic_set) {
  const TYPE mine = (TYPE)(16 * bed.me), theirs = (TYPE)(16 * bed.previous);
  TYPE *const word = (TYPE*)(void*)bed.memory, *const fetched = (TYPE*)(void*)bed.local;
  CALL(atomic_set, word, mine + 5, bed.pe);
  complete(&bed);
  EXPECT(CALL(atomic_fetch, (const TYPE*)word, bed.pe) == mine + 5);
  EXPECT(CALL(atomic_swap, word, mine + 6, bed.pe) == mine + 5);
  CALL(atomic_fetch_nbi, fetched, word, bed.pe);
  complete(&bed);
  CALL(atomic_swap_nbi, fetched + 1, word, mine + 7, bed.pe);
  complete(&bed);
  EXPECT(fetched[0] == mine + 6 && fetched[1] == mine + 6);
  barrier();
  EXPECT(*word == theirs + 7 && word[1] == 0);
  barrier();
}
#endif

#if SETS & AMO
CHECK(atomic_add) {
  const TYPE base = (TYPE)(16 * bed.next);
  TYPE *const word = (TYPE*)(void*)bed.memory, *const fetched = (TYPE*)(void*)bed.local;
  *word = (TYPE)(16 * bed.me - 1);
  barrier();
  for (int i = 0; i <= bed.me % 3; ++i) CALL(atomic_inc, word, bed.pe);
  complete(&bed);
  EXPECT(CALL(atomic_fetch_inc, word, bed.pe) == base + (TYPE)(bed.me % 3));
  CALL(atomic_add, word, (TYPE)(3 - bed.me % 3), bed.pe);
  complete(&bed);
  EXPECT(CALL(atomic_fetch_add, word, 5, bed.pe) == base + 4);
  EXPECT(CALL(atomic_compare_swap, word, base + 8, base + 50, bed.pe) == base + 9);
  EXPECT(CALL(atomic_compare_swap, word, base + 9, base + 20, bed.pe) == base + 9);
  CALL(atomic_fetch_inc_nbi, fetched, word, bed.pe);
  complete(&bed);
  EXPECT(*fetched == base + 20);
  CALL(atomic_fetch_add_nbi, fetched, word, 1, bed.pe);
  complete(&bed);
  EXPECT(*fetched == base + 21);
  CALL(atomic_compare_swap_nbi, fetched, word, base + 22, (TYPE)(-2 - bed.me), bed.pe);
  complete(&bed);
  EXPECT(*fetched == base + 22);
  barrier();
  EXPECT(*word == (TYPE)(-2 - bed.previous) && word[1] == 0);
  barrier();
}
#endif

#if SETS & BITWISE
CHECK(atomic_bits) {
  const TYPE high = (TYPE)((TYPE)1 << (sizeof(TYPE) * 8 - 2));
  const TYPE mine = (TYPE)((bed.me % 3 + 1) * 0x100),
             theirs = (TYPE)((bed.previous % 3 + 1) * 0x100);
  TYPE *const word = (TYPE*)(void*)bed.memory, *const fetched = (TYPE*)(void*)bed.local;
  *word = high | 0x3ff;
  barrier();
  CALL(atomic_and, word, high | mine | 0x7e, bed.pe);
  complete(&bed);
  EXPECT(CALL(atomic_fetch_and, word, high | 0x3c, bed.pe) == (high | mine | 0x7e));
  CALL(atomic_or, word, mine | 0x01, bed.pe);
  complete(&bed);
  EXPECT(CALL(atomic_fetch_or, word, 0x02, bed.pe) == (high | mine | 0x3d));
  CALL(atomic_xor, word, mine << 4 | 0x0f, bed.pe);
  complete(&bed);
  EXPECT(CALL(atomic_fetch_xor, word, high, bed.pe) == (high | mine << 4 | mine | 0x30));
  CALL(atomic_fetch_or_nbi, fetched, word, 0x0f, bed.pe);
  complete(&bed);
  CALL(atomic_fetch_and_nbi, fetched + 1, word, mine | 0x1e, bed.pe);
  complete(&bed);
  CALL(atomic_fetch_xor_nbi, fetched + 2, word, 0xff, bed.pe);
  complete(&bed);
  EXPECT(fetched[0] == (mine << 4 | mine | 0x30) && fetched[1] == (mine << 4 | mine | 0x3f));
  EXPECT(fetched[2] == (mine | 0x1e));
  barrier();
  EXPECT(*word == (theirs | 0xe1) && word[1] == 0);
  barrier();
}
#endif
