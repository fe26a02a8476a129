// The checks of bindings/openshmem/conformance by ark_ names: in kernels of one thread for each PE,
// and on the host those in the order of a stream, by a warp or a block, and of host threads only.
// docs/openshmem.md.
#include <cstring>

#ifndef BED
#define BED "ark_calls.hpp"
#endif
#include "../../bindings/openshmem/conformance/checks.h"
#include "../../bindings/openshmem/conformance/report.h"
#if !ARK_CUDA && OTHER_FORMS  // the host accesses the heap
#include "../../bindings/openshmem/conformance/host_calls.h"
#endif
#if ARK_UNDER_MPIRUN && OTHER_FORMS
#include "../../bindings/openshmem/conformance/start.h"
#endif
#include "pes.hpp"

extern const check_entry* const __start_checks[];
extern const check_entry* const __stop_checks[];

namespace ark_gpu {
namespace {

ARK_GLOBAL void create_context(ark_team_t team, ark_ctx_t* ctx) {
  if (ark_team_create_ctx(team, ARK_CTX_SERIALIZED, ctx) != 0) *ctx = ARK_CTX_INVALID;
}
ARK_GLOBAL void destroy_context(ark_ctx_t ctx) { ark_ctx_destroy(ctx); }

/// The group of checks that expect data of a wrong PE.
bool is_spoiled(const check_entry& of) {
  const char* const spoiled = std::getenv("CONFORMANCE_SPOILED");
  return spoiled != nullptr && std::strcmp(of.group, spoiled) == 0;
}

bool is_of_host(const check_entry& check) {
  const char* const form = check.form;
  return check.where == on_host || std::strstr(form, "on_stream") != nullptr ||
         std::strcmp(form, "warp") == 0 || std::strcmp(form, "block") == 0;
}

class checks_of_pe {
 public:
  explicit checks_of_pe(const pe& self) : self_(self) {
    bed_.me = self.me;
    bed_.pes = self.n;
    bed_.next = self.next;
    bed_.previous = self.previous;
    bed_.memory = memory_;
    bed_.local = local_;
    EXPECT_EQ(
        ark_team_split_strided(ARK_TEAM_WORLD, self.n - 1, -1, self.n, nullptr, 0, &bed_.reversed),
        0);
    self.run(shape{}, create_context, bed_.reversed, context_.get());
    bed_.ctx = context_.at(0);
    EXPECT_NE(bed_.ctx, ARK_CTX_INVALID);
  }
  ~checks_of_pe() {
    self_.run(shape{}, destroy_context, bed_.ctx);
    ark_team_destroy(bed_.reversed);
  }
  checks_of_pe(const checks_of_pe&) = delete;
  checks_of_pe& operator=(const checks_of_pe&) = delete;

  void run(const check_entry& which) const {
    outcome result{};
    kernel_outcome_.write({result});
    run_once(which, ARK_TEAM_WORLD, &result);
    if (which.where == on_teams) run_once(which, bed_.reversed, &result);
    if (!is_of_host(which)) result = kernel_outcome_.at(0);
    if (report(&which, &result, self_.me) != 0) {
      ADD_FAILURE_AT(which.file, result.line)
          << "PE " << self_.me << ": " << which.group << ", " << which.name << ", " << which.form;
    }
  }

 private:
  void run_once(const check_entry& which, ark_team_t team, outcome* on_host_outcome) const {
    memory_.fill(0);
    local_.fill(0);
    bed own = bed_;
    own.team = team;
    own.rank = ark_team_my_pe(team);
    own.pe = std::strcmp(which.form, "ctx") == 0 ? own.pes - 1 - own.next : own.next;
    if (is_spoiled(which)) own.previous = own.me;
    own.outcome = is_of_host(which) ? on_host_outcome : kernel_outcome_.get();
    if (is_of_host(which)) {
      ark_barrier_all();
      which.run(own);
    } else {
      self_.run(shape{}, which.run, own);
    }
  }

  const pe& self_;
  const array<char> memory_{memory_bytes}, local_{local_bytes};
  const array<outcome> kernel_outcome_{1};
  const array<ark_ctx_t> context_{1};
  bed bed_{};
};

TEST(Conformance, InKernels) {
  on_pes(2, {}, [](const pe& self) {
    const checks_of_pe checks(self);
    for (const check_entry* const* at = __start_checks; at != __stop_checks; ++at) checks.run(**at);
  });
}

#if ARK_UNDER_MPIRUN && OTHER_FORMS
TEST(Conformance, StartAndEnd) {
  outcome result{};
  bed of_start{};
  of_start.outcome = &result;
  start(of_start);
  const int me = ark_my_pe();
  ark_finalize();
  EXPECT_EQ(report(&start_entry, &result, me), 0) << start_entry.file << ':' << result.line;
}

/// By itself: the process ends.
TEST(Conformance, DISABLED_GlobalExit) {
  outcome result{};
  bed of_end{};
  of_end.outcome = &result;
  leave(of_end);
}
#endif

}  // namespace
}  // namespace ark_gpu
