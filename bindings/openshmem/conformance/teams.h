/* Barriers, queries, contexts and locks. */

/* What the barrier completes or orders is there behind it. */
CHECK(barriers) {
  enum { count = 100, rounds = 20 };
  long *const data = (long*)(void*)bed.memory, *const mine = (long*)(void*)bed.local;
  for (long round = 1; round <= rounds; ++round) {
    for (int i = 0; i < count; ++i) mine[i] = bed.me * 1000 + round;
    API(long_put_nbi)(data, mine, count, bed.next);
    if (round % 3 == 0) {
      NAMED(barrier_all);
    } else {
      API(quiet)();
      if (round % 3 == 1) NAMED(sync_all);
      if (round % 3 == 2) EXPECT(NAMED(team_sync, bed.reversed) == 0);
    }
    for (int i = 0; i < count; ++i) EXPECT(data[i] == bed.previous * 1000 + round);
    barrier();
  }
}

CHECK(queries) {
  EXPECT(NAMED(my_pe) == bed.me && NAMED(n_pes) == bed.pes);
  EXPECT(NAMED(pe_accessible, bed.next) && NAMED(pe_accessible, bed.pes - 1));
  EXPECT(!NAMED(pe_accessible, bed.pes) && !NAMED(pe_accessible, -1));
  const int on_stack = 0;
  EXPECT(NAMED(addr_accessible, bed.memory, bed.next));
  EXPECT(!NAMED(addr_accessible, &on_stack, bed.next));
  EXPECT(!NAMED(addr_accessible, bed.memory, bed.pes));
  EXPECT(NAMED(ptr, bed.memory + 8, bed.me) == bed.memory + 8);
  EXPECT(NAMED(ptr, &on_stack, bed.me) == NULL);
  char* const theirs = (char*)NAMED(ptr, bed.memory, bed.next);
  if (theirs != NULL && bed.pes > 1) {
    EXPECT(theirs != bed.memory);
    API(char_p)(bed.memory, 77, bed.next);
    complete(&bed);
    EXPECT(*theirs == 77);
  }
  barrier();
}

CHECK(teams) {
  const int mine = bed.pes - 1 - bed.me;
  EXPECT(NAMED(team_n_pes, bed.reversed) == bed.pes && NAMED(team_my_pe, bed.reversed) == mine);
  EXPECT(NAMED(team_my_pe, CONSTANT(TEAM_WORLD)) == bed.me);
  EXPECT(NAMED(team_my_pe, CONSTANT(TEAM_INVALID)) == -1);
  EXPECT(NAMED(team_n_pes, CONSTANT(TEAM_INVALID)) == -1);
  for (int pe = 0; pe < bed.pes; ++pe) {
    const int there = bed.pes - 1 - pe;
    EXPECT(NAMED(team_translate_pe, bed.reversed, pe, CONSTANT(TEAM_WORLD)) == there);
    EXPECT(NAMED(team_translate_pe, CONSTANT(TEAM_WORLD), pe, bed.reversed) == there);
    EXPECT(NAMED(team_ptr, bed.reversed, bed.memory, pe) == API(ptr)(bed.memory, there));
  }
  EXPECT(NAMED(team_translate_pe, bed.reversed, bed.pes, CONSTANT(TEAM_WORLD)) == -1);
  EXPECT(NAMED(team_translate_pe, bed.reversed, 0, CONSTANT(TEAM_INVALID)) == -1);
  barrier();
}

#if OTHER_FORMS
/* Contexts of the world and of a team, whose PE numbers are the team's; two at a time. */
CHECK(contexts) {
  long* const words = (long*)(void*)bed.memory;
  const int next = bed.pes - 1 - bed.next; /* in the team */
  ctx_t world = CONSTANT(CTX_INVALID), of_team = CONSTANT(CTX_INVALID);
  team_t team = CONSTANT(TEAM_INVALID);
  EXPECT(NAMED(ctx_create, CONSTANT(CTX_PRIVATE), &world) == 0);
  EXPECT(NAMED(team_create_ctx, bed.reversed, CONSTANT(CTX_SERIALIZED), &of_team) == 0);
  EXPECT(world != CONSTANT(CTX_INVALID) && of_team != CONSTANT(CTX_INVALID) && world != of_team);
  EXPECT(NAMED(ctx_get_team, world, &team) == 0 && team == CONSTANT(TEAM_WORLD));
  EXPECT(NAMED(ctx_get_team, of_team, &team) == 0 && team == bed.reversed);
  EXPECT(NAMED(ctx_get_team, CONSTANT(CTX_DEFAULT), &team) == 0 && team == CONSTANT(TEAM_WORLD));
  EXPECT(NAMED(ctx_get_team, CONSTANT(CTX_INVALID), &team) != 0 && team == CONSTANT(TEAM_INVALID));
  NAMED(ctx_session_start, world, CONSTANT(CTX_SESSION_BATCH), NULL, 0);
  API(ctx_long_p)(world, words, bed.me + 1, bed.next);
  API(ctx_long_p)(of_team, words + 1, bed.me + 2, next);
  NAMED(ctx_session_stop, world);
  API(ctx_quiet)(world);
  API(ctx_quiet)(of_team);
  barrier();
  EXPECT(words[0] == bed.previous + 1 && words[1] == bed.previous + 2);
  API(ctx_long_p)(of_team, words + 2, bed.me + 3, next);
  NAMED(ctx_destroy, of_team); /* completes what it has */
  NAMED(ctx_destroy, world);
  NAMED(ctx_destroy, CONSTANT(CTX_INVALID));
  EXPECT(NAMED(team_create_ctx, CONSTANT(TEAM_INVALID), 0, &world) != 0);
  EXPECT(world == CONSTANT(CTX_INVALID));
  API(sync_all)();
  EXPECT(words[2] == bed.previous + 3);
  barrier();
}

/* No addition is lost, although each reads and writes by calls of its own. */
CHECK(locks) {
  enum { turns = 20 };
  long *const lock = (long*)(void*)bed.memory, *const counter = lock + 1;
  for (int turn = 0; turn < turns; ++turn) {
    if (turn % 4 == 3) {
      const int length = bed.outcome->length; /* the name is needed once */
      while (NAMED(test_lock, lock) != 0) bed.outcome->length = length;
    } else {
      NAMED(set_lock, lock);
    }
    API(long_p)(counter, API(long_g)(counter, 0) + 1, 0);
    NAMED(clear_lock, lock);
  }
  barrier();
  EXPECT(API(long_g)(counter, 0) == (long)turns * bed.pes && *lock == 0);
  barrier();
}
#endif
