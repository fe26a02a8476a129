/* Completion and order of transfers in the form. */

/* The flag behind a fence: the data before it is there. */
CHECK(fence) {
  enum { count = 100, rounds = 20 };
  long *const data = (long*)(void*)bed.memory, *const flag = data + count;
  long* const mine = (long*)(void*)bed.local;
  for (long round = 1; round <= rounds; ++round) {
    for (int i = 0; i < count; ++i) mine[i] = bed.me * 1000 + round;
    NEEDED(long_put_nbi, data, mine, count, bed.pe);
    FORMED(fence);
    NEEDED(long_p, flag, round, bed.pe);
    API(long_wait_until)(flag, CONSTANT(CMP_EQ), round);
    for (int i = 0; i < count; ++i) EXPECT(data[i] == bed.previous * 1000 + round);
    complete_all(&bed);
  }
}

/* Of all PEs, and of one: what this PE has written is there, and the source may be used again. */
CHECK(quiet) {
  enum { count = 100, rounds = 20 };
  long *const data = (long*)(void*)bed.memory, *const mine = (long*)(void*)bed.local;
  const int target[] = {bed.pe};
  for (long round = 1; round <= rounds; ++round) {
    for (int i = 0; i < count; ++i) mine[i] = bed.me * 1000 + round;
    NEEDED(long_put_nbi, data, mine, count, bed.pe);
    if (round % 2 == 0) {
      FORMED(quiet);
    } else {
      FORMED(pe_quiet, target, 1);
    }
    for (int i = 0; i < count; ++i) mine[i] = -1;
    EXPECT(API(long_g)(data, bed.next) == bed.me * 1000 + round);
    EXPECT(API(long_g)(data + count - 1, bed.next) == bed.me * 1000 + round);
    barrier();
    for (int i = 0; i < count; ++i) EXPECT(data[i] == bed.previous * 1000 + round);
    barrier();
  }
}

/* No addition of a PE to one word of PE 0 is lost. */
CHECK(contention) {
  enum { rounds = 100 };
  const int first = IN_FORM(0); /* PE 0 */
  long* const counter = (long*)(void*)bed.memory;
  unsigned* const bits = (unsigned*)(void*)(counter + 1);
  for (int i = 0; i < rounds; ++i) {
    NEEDED(long_atomic_inc, counter, first);
    NEEDED(long_atomic_add, counter, 2, first);
  }
  NEEDED(uint_atomic_xor, bits, 1u << bed.me, first);
  complete_all(&bed);
  EXPECT(API(long_g)(counter, 0) == 3L * rounds * bed.pes);
  EXPECT(API(uint_g)(bits, 0) == (1u << bed.pes) - 1);
  barrier();
}
