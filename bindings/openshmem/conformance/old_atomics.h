/* Atomics by the deprecated names of OpenSHMEM 1.3. */
#if SETS & EXTENDED
CHECK(old_set) {
  TYPE* const word = (TYPE*)(void*)bed.memory;
  CALL(set, word, (TYPE)8, bed.pe);
  complete(&bed);
  EXPECT(CALL(fetch, (const TYPE*)word, bed.pe) == (TYPE)8);
  EXPECT(CALL(swap, word, (TYPE)9, bed.pe) == (TYPE)8);
  complete_all(&bed);
  EXPECT(*word == (TYPE)9);
  barrier();
}
#endif

#if SETS & AMO
CHECK(old_add) {
  TYPE* const word = (TYPE*)(void*)bed.memory;
  CALL(inc, word, bed.pe);
  complete(&bed);
  EXPECT(CALL(finc, word, bed.pe) == (TYPE)1);
  CALL(add, word, (TYPE)3, bed.pe);
  complete(&bed);
  EXPECT(CALL(fadd, word, (TYPE)4, bed.pe) == (TYPE)5);
  EXPECT(CALL(cswap, word, (TYPE)9, (TYPE)20, bed.pe) == (TYPE)9);
  EXPECT(CALL(cswap, word, (TYPE)9, (TYPE)30, bed.pe) == (TYPE)20);
  complete_all(&bed);
  EXPECT(*word == (TYPE)20);
  barrier();
}
#endif
