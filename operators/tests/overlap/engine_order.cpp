// The data of a stream-ordered alltoall by lanes and by plans is there when the collective has
// ended, although other kernels have sent it than the one that exchanges tokens. Run by every route
// and under random schedules; the control exchanges tokens without the fence.
#include <ark/ark.hpp>
#include <ark/local.hpp>
#include <ark/overlap.hpp>
#include <cstdio>
#include <string>

namespace {

ARK_HOST_DEVICE int element(int round, int from, int to, std::size_t i) {
  return round * 1'000'003 + from * 1009 + to * 101 + static_cast<int>(i);
}

ARK_GLOBAL void prepare(int* dest, int* source, std::size_t count, int pes, int me, int round) {
  for (int pe = 0; pe < pes; ++pe) {
    for (std::size_t i = 0; i < count; ++i) {
      source[static_cast<std::size_t>(pe) * count + i] = element(round, me, pe, i);
      dest[static_cast<std::size_t>(pe) * count + i] = -1;
    }
  }
}
ARK_GLOBAL void check(const int* dest, std::size_t count, int pes, int me, int round,
                      std::size_t* wrong) {
  for (int pe = 0; pe < pes; ++pe) {
    for (std::size_t i = 0; i < count; ++i)
      *wrong += dest[static_cast<std::size_t>(pe) * count + i] != element(round, pe, me, i) ? 1 : 0;
  }
}

// The elements that were wrong on all PEs together, and the rounds until a PE has seen a fault.
struct outcome {
  std::size_t wrong;
  int rounds;
};

outcome run(int most) {
  constexpr std::size_t count = 5'000;
  const int pes = ark_n_pes(), me = ark_my_pe();
  const std::size_t all = count * static_cast<unsigned>(pes);
  auto* const source = static_cast<int*>(ark_malloc(all * sizeof(int)));
  auto* const dest = static_cast<int*>(ark_malloc(all * sizeof(int)));
  auto* const wrong = static_cast<std::size_t*>(ark_calloc(2, sizeof(std::size_t)));
  const ark::stream_t stream = ark::stream_create();
  const auto planned =
      ark::overlap::planned_collective::alltoall(ARK_TEAM_WORLD, dest, source, count);
  int round = 0;
  while (round < most && wrong[1] == 0) {
    ark::launch({1, 1, 0, stream}, prepare, dest, source, count, pes, me, round);
    ark_barrier_all_on_stream(stream);
    if (round % 2 == 0) {
      (void)planned.on_stream(stream);
    } else {
      (void)ark::alltoall_on_stream(ARK_TEAM_WORLD, dest, source, count, ark::overlap::by_lanes(3),
                                    stream);
    }
    ark::launch({1, 1, 0, stream}, check, dest, count, pes, me, round, wrong);
    ark_size_sum_reduce_on_stream(ARK_TEAM_WORLD, wrong + 1, wrong, 1, stream);
    ark::stream_sync(stream);
    ++round;
  }
  return {wrong[1], round};
}

}  // namespace

// engine_order ROUNDS: a PE of a job. engine_order SEEDS PES: all PEs in this process, by the
// queue, once under each random schedule.
int main(int argc, char** argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 30;
  outcome last{};
  if (argc > 2) {
    for (int seed = 1; seed <= most && last.wrong == 0; ++seed) {
      ark::local_run(std::atoi(argv[2]),
                     [&](int pe) {
                       const outcome here = run(20);
                       if (pe == 0) last = {here.wrong, here.rounds + last.rounds};
                     },
                     {{"ARK_ROUTE", "queue"}, {"ARK_SCHED", "random:" + std::to_string(seed)}});
    }
    std::printf("%zu elements are wrong after %d rounds\n", last.wrong, last.rounds);
  } else {
    ark::init();
    last = run(most);
    if (ark_my_pe() == 0)
      std::printf("%zu elements are wrong after %d rounds\n", last.wrong, last.rounds);
    ark::finalize();
  }
  return last.wrong != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
