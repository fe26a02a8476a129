/* Teams come and go: slots are reused; more than the most at a time is refused with a message and
 * changes nothing. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "expect.h"

enum { loops = 300, used_each = 16 };

static int me, pes;
static long sums[loops], ones[1];

/* The sum of all members' PE numbers, by a reduction. */
static void use(shmem_team_t team, int loop) {
  long expected = 0;
  const int size = shmem_team_n_pes(team);
  for (int i = 0; i < size; ++i) {
    expected += shmem_team_translate_pe(team, i, SHMEM_TEAM_WORLD) + loop;
  }
  ones[0] = me + loop;
  EXPECT(shmem_long_sum_reduce(team, sums + loop, ones, 1) == 0);
  EXPECT(sums[loop] == expected);
}

static shmem_team_t split(shmem_team_t parent, int start, int stride, int size) {
  shmem_team_t team = SHMEM_TEAM_INVALID;
  EXPECT(shmem_team_split_strided(parent, start, stride, size, NULL, 0, &team) == 0);
  return team;
}

/* Without a barrier between the teams. */
static void come_and_go(void) {
  for (int loop = 0; loop < loops; ++loop) {
    const int start = loop % pes;
    if (loop % 3 == 2) {
      shmem_team_t x = SHMEM_TEAM_INVALID, y = SHMEM_TEAM_INVALID;
      EXPECT(shmem_team_split_2d(SHMEM_TEAM_WORLD, loop % pes + 1, NULL, 0, &x, NULL, 0, &y) == 0);
      use(y, loop);
      shmem_team_destroy(x);
      shmem_team_destroy(y);
    } else {
      shmem_team_t team = loop % 3 == 0 ? split(SHMEM_TEAM_WORLD, start, 1, pes - start)
                                        : split(SHMEM_TEAM_WORLD, start, -1, start + 1);
      EXPECT((team != SHMEM_TEAM_INVALID) == (loop % 3 == 0 ? me >= start : me <= start));
      if (team == SHMEM_TEAM_INVALID) continue;
      use(team, loop);
      shmem_team_t part = split(team, 0, 1, 1); /* of a part of the PEs */
      EXPECT((part != SHMEM_TEAM_INVALID) == (shmem_team_my_pe(team) == 0));
      shmem_team_destroy(part);
      shmem_team_destroy(team);
    }
  }
}

/* What a call prints on stderr. */
static FILE* printed;
static int real_stderr;

static void begin_capture(void) {
  fflush(stderr);
  printed = tmpfile();
  real_stderr = dup(2);
  dup2(fileno(printed), 2);
}

static int end_capture(const char* text) {
  char line[512] = "";
  fflush(stderr);
  dup2(real_stderr, 2);
  close(real_stderr);
  rewind(printed);
  const size_t bytes = fread(line, 1, sizeof line - 1, printed);
  line[bytes] = 0;
  fclose(printed);
  return strstr(line, text) != NULL;
}

/* Teams of all PEs until there is no slot, and a place for one more. */
static shmem_team_t* all_teams(int* count) {
  int room = 64;
  shmem_team_t* teams = malloc((size_t)room * sizeof *teams);
  begin_capture();
  for (*count = 0;; ++*count) {
    if (*count == room) teams = realloc(teams, (size_t)(room *= 2) * sizeof *teams);
    teams[*count] = SHMEM_TEAM_WORLD;
    const int result =
        shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0, teams + *count);
    if (result != 0) EXPECT(result == -1 && teams[*count] == SHMEM_TEAM_INVALID);
    if (result != 0) break;
  }
  char text[128];
  snprintf(text, sizeof text,
           "shmem_team_split_strided: no team slot is free on every member; a PE may be a member "
           "of %d created teams",
           *count);
  EXPECT(end_capture(text));
  return teams;
}

static void too_many(void) {
  int count = 0;
  shmem_team_t* const teams = all_teams(&count);
  EXPECT(count >= 61);
  for (int i = 0; i < count; i += used_each) use(teams[i], i % loops);

  /* One is free: too few for the two axes, of which then neither exists. */
  shmem_team_destroy(teams[30]);
  shmem_team_t x = SHMEM_TEAM_WORLD, y = SHMEM_TEAM_WORLD;
  begin_capture();
  const int axes = shmem_team_split_2d(SHMEM_TEAM_WORLD, 1, NULL, 0, &x, NULL, 0, &y);
  const int axes_told = end_capture("shmem_team_split_2d: no team slot is free");
  EXPECT(axes == -1 && axes_told);
  EXPECT(x == SHMEM_TEAM_INVALID && y == SHMEM_TEAM_INVALID);
  if (x != SHMEM_TEAM_INVALID) shmem_team_destroy(x);

  teams[30] = split(SHMEM_TEAM_WORLD, 0, 1, pes);
  for (int i = 0; i < count; i += used_each) {
    shmem_team_destroy(teams[i]);
    teams[i] = split(SHMEM_TEAM_WORLD, pes - 1, -1, pes);
  }
  for (int i = 0; i < count; i += used_each) use(teams[i], i % loops);
  for (int i = 0; i < count; ++i) shmem_team_destroy(teams[i]);
  shmem_team_destroy(SHMEM_TEAM_INVALID);
  free(teams);
}

static void bad_arguments(void) {
  const struct {
    int start, stride, size;
  } bad[] = {{0, 1, pes + 1}, {-1, 1, 1}, {pes, 1, 1}, {0, -1, 2}, {0, 1, 0}, {0, 0, 2}};
  char text[96];
  snprintf(text, sizeof text, "ark: PE %d: shmem_team_split_strided: start ", shmem_my_pe());
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    shmem_team_t team = SHMEM_TEAM_WORLD;
    begin_capture();
    const int result = shmem_team_split_strided(SHMEM_TEAM_WORLD, bad[i].start, bad[i].stride,
                                                bad[i].size, NULL, 0, &team);
    const int told = end_capture(text);
    EXPECT(result != 0 && team == SHMEM_TEAM_INVALID && told);
  }
  shmem_team_t x = SHMEM_TEAM_WORLD, y = SHMEM_TEAM_WORLD;
  begin_capture();
  const int result = shmem_team_split_2d(SHMEM_TEAM_WORLD, 0, NULL, 0, &x, NULL, 0, &y);
  snprintf(text, sizeof text, "ark: PE %d: shmem_team_split_2d: xrange 0: 1 or more is needed",
           shmem_my_pe());
  const int told = end_capture(text);
  EXPECT(result != 0 && x == SHMEM_TEAM_INVALID && y == SHMEM_TEAM_INVALID && told);

  x = y = SHMEM_TEAM_WORLD;
  EXPECT(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &x) != 0);
  EXPECT(x == SHMEM_TEAM_INVALID);
  x = SHMEM_TEAM_WORLD;
  EXPECT(shmem_team_split_2d(SHMEM_TEAM_INVALID, 1, NULL, 0, &x, NULL, 0, &y) != 0);
  EXPECT(x == SHMEM_TEAM_INVALID && y == SHMEM_TEAM_INVALID);
}

static void configurations(void) {
  shmem_team_config_t config = {.num_contexts = 3}, got = {.num_contexts = -1};
  shmem_team_t team = SHMEM_TEAM_INVALID;
  EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, &config, SHMEM_TEAM_NUM_CONTEXTS,
                                  &team) == 0);
  EXPECT(shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0 && got.num_contexts == 3);
  EXPECT(shmem_team_get_config(SHMEM_TEAM_INVALID, SHMEM_TEAM_NUM_CONTEXTS, &got) != 0);
  shmem_ctx_t ctx = SHMEM_CTX_INVALID; /* destroyed with its team */
  EXPECT(shmem_team_create_ctx(team, 0, &ctx) == 0);
  static int word;
  void* const there = shmem_team_ptr(team, &word, (me + 1) % pes);
  EXPECT(there == shmem_ptr(&word, (me + 1) % pes));
  shmem_team_destroy(team);
}

/* More handles than are kept after their end. */
static void many_contexts(void) {
  static long word;
  shmem_ctx_t kept = SHMEM_CTX_INVALID;
  EXPECT(shmem_ctx_create(0, &kept) == 0);
  for (int i = 0; i < 70000; ++i) {
    shmem_ctx_t ctx = SHMEM_CTX_INVALID;
    EXPECT(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0 && ctx != kept);
    shmem_ctx_long_p(ctx, &word, i, me);
    shmem_ctx_destroy(ctx);
  }
  EXPECT(word == 69999);
  shmem_ctx_long_p(kept, &word, -1, me);
  shmem_ctx_destroy(kept);
  EXPECT(word == -1);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  come_and_go();
  too_many();
  bad_arguments();
  configurations();
  many_contexts();
  come_and_go();
  return finish();
}
