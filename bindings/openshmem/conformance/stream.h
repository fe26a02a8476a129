/* What has no type, in the order of a stream. */

/* Two streams and the default one: a stream that waits holds neither the host nor the others. */
CHECK(streams) {
  uint64_t* const signals = (uint64_t*)(void*)bed.memory;
  const ark_stream_t waiting = API(stream_create)();
  EXPECT(waiting != NULL && API(stream_query)(waiting) == 1);
  NAMED(signal_wait_until_on_stream, signals, CONSTANT(CMP_EQ), 5, waiting);
  NAMED(signal_set_on_stream, signals + 1, 7, bed.me, waiting);
  FORMED(signal_add, signals + 2, 4, bed.next);
  FORMED(fence);
  FORMED(signal_add, signals + 2, 5, bed.next);
  FORMED(quiet);
  FORMED(sync_all);
  EXPECT(FORMED(team_sync, bed.reversed) == 0);
  DONE();
  EXPECT(signals[2] == 9);
  barrier();
  FORMED(signal_add, signals + 2, 1, bed.next);
  FORMED(barrier_all);
  DONE();
  EXPECT(signals[2] == 10);
  EXPECT(API(stream_query)(waiting) == 0 && signals[1] == 0);
  API(signal_set)(signals, 5, bed.me);
  EXPECT(API(device_sync)() == 0);
  EXPECT(signals[1] == 7 && API(stream_query)(NULL) == 1);
  API(stream_destroy)(waiting);
  barrier();
}

/* Two pieces of the next PE into a batch, and the batch into two pieces there. */
CHECK(lists) {
  uint64_t* const signals = (uint64_t*)(void*)bed.memory;
  char *const source = bed.memory + 64, *const dest = source + 64, *const batch = bed.local;
  const ark_piece from[] = {{source + 8, 5, bed.next}, {source, 8, bed.next}};
  const ark_piece to[] = {{dest, 5, bed.next}, {dest + 8, 8, bed.next}};
  for (int i = 0; i < 16; ++i) source[i] = byte_of(bed.me, i);
  barrier();
  FORMED(gather_nbi, batch, from, 2, signals, 3, CONSTANT(SIGNAL_SET), bed.me);
  EXPECT(API(signal_wait_until)(signals, CONSTANT(CMP_EQ), 3) == 3);
  for (int i = 0; i < 5; ++i) EXPECT(batch[i] == byte_of(bed.next, 8 + i));
  for (int i = 0; i < 8; ++i) EXPECT(batch[5 + i] == byte_of(bed.next, i));
  FORMED(scatter_nbi, batch, to, 2, signals + 1, 4, CONSTANT(SIGNAL_ADD), bed.next);
  EXPECT(API(signal_wait_until)(signals + 1, CONSTANT(CMP_EQ), 4) == 4);
  for (int i = 0; i < 16; ++i)
    EXPECT(dest[i] == (i < 5 ? byte_of(bed.me, 8 + i) : i < 8 ? 0 : byte_of(bed.me, i - 8)));
  DONE();
  complete_all(&bed);
}
