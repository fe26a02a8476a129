// A histogram spread over the PEs, filled by atomics on other PEs' bins (the access pattern of
// GUPS).
// Run: mpirun -n 4 histogram [UPDATES PER PE]
//
// Shows: non-fetching atomics from many threads at once, quiet and barrier before reading, a
// reduction as a check.
#include <ark/ark.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr unsigned bins_per_pe = 1024;

/// A key that depends on its number alone, so that a serial count can repeat it.
ARK_HOST_DEVICE inline unsigned long long key_of(unsigned long long number) {
  unsigned long long z = number + 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

ARK_GLOBAL void count(unsigned long* bins, unsigned long long updates) {
  const unsigned long long first = static_cast<unsigned long long>(ark_my_pe()) * updates;
  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < updates; i += threads) {
    const unsigned long long bin =
        key_of(first + i) % (bins_per_pe * static_cast<unsigned>(ark_n_pes()));
    ark_ulong_atomic_inc(&bins[bin % bins_per_pe], static_cast<int>(bin / bins_per_pe));
  }
  ark_quiet();
}

/// `text` as a whole number from 1 to `most`, or 0 if it is none.
long number(const char* text, long most) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end != text && *end == '\0' && value >= 1 && value <= most ? value : 0;
}

int main(int argc, char** argv) {
  const long asked = argc > 1 ? number(argv[1], 1000000000) : 100000;
  if (asked < 1) {
    std::fprintf(stderr,
                 "usage: histogram [UPDATES PER PE]; a number from 1 to 1000000000, not '%s'\n",
                 argv[1]);
    return 2;
  }
  const auto updates = static_cast<unsigned long long>(asked);
  ark::session session;
  const int pes = ark_n_pes(), me = ark_my_pe();
  auto* bins = static_cast<unsigned long*>(ark_calloc(bins_per_pe, sizeof(unsigned long)));
  auto* wrong = static_cast<long*>(ark_calloc(1, sizeof(long)));
  auto* counted = static_cast<unsigned long*>(ark_calloc(1, sizeof(unsigned long)));
  if (bins == nullptr || wrong == nullptr || counted == nullptr) return 1;

  ark::launch({4, 64}, count, bins, updates);
  ark::device_sync();
  ark_barrier_all();

  std::vector<unsigned long> reference(bins_per_pe);
  const auto all_bins = static_cast<unsigned long long>(bins_per_pe) * static_cast<unsigned>(pes);
  for (unsigned long long i = 0; i < updates * static_cast<unsigned>(pes); ++i) {
    const unsigned long long bin = key_of(i) % all_bins;
    if (bin / bins_per_pe == static_cast<unsigned>(me)) ++reference[bin % bins_per_pe];
  }
  for (unsigned b = 0; b < bins_per_pe; ++b) {
    *wrong += bins[b] != reference[b] ? 1 : 0;
    *counted += bins[b];
  }
  ark_long_sum_reduce(ARK_TEAM_WORLD, wrong, wrong, 1);
  ark_ulong_sum_reduce(ARK_TEAM_WORLD, counted, counted, 1);
  const auto expected = updates * static_cast<unsigned>(pes);
  const bool ok = ark_status() == 0 && *wrong == 0 && *counted == expected;
  if (me == 0) {
    std::printf("histogram: %d PEs, %llu updates, %lu counted, %ld wrong bins %s\n", pes, expected,
                *counted, *wrong, ok ? "ok" : "WRONG");
  }
  return ok ? 0 : 1;
}
