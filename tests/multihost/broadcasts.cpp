// Broadcasts of one root in a row: when it has sent the third, the first has been delivered. The
// control does not wait for that; a network that changes the order would then let a later token
// arrive before an earlier one in the same word.
#include <ark/ark.hpp>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr std::size_t longest = 300'000;  // long after its source has been read, the target has it
constexpr std::size_t in_a_row = 4;

struct arrays {
  long *source, *dest;
};

/// Element of the long block of a round.
long element(int round, std::size_t i) { return 1'000'003L * round + static_cast<long>(i % 1000); }

/// The proxy's ring of this PE.
ark::detail::poster_ring ring() {
  const ark::detail::device_state& state = ark::device::context();
  return ark::device::queue::ring_at(state, ark::device::queue::engine_ring_total(state));
}

/// A long block, then single elements, each to a place of its own, by PE 0. Returns what was wrong:
/// at the root a token that has left too early, elsewhere an element.
long wrong_in_round(int round, const arrays& a) {
  const bool root = ark_my_pe() == 0;
  for (std::size_t i = 0; i < longest + in_a_row; ++i) {
    a.source[i] = element(round, i);
    if (!root) a.dest[i] = -1;
  }
  ark_barrier_all();
  std::uint64_t sent[in_a_row + 1];
  long wrong = 0;
  for (std::size_t k = 0; k <= in_a_row; ++k) {
    const std::size_t first = k == 0 ? 0 : longest + k - 1, count = k == 0 ? longest : 1;
    if (ark_long_broadcast(ARK_TEAM_WORLD, a.dest + first, a.source + first, count, 0) != 0)
      return 1;
    sent[k] = ring().head();
    const std::size_t last = first + count - 1;
    if (root) {
      if (k >= 2 && ring().done() < sent[k - 2]) ++wrong;
    } else if (a.dest[first] != element(round, first) || a.dest[last] != element(round, last)) {
      ++wrong;
    }
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 20;
  ark::init();
  const auto longs = [](std::size_t count) {
    return static_cast<long*>(ark_calloc(count, sizeof(long)));
  };
  const arrays a{longs(longest + in_a_row), longs(longest + in_a_row)};
  long* const wrong = longs(2);
  int round = 0;
  while (round < rounds && wrong[1] == 0) {
    wrong[0] = wrong_in_round(round++, a);
    ark_long_sum_reduce(ARK_TEAM_WORLD, wrong + 1, wrong, 1);
  }
  const long seen = wrong[1];
  if (ark_my_pe() == 0)
    std::printf("%ld tokens or elements are wrong after %d rounds\n", seen, round);
  ark::finalize();
  return seen != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
