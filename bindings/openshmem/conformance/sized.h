/* put and get of the size NAME, whose elements have BYTES; STRIDED: and in strides. */
CHECK(sized) {
  enum { count = 6 * BYTES };
  char *const dest = bed.memory, *const source = dest + count;
  char *const mine = bed.local, *const got = mine + count;
  for (int i = 0; i < count; ++i) mine[i] = source[i] = byte_of(bed.me, i);
  barrier();
  SIZED(put, , dest, mine, 2, bed.pe);
  SIZED(put, _nbi, dest + 3 * BYTES, mine + 3 * BYTES, 2, bed.pe);
  SIZED(get, , got, source, 2, bed.pe);
  DONE();
  EXPECT(got[2 * BYTES - 1] == byte_of(bed.next, 2 * BYTES - 1));
  SIZED(get, _nbi, got + 3 * BYTES, source + 3 * BYTES, 2, bed.pe);
  DONE();
  complete_all(&bed);
  for (int i = 0; i < count; ++i) {
    const int moved = i / BYTES % 3 != 2; /* the element behind them keeps its value, 0 */
    EXPECT(dest[i] == (moved ? byte_of(bed.previous, i) : 0));
    EXPECT(got[i] == (moved ? byte_of(bed.next, i) : 0));
  }
  barrier();
}

CHECK(sized_signal) {
  uint64_t* const signal = (uint64_t*)(void*)bed.memory;
  const uint64_t mark = 20 + (uint64_t)bed.me, seen = 20 + (uint64_t)bed.previous;
  char *const dest = bed.memory + 64, *const mine = bed.local;
  for (int i = 0; i < 7 * BYTES; ++i) mine[i] = byte_of(bed.me, i);
  SIZED(put, _signal, dest, mine + BYTES, 2, signal, mark + 1, CONSTANT(SIGNAL_SET), bed.pe);
  EXPECT(API(signal_wait_until)(signal, CONSTANT(CMP_NE), 0) == seen + 1);
  for (int i = 0; i < 2 * BYTES; ++i) EXPECT(dest[i] == byte_of(bed.previous, BYTES + i));
  DONE();
  complete_all(&bed);
  SIZED(put, _signal_nbi, dest, mine + 4 * BYTES, 2, signal, mark, CONSTANT(SIGNAL_ADD), bed.pe);
  EXPECT(API(signal_wait_until)(signal, CONSTANT(CMP_GT), seen + 1) == 2 * seen + 1);
  for (int i = 0; i < 2 * BYTES; ++i) EXPECT(dest[i] == byte_of(bed.previous, 4 * BYTES + i));
  EXPECT(dest[2 * BYTES] == 0);
  DONE();
  complete_all(&bed);
}

#if STRIDED
CHECK(sized_strided) {
  enum { count = 20 };
  char *const dest = bed.memory, *const source = dest + count * BYTES;
  char *const mine = bed.local, *const got = mine + count * BYTES;
  for (int i = 0; i < count * BYTES; ++i) mine[i] = source[i] = byte_of(bed.me, i);
  barrier();
  SIZED(iput, , dest + 1 * BYTES, mine, 3, 2, 3, bed.pe);
  SIZED(iget, , got + 1 * BYTES, source, 3, 2, 3, bed.pe);
#if OTHER_FORMS
  SIZED(ibput, , dest + 10 * BYTES, mine + 1 * BYTES, 4, 3, 2, 2, bed.pe);
  SIZED(ibget, , got + 10 * BYTES, source + 1 * BYTES, 4, 3, 2, 2, bed.pe);
#endif
  DONE();
  complete_all(&bed);
  for (int i = 0; i < count * BYTES; ++i) {
    const int element = strided_origin(i / BYTES), at = element * BYTES + i % BYTES;
    EXPECT(dest[i] == (element < 0 ? 0 : byte_of(bed.previous, at)));
    EXPECT(got[i] == (element < 0 ? 0 : byte_of(bed.next, at)));
  }
  barrier();
}
#endif
