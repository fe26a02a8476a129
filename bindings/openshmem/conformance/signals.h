/* Signals in the form. */
CHECK(signal) {
  uint64_t* const word = (uint64_t*)(void*)bed.memory;
  const uint64_t mine = 10 + (uint64_t)bed.me, theirs = 10 + (uint64_t)bed.previous;
  FORMED(signal_set, word, mine, bed.pe);
  EXPECT(NAMED(signal_wait_until, word, CONSTANT(CMP_NE), 0) == theirs);
  DONE();
  complete_all(&bed);
  FORMED(signal_add, word, 100 * mine, bed.pe);
  EXPECT(NAMED(signal_wait_until, word, CONSTANT(CMP_GT), theirs) == 101 * theirs);
  DONE();
  complete_all(&bed);
  FORMED(signal_set, word, UINT64_MAX, bed.pe);
  EXPECT(NAMED(signal_wait_until, word, CONSTANT(CMP_GE), UINT64_MAX) == UINT64_MAX);
  EXPECT(NAMED(signal_fetch, word) == UINT64_MAX);
  DONE();
  complete_all(&bed);
}
