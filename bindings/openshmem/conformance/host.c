/* The checks on the host, with the calls of BED, shmem_calls.h or c_calls.h.
 *   conformance_host [--global-exit]   all; with --global-exit the end by that */
#include "checks.h"
#include "host_calls.h"
#include "report.h"
#include "start.h"

extern const struct check_entry* const __start_checks[];
extern const struct check_entry* const __stop_checks[];

static char static_memory[memory_bytes];

static void run(const struct check_entry* check, struct bed bed) {
  memset(bed.memory, 0, memory_bytes);
  memset(bed.local, 0, local_bytes);
  API(barrier_all)();
  bed.rank = API(team_my_pe)(bed.team);
  bed.pe = strstr(check->form, "ctx") != NULL ? bed.pes - 1 - bed.next : bed.next;
  check->run(bed);
}

int main(int argc, char** argv) {
  static struct outcome outcome; /* 0 at first */
  struct bed bed = {.outcome = &outcome};
  if (argc == 2 && strcmp(argv[1], "--global-exit") == 0) leave(bed);
  start(bed);
  bed.me = API(my_pe)();
  bed.pes = API(n_pes)();
  bed.next = (bed.me + 1) % bed.pes;
  bed.previous = (bed.me + bed.pes - 1) % bed.pes;
  bed.team = CONSTANT(TEAM_WORLD);
  if (bed.pes > most_pes) API(global_exit)(2);
  int failed = report(&start_entry, &outcome, bed.me);

  API(team_split_strided)(bed.team, bed.pes - 1, -1, bed.pes, NULL, 0, &bed.reversed);
  API(team_create_ctx)(bed.reversed, CONSTANT(CTX_SERIALIZED), &bed.ctx);
  char local[local_bytes];
  char* const heap = API(malloc)(memory_bytes);
  char* const data = STATIC_IS_SYMMETRIC ? static_memory : heap;
  bed.local = local;
  for (const struct check_entry* const* at = __start_checks; at != __stop_checks; ++at) {
    const struct check_entry* const check = *at;
    struct bed own = bed;
    memset(&outcome, 0, sizeof outcome);
    const int in_data = strcmp(check->form, "ctx") == 0 || strcmp(check->form, "generic") == 0;
    own.memory = in_data ? data : heap;
    run(check, own);
    if (check->where == on_teams) {
      own.memory = in_data ? heap : data;
      own.team = bed.reversed;
      run(check, own);
    }
    failed += report(check, &outcome, bed.me);
  }
  API(free)(heap);
  API(ctx_destroy)(bed.ctx);
  API(team_destroy)(bed.reversed);
  API(finalize)();
  return failed != 0;
}
