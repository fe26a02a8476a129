// Blocks that a member passes on to its neighbours are there when their fcollect returns. Run under
// random schedules and by queue; the control passes them on without completing them.
#include <ark/ark.hpp>
#include <cstdio>
#include <cstdlib>

namespace {

int element(int round, int pe, std::size_t i) {
  return round * 1'000'003 + pe * 7 + static_cast<int>(i);
}

/// Elements of dest that are not what their PE has given.
std::size_t wrong_after_fcollect(int round, int* dest, int* source, std::size_t count) {
  const int pes = ark_n_pes();
  const std::size_t all = count * static_cast<unsigned>(pes);
  for (std::size_t i = 0; i < count; ++i) source[i] = element(round, ark_my_pe(), i);
  for (std::size_t i = 0; i < all; ++i) dest[i] = -1;
  ark_barrier_all();
  if (ark_int_fcollect(ARK_TEAM_WORLD, dest, source, count) != 0) return all;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < all; ++i)
    wrong += dest[i] != element(round, static_cast<int>(i / count), i % count) ? 1 : 0;
  ark_barrier_all();
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::size_t count = 20'000;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 40;
  ark::init();
  auto* const source = static_cast<int*>(ark_malloc(count * sizeof(int)));
  auto* const dest =
      static_cast<int*>(ark_malloc(count * sizeof(int) * static_cast<unsigned>(ark_n_pes())));
  auto* const wrong = static_cast<std::size_t*>(ark_calloc(2, sizeof(std::size_t)));
  int round = 0;
  while (round < rounds && wrong[1] == 0) {  // until a PE has seen a fault
    wrong[0] = wrong_after_fcollect(round++, dest, source, count);
    ark_size_sum_reduce(ARK_TEAM_WORLD, wrong + 1, wrong, 1);
  }
  const std::size_t seen = wrong[1];
  if (ark_my_pe() == 0) std::printf("%zu elements are wrong after %d rounds\n", seen, round);
  ark::finalize();
  return seen != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
