// Random calls of <shmem.h> on all PEs, for a given time, against a model of the memory of each PE.
//
//   random SECONDS [SEED] [control] [unordered]
//
// All PEs draw the same operations from the seed and apply them to the model. What changes no
// result (contexts, forms of waits, delays) each PE draws by itself. After a step each PE compares
// its memory with the model; a difference ends the run with status 1.
//
// With `control` one operation of each step is left out or changed; a step that finds no difference
// ends the run with status 1. With `unordered` no fence separates data from the flags that other
// PEs wait for: where the route does not keep the order, the run ends with status 1.
#include <chrono>
#include <cstdlib>
#include <string_view>

#include "job.hpp"

namespace random_test {

namespace {

constexpr std::pair<const char*, void (*)(job&)> steps[] = {
    {"transfers", transfers},     {"transfers", transfers},     {"atomics", atomics},
    {"collectives", collectives}, {"collectives", collectives}, {"allocations", allocations}};

void run_step(job& j) {
  const auto& [name, execute] = steps[j.shared.below(std::size(steps))];
  j.report.begin_step(name);
  j.memory.begin_step();
  j.groups.add_context(j.own, j.report);
  execute(j);
  j.groups.quiet(j.own);
  shmem_barrier_all();
  j.memory.check(j.report);
}

/// The exit status.
int run(const settings& of) {
  using clock = std::chrono::steady_clock;
  static long mine[3], sums[3];  // differences, operations, 1 at PE 0 after the time
  job j{of};
  shmem_barrier_all();
  const auto begin = clock::now();
  double elapsed = 0;
  int faults = 0;
  bool failed = false;
  do {
    run_step(j);
    elapsed = std::chrono::duration<double>(clock::now() - begin).count();
    mine[0] = j.report.differences;
    mine[1] = j.report.operations;
    mine[2] = j.me == 0 && elapsed >= of.seconds ? 1 : 0;
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, sums, mine, 3);
    if (j.report.has_fault) ++faults;
    failed = (sums[0] == 0) == j.report.has_fault;
  } while (!failed && sums[2] == 0);
  if (j.me == 0) {
    std::printf("random: seed %ju, %d PEs, %.1f s, %d steps, %d with a fault, %ld operations, %s\n",
                of.seed, j.pes, elapsed, j.report.step + 1, faults, sums[1],
                failed ? "the last step is wrong" : "as expected");
  }
  return failed ? 1 : 0;
}

}  // namespace

}  // namespace random_test

int main(int argc, char** argv) {
  random_test::settings of;
  if (argc > 1) of.seconds = std::atof(argv[1]);
  if (argc > 2) of.seed = std::strtoull(argv[2], nullptr, 10);
  for (int i = 3; i < argc; ++i) {
    of.control = of.control || std::string_view(argv[i]) == "control";
    of.unordered = of.unordered || std::string_view(argv[i]) == "unordered";
  }
  shmem_init();
  const int status = random_test::run(of);
  shmem_finalize();
  return status;
}
