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
