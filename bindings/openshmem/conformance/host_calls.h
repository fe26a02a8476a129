/* What only host threads may call. */
#include <stdio.h>
#include <string.h>

#define NAME untyped
#define FORM host

HOST_CHECK(memory) {
  enum { count = 8 };
  long* const plain = (long*)NAMED(malloc, count * sizeof(long));
  long* const zeros = (long*)NAMED(calloc, count, sizeof(long));
  char* const aligned = (char*)NAMED(align, 4096, 100);
  long* hinted = (long*)NAMED(malloc_with_hints, count * sizeof(long),
                              CONSTANT(MALLOC_ATOMICS_REMOTE) | CONSTANT(MALLOC_SIGNAL_REMOTE));
  EXPECT(plain != NULL && zeros != NULL && aligned != NULL && hinted != NULL);
  EXPECT((uintptr_t)aligned % 4096 == 0);
  EXPECT(API(addr_accessible)(plain, bed.next) && API(addr_accessible)(hinted, bed.next));
  EXPECT(NAMED(malloc, 0) == NULL && NAMED(calloc, 0, 8) == NULL && NAMED(calloc, 8, 0) == NULL);
  EXPECT(NAMED(align, 64, 0) == NULL && NAMED(realloc, NULL, 0) == NULL);
  EXPECT(NAMED(malloc_with_hints, 0, 0) == NULL);
  NAMED(free, NULL);
  for (int i = 0; i < count; ++i) {
    EXPECT(zeros[i] == 0);
    hinted[i] = 10 * bed.me + i;
  }
  hinted = (long*)NAMED(realloc, hinted, 100000 * sizeof(long));
  EXPECT(hinted != NULL);
  for (int i = 0; i < count; ++i) EXPECT(hinted[i] == 10 * bed.me + i);
  barrier();
  EXPECT(API(long_g)(hinted + count - 1, bed.next) == 10 * bed.next + count - 1);
  API(long_p)(hinted + 99999, bed.me + 5, bed.next);
  API(long_p)(plain, bed.me + 6, bed.next);
  barrier();
  EXPECT(hinted[99999] == bed.previous + 5 && plain[0] == bed.previous + 6);
  NAMED(free, hinted);
  NAMED(free, aligned);
  NAMED(free, zeros);
  NAMED(free, plain);
}

/* The PEs of odd numbers, those of a row and of a column, and one that does not exist. */
HOST_CHECK(splits) {
  team_t odd = CONSTANT(TEAM_WORLD), x = CONSTANT(TEAM_INVALID), y = CONSTANT(TEAM_INVALID);
  API(team_config_t) config = {3}, got = {-1};
  const int odds = bed.pes / 2;
  if (odds > 0) {
    EXPECT(NAMED(team_split_strided, CONSTANT(TEAM_WORLD), 1, 2, odds, &config,
                 CONSTANT(TEAM_NUM_CONTEXTS), &odd) == 0);
    EXPECT((odd != CONSTANT(TEAM_INVALID)) == (bed.me % 2 == 1));
    if (odd != CONSTANT(TEAM_INVALID)) {
      EXPECT(API(team_my_pe)(odd) == bed.me / 2 && API(team_n_pes)(odd) == odds);
      EXPECT(NAMED(team_get_config, odd, CONSTANT(TEAM_NUM_CONTEXTS), &got) == 0);
      EXPECT(got.num_contexts == 3);
    }
    NAMED(team_destroy, odd);
  }
  EXPECT(NAMED(team_get_config, CONSTANT(TEAM_INVALID), CONSTANT(TEAM_NUM_CONTEXTS), &got) != 0);
  EXPECT(NAMED(team_split_2d, CONSTANT(TEAM_WORLD), 2, NULL, 0, &x, NULL, 0, &y) == 0);
  EXPECT(API(team_my_pe)(x) == bed.me % 2 && API(team_my_pe)(y) == bed.me / 2);
  EXPECT(API(team_n_pes)(y) == (bed.pes + 1 - bed.me % 2) / 2);
  NAMED(team_destroy, x);
  NAMED(team_destroy, y);
  NAMED(team_destroy, CONSTANT(TEAM_INVALID));
  EXPECT(NAMED(team_split_strided, CONSTANT(TEAM_INVALID), 0, 1, 1, NULL, 0, &odd) != 0);
  EXPECT(odd == CONSTANT(TEAM_INVALID));
  barrier();
}

HOST_CHECK(information) {
  int major = 0, minor = 0, level = -1, initialized = 0;
  char name[CONSTANT(MAX_NAME_LEN)] = "";
  int version[2] = {1, 6}; /* of OpenSHMEM; of ark_ names the one of ark, which is in the name */
  NAMED(info_get_version, &major, &minor);
  NAMED(info_get_name, name);
  EXPECT(strncmp(name, "ark", 3) == 0);
  sscanf(name, "ark %d.%d", version, version + 1);
  EXPECT(major == version[0] && minor == version[1]);
  NAMED(query_initialized, &initialized);
  NAMED(query_thread, &level);
  EXPECT(initialized != 0 && level >= CONSTANT(THREAD_SINGLE));
  NAMED(pcontrol, 0);
  NAMED(pcontrol, 2, "more", 3);
}
#undef FORM
#undef NAME
