/* Collectives of a team, of the type's SETS. Element i of the PE of rank r: */
#define VALUE(r, i) ((TYPE)((r)*5 + (i) + 1))

#if SETS & RMA
CHECK_ON_TEAMS(data) {
  enum { count = 3, room = most_pes * 3 };
  const int pes = bed.pes, rank = bed.rank;
  TYPE *const dest = (TYPE*)(void*)bed.memory, *const all = dest + room;
  TYPE *const blocks = all + room, *const apart = blocks + room;
  TYPE *const source = apart + 2 * room, *const parts = dest + count;
  for (int i = 0; i < pes * count; ++i) source[i] = VALUE(rank, i);
  barrier();
  EXPECT(CALL(broadcast, bed.team, dest, source, count, pes - 1) == 0);
  EXPECT(CALL(fcollect, bed.team, all, source, count) == 0);
  EXPECT(CALL(alltoall, bed.team, blocks, source, count) == 0);
#if OTHER_FORMS
  EXPECT(CALL(collect, bed.team, parts, source, (size_t)rank % 3) == 0);
  EXPECT(CALL(alltoalls, bed.team, apart, source, 2, 1, count) == 0);
#endif
  DONE();
  int at = 0;
  for (int r = 0; r < pes; ++r) {
    for (int i = 0; i < count; ++i) {
      EXPECT(dest[i] == VALUE(pes - 1, i));
      EXPECT(all[r * count + i] == VALUE(r, i));
      EXPECT(blocks[r * count + i] == VALUE(r, rank * count + i));
      EXPECT(!OTHER_FORMS || apart[(r * count + i) * 2] == VALUE(r, rank * count + i));
      EXPECT(apart[(r * count + i) * 2 + 1] == (TYPE)0);
    }
    for (int i = 0; OTHER_FORMS && i < r % 3; ++i) EXPECT(parts[at++] == VALUE(r, i));
  }
  EXPECT(parts[at] == (TYPE)0);
  barrier();
}
#endif

#if SETS & RMA && !JOIN(NO_REDUCTIONS_OF_, NAME)
CHECK_ON_TEAMS(order) {
  enum { count = 3 };
  const int pes = bed.pes, rank = bed.rank;
  TYPE *const dest = (TYPE*)(void*)bed.memory, *const source = dest + 2 * count;
  source[0] = (TYPE)(rank + 1);
  source[1] = (TYPE)(pes - rank);
  source[2] = (TYPE)(rank % 2);
  barrier();
  EXPECT(CALL(min_reduce, bed.team, dest, source, count) == 0);
  EXPECT(CALL(max_reduce, bed.team, dest + count, source, count) == 0);
  DONE();
  EXPECT(dest[0] == (TYPE)1 && dest[1] == (TYPE)1 && dest[2] == (TYPE)0);
  EXPECT(dest[3] == (TYPE)pes && dest[4] == (TYPE)pes && dest[5] == (TYPE)(pes > 1));
  barrier();
}

CHECK_ON_TEAMS(sums) {
  enum { count = 3 };
  const int pes = bed.pes, rank = bed.rank;
  TYPE *const dest = (TYPE*)(void*)bed.memory, *const source = dest + 4 * count;
  for (int i = 0; i < count; ++i) source[i] = (TYPE)((rank + i) % 3 + 1);
  barrier();
  EXPECT(CALL(sum_reduce, bed.team, dest, source, count) == 0);
  EXPECT(CALL(prod_reduce, bed.team, dest + count, source, count) == 0);
#if OTHER_FORMS
  EXPECT(CALL(sum_inscan, bed.team, dest + 2 * count, source, count) == 0);
  EXPECT(CALL(sum_exscan, bed.team, dest + 3 * count, source, count) == 0);
#endif
  DONE();
  for (int i = 0; i < count; ++i) {
    int sum = 0, below = 0, product = 1;
    for (int r = 0; r < pes; ++r) {
      const int theirs = (r + i) % 3 + 1;
      sum += theirs;
      product *= theirs;
      if (r < rank) below += theirs;
    }
    EXPECT(dest[i] == (TYPE)sum);
    EXPECT(dest[count + i] == (TYPE)product);
    EXPECT(!OTHER_FORMS || dest[2 * count + i] == (TYPE)(below + (rank + i) % 3 + 1));
    EXPECT(!OTHER_FORMS || dest[3 * count + i] == (TYPE)below);
  }
  barrier();
}
#endif

/* As pairs of PART, a real and an imaginary one: nvcc compiles operators of complex types for the
 * host only. */
#if SETS & COMPLEX
CHECK_ON_TEAMS(complex_sums) {
  const int pes = bed.pes, rank = bed.rank;
  PART *const dest = (PART*)(void*)bed.memory, *const source = dest + 8;
  source[0] = (PART)(rank % 2 + 1);
  source[1] = (PART)(rank % 3 - 1);
  barrier();
  TYPE *const to = (TYPE*)(void*)dest, *const from = (TYPE*)(void*)source;
  EXPECT(CALL(sum_reduce, bed.team, to, from, 1) == 0);
  EXPECT(CALL(prod_reduce, bed.team, to + 1, from, 1) == 0);
  EXPECT(CALL(sum_inscan, bed.team, to + 2, from, 1) == 0);
  EXPECT(CALL(sum_exscan, bed.team, to + 3, from, 1) == 0);
  DONE();
  int sum[2] = {0, 0}, below[2] = {0, 0}, product[2] = {1, 0};
  for (int r = 0; r < pes; ++r) {
    const int theirs[2] = {r % 2 + 1, r % 3 - 1};
    const int real = product[0] * theirs[0] - product[1] * theirs[1];
    product[1] = product[0] * theirs[1] + product[1] * theirs[0];
    product[0] = real;
    for (int part = 0; part < 2; ++part) {
      sum[part] += theirs[part];
      if (r < rank) below[part] += theirs[part];
    }
  }
  for (int part = 0; part < 2; ++part) {
    EXPECT(dest[part] == (PART)sum[part]);
    EXPECT(dest[2 + part] == (PART)product[part]);
    EXPECT(dest[4 + part] == (PART)below[part] + source[part]);
    EXPECT(dest[6 + part] == (PART)below[part]);
  }
  barrier();
}
#endif

#if SETS & BITS
CHECK_ON_TEAMS(bits) {
  const int pes = bed.pes;
  TYPE *const dest = (TYPE*)(void*)bed.memory, *const source = dest + 6;
  int any = 64, all = 127, odd = 0;
  for (int r = 0; r < pes; ++r) {
    any |= r + 1;
    all &= (r + 1) | 64;
    odd ^= (r + 1) | 64;
  }
  source[0] = (TYPE)((bed.rank + 1) | 64);
  source[1] = (TYPE)(127 ^ ((bed.rank + 1) | 64));
  barrier();
  EXPECT(CALL(and_reduce, bed.team, dest, source, 2) == 0);
  EXPECT(CALL(or_reduce, bed.team, dest + 2, source, 2) == 0);
  EXPECT(CALL(xor_reduce, bed.team, dest + 4, source, 2) == 0);
  DONE();
  EXPECT(dest[0] == (TYPE)all && dest[1] == (TYPE)(127 ^ any));
  EXPECT(dest[2] == (TYPE)any && dest[3] == (TYPE)(127 ^ all));
  EXPECT(dest[4] == (TYPE)odd && dest[5] == (TYPE)(pes % 2 ? 127 ^ odd : odd));
  barrier();
}
#endif
#undef VALUE

/* Those that only the bed has. */
#ifdef MORE_COLLECTIVES
#include MORE_COLLECTIVES
#endif
