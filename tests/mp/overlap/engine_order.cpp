// The data of a stream-ordered alltoall by lanes and by plans is there when the collective has
// ended, although other kernels have sent it than the one that exchanges tokens. Run by every route
// and under random schedules; the control exchanges tokens without the fence.
#include <ark/ark.hpp>
#include <ark/overlap.hpp>
#include <cstdio>
#include <cstdlib>

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

}  // namespace

int main(int argc, char** argv) {
  constexpr std::size_t count = 5'000;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 30;
  ark::init();
  const int pes = ark_n_pes(), me = ark_my_pe();
  const std::size_t all = count * static_cast<unsigned>(pes);
  auto* const source = static_cast<int*>(ark_malloc(all * sizeof(int)));
  auto* const dest = static_cast<int*>(ark_malloc(all * sizeof(int)));
  auto* const wrong = static_cast<std::size_t*>(ark_calloc(2, sizeof(std::size_t)));
  const auto planned =
      ark::overlap::planned_collective::alltoall(ARK_TEAM_WORLD, dest, source, count);
  int round = 0;
  while (round < rounds && wrong[1] == 0) {  // until a PE has seen a fault
    ark::launch({1, 1}, prepare, dest, source, count, pes, me, round);
    ark_barrier_all_on_stream(nullptr);
    if (round % 2 == 0) {
      (void)planned.on_stream(nullptr);
    } else {
      (void)ark::alltoall_on_stream(ARK_TEAM_WORLD, dest, source, count, ark::overlap::by_lanes(3),
                                    nullptr);
    }
    ark::launch({1, 1}, check, dest, count, pes, me, round, wrong);
    ark_size_sum_reduce_on_stream(ARK_TEAM_WORLD, wrong + 1, wrong, 1, nullptr);
    ark::stream_sync(nullptr);
    ++round;
  }
  const std::size_t seen = wrong[1];
  if (me == 0) std::printf("%zu elements are wrong after %d rounds\n", seen, round);
  ark::finalize();
  return seen != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
