/* Collectives of bytes in the form. */
CHECK_ON_TEAMS(bytes) {
  enum { count = 3, room = most_pes * 3 };
  const int pes = bed.pes, rank = bed.rank;
  char *const dest = bed.memory, *const all = dest + room, *const blocks = all + room;
  char *const apart = blocks + room, *const parts = apart + 2 * room, *const source = parts + 8;
  for (int i = 0; i < pes * count; ++i) source[i] = byte_of(rank, i);
  barrier();
  EXPECT(FORMED(broadcastmem, bed.team, dest, source, count, 0) == 0);
  EXPECT(FORMED(fcollectmem, bed.team, all, source, count) == 0);
  EXPECT(FORMED(alltoallmem, bed.team, blocks, source, count) == 0);
#if OTHER_FORMS
  EXPECT(FORMED(alltoallsmem, bed.team, apart, source, 2, 1, count) == 0);
  EXPECT(FORMED(collectmem, bed.team, parts, source, rank < 2 ? (size_t)rank + 1 : 0) == 0);
#endif
  DONE();
  for (int r = 0; r < pes; ++r) {
    for (int i = 0; i < count; ++i) {
      EXPECT(dest[i] == byte_of(0, i) && all[r * count + i] == byte_of(r, i));
      EXPECT(blocks[r * count + i] == byte_of(r, rank * count + i));
      EXPECT(!OTHER_FORMS || apart[(r * count + i) * 2] == byte_of(r, rank * count + i));
    }
  }
#if OTHER_FORMS
  EXPECT(parts[0] == byte_of(0, 0));
  if (pes > 1) EXPECT(parts[1] == byte_of(1, 0) && parts[2] == byte_of(1, 1));
  EXPECT(parts[pes > 1 ? 3 : 1] == 0);
#endif
  barrier();
}
