// A program that returns from main without shmem_finalize, with teams and contexts that it has not
// destroyed; those of a static object are destroyed after that.
#include <cstdlib>

#include "expect.h"

namespace {

struct owner {
  shmem_team_t team = SHMEM_TEAM_INVALID;
  shmem_ctx_t ctx = SHMEM_CTX_INVALID;
  long* word = nullptr;

  owner() = default;
  owner(const owner&) = delete;
  owner& operator=(const owner&) = delete;
  ~owner() {
    shmem_ctx_destroy(ctx);
    shmem_team_destroy(team);
    shmem_free(word);
  }
};
owner before_all;

// A program's own end, which comes after the implicit one: no effect.
struct finalizer {
  bool started = false;
  finalizer() = default;
  finalizer(const finalizer&) = delete;
  finalizer& operator=(const finalizer&) = delete;
  ~finalizer() {
    if (started) shmem_finalize();
  }
};
finalizer of_program;

void make(owner& made) {
  EXPECT(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, shmem_n_pes(), nullptr, 0, &made.team) ==
         0);
  EXPECT(shmem_team_create_ctx(made.team, 0, &made.ctx) == 0);
  made.word = static_cast<long*>(shmem_calloc(1, sizeof(long)));
  shmem_ctx_long_p(made.ctx, made.word, 7, (shmem_my_pe() + 1) % shmem_n_pes());
  shmem_ctx_quiet(made.ctx);
  shmem_barrier_all();
  EXPECT(*made.word == 7);
}

}  // namespace

int main() {
  std::atexit([] { shmem_finalize(); });
  shmem_init();
  of_program.started = true;
  make(before_all);
  static owner in_main;
  make(in_main);
  for (int i = 0; i < 20; ++i) make(*new owner);
  return wrong == 0 ? 0 : 1;
}
