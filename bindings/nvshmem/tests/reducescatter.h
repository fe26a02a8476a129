/* Reductions of which the PE of rank r gets the r-th block. Its element i, of the type NAME: */
#define VALUE(r, i) (((r)*5 + (i)*3) % 7 + 1)
#if SETS & RMA && !JOIN(NO_REDUCTIONS_OF_, NAME)
CHECK_ON_TEAMS(scattered_sums) {
  enum { count = 2 };
  const int pes = bed.pes, first = bed.rank * count;
  TYPE *const dest = (TYPE*)(void*)bed.memory, *const source = dest + 4 * count;
  for (int i = 0; i < pes * count; ++i) source[i] = (TYPE)VALUE(bed.rank, i);
  barrier();
  EXPECT(CALL(sum_reducescatter, bed.team, dest, source, count) == 0);
  EXPECT(CALL(prod_reducescatter, bed.team, dest + count, source, 1) == 0);
  EXPECT(CALL(min_reducescatter, bed.team, dest + 2 * count, source, count) == 0);
  EXPECT(CALL(max_reducescatter, bed.team, dest + 3 * count, source, count) == 0);
  DONE();
  TYPE product = 1;
  for (int r = 0; r < pes; ++r) product = (TYPE)(product * (TYPE)VALUE(r, bed.rank));
  EXPECT(dest[count] == product && dest[count + 1] == (TYPE)0);
  for (int i = 0; i < count; ++i) {
    int sum = 0, least = 8, most = 0;
    for (int r = 0; r < pes; ++r) {
      const int theirs = VALUE(r, first + i);
      sum += theirs;
      least = theirs < least ? theirs : least;
      most = theirs > most ? theirs : most;
    }
    EXPECT(dest[i] == (TYPE)sum);
    EXPECT(dest[2 * count + i] == (TYPE)least && dest[3 * count + i] == (TYPE)most);
  }
  barrier();
}
#endif
#if SETS & BITS
CHECK_ON_TEAMS(scattered_bits) {
  TYPE *const dest = (TYPE*)(void*)bed.memory, *const source = dest + 4;
  for (int i = 0; i < bed.pes; ++i) source[i] = (TYPE)VALUE(bed.rank, i);
  barrier();
  EXPECT(CALL(and_reducescatter, bed.team, dest, source, 1) == 0);
  EXPECT(CALL(or_reducescatter, bed.team, dest + 1, source, 1) == 0);
  EXPECT(CALL(xor_reducescatter, bed.team, dest + 2, source, 1) == 0);
  DONE();
  int all = 7, any = 0, odd = 0;
  for (int r = 0; r < bed.pes; ++r) {
    all &= VALUE(r, bed.rank);
    any |= VALUE(r, bed.rank);
    odd ^= VALUE(r, bed.rank);
  }
  EXPECT(dest[0] == (TYPE)all && dest[1] == (TYPE)any && dest[2] == (TYPE)odd);
  barrier();
}
#endif
#undef VALUE
