/* put, get, p, g, and the forms that do not block, are strided or send a signal. */
#define VALUE(pe, i) ((TYPE)((pe)*20 + (i) + 1))
#if OF_SCOPE /* a warp and a block have no forms of p and g */
#define ELEMENT_PUT(dest, value, pe) TYPED(p)(dest, value, pe)
#define ELEMENT_GET(source, pe) TYPED(g)(source, pe)
#else
#define ELEMENT_PUT(dest, value, pe) CALL(p, dest, value, pe)
#define ELEMENT_GET(source, pe) CALL(g, source, pe)
#endif

/* The element behind those of each call keeps its value, 0. */
CHECK(moves) {
  enum { count = 8 };
  TYPE *const dest = (TYPE*)(void*)bed.memory, *const source = dest + count;
  TYPE *const mine = (TYPE*)(void*)bed.local, *const got = mine + count;
  for (int i = 0; i < count; ++i) mine[i] = source[i] = VALUE(bed.me, i);
  barrier();
  CALL(put, dest, mine, 2, bed.pe);
  DONE();
  mine[0] = mine[1] = (TYPE)0; /* used already */
  CALL(put_nbi, dest + 3, mine + 3, 2, bed.pe);
  ELEMENT_PUT(dest + 6, mine[6], bed.pe);
  CALL(put, dest + 7, mine + 7, 0, bed.pe);
  CALL(get, got, source, 2, bed.pe);
  DONE();
  EXPECT(got[0] == VALUE(bed.next, 0) && got[1] == VALUE(bed.next, 1));
  CALL(get_nbi, got + 3, source + 3, 2, bed.pe);
  got[6] = ELEMENT_GET((const TYPE*)source + 6, bed.pe);
  CALL(get, got + 7, source + 7, 0, bed.pe);
  DONE();
  complete_all(&bed);
  for (int i = 0; i < count; ++i) {
    const int moved = i != 2 && i != 5 && i != 7;
    EXPECT(dest[i] == (moved ? VALUE(bed.previous, i) : (TYPE)0));
    EXPECT(got[i] == (moved ? VALUE(bed.next, i) : (TYPE)0));
  }
  barrier();
}

CHECK(strided) {
  enum { count = 20 };
  TYPE *const dest = (TYPE*)(void*)bed.memory, *const source = dest + count;
  TYPE *const mine = (TYPE*)(void*)bed.local, *const got = mine + count;
  for (int i = 0; i < count; ++i) mine[i] = source[i] = VALUE(bed.me, i);
  barrier();
  CALL(iput, dest + 1, mine, 3, 2, 3, bed.pe);
  CALL(iget, got + 1, source, 3, 2, 3, bed.pe);
#if OTHER_FORMS
  CALL(ibput, dest + 10, mine + 1, 4, 3, 2, 2, bed.pe);
  CALL(ibget, got + 10, source + 1, 4, 3, 2, 2, bed.pe);
#endif
  DONE();
  complete_all(&bed);
  for (int i = 0; i < count; ++i) {
    const int origin = strided_origin(i);
    EXPECT(dest[i] == (origin < 0 ? (TYPE)0 : VALUE(bed.previous, origin)));
    EXPECT(got[i] == (origin < 0 ? (TYPE)0 : VALUE(bed.next, origin)));
  }
  barrier();
}

CHECK(put_signal) {
  uint64_t* const signal = (uint64_t*)(void*)bed.memory;
  const uint64_t mark = 20 + (uint64_t)bed.me, seen = 20 + (uint64_t)bed.previous;
  TYPE *const dest = (TYPE*)(void*)(bed.memory + 64), *const mine = (TYPE*)(void*)bed.local;
  for (int i = 0; i < 7; ++i) mine[i] = VALUE(bed.me, i);
  CALL(put_signal, dest, mine + 1, 2, signal, mark + 1, CONSTANT(SIGNAL_SET), bed.pe);
  EXPECT(API(signal_wait_until)(signal, CONSTANT(CMP_NE), 0) == seen + 1);
  EXPECT(dest[0] == VALUE(bed.previous, 1) && dest[1] == VALUE(bed.previous, 2));
  DONE();
  complete_all(&bed);
  CALL(put_signal_nbi, dest, mine + 4, 2, signal, mark, CONSTANT(SIGNAL_ADD), bed.pe);
  EXPECT(API(signal_wait_until)(signal, CONSTANT(CMP_GT), seen + 1) == 2 * seen + 1);
  EXPECT(dest[0] == VALUE(bed.previous, 4) && dest[1] == VALUE(bed.previous, 5));
  EXPECT(dest[2] == (TYPE)0);
  DONE();
  complete_all(&bed);
}
#undef ELEMENT_GET
#undef ELEMENT_PUT
#undef VALUE
