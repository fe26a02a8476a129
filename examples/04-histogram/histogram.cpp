// A histogram spread over the PEs, filled by atomics on other PEs' bins (the access pattern of
// GUPS).
// Run: mpirun -n 4 histogram [UPDATES PER PE]
//
// Shows: non-fetching atomics from many threads at once, quiet and barrier before reading, gets of
// the host, which read every PE's heap, also in a GPU's memory.
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
  if (bins == nullptr) return 1;

  ark::launch({4, 64}, count, bins, updates);
  ark::device_sync();
  ark_barrier_all();

  if (me != 0) return ark_status();
  std::vector<unsigned long> reference(bins_per_pe * static_cast<std::size_t>(pes));
  const auto expected = updates * static_cast<unsigned>(pes);
  for (unsigned long long i = 0; i < expected; ++i) ++reference[key_of(i) % reference.size()];
  unsigned long counted = 0;
  long wrong = 0;
  for (std::size_t pe = 0; pe < static_cast<std::size_t>(pes); ++pe) {
    std::vector<unsigned long> theirs(bins_per_pe);
    ark_ulong_get(theirs.data(), bins, theirs.size(), static_cast<int>(pe));
    for (std::size_t b = 0; b < bins_per_pe; ++b) {
      wrong += theirs[b] != reference[pe * bins_per_pe + b] ? 1 : 0;
      counted += theirs[b];
    }
  }
  const bool ok = ark_status() == 0 && wrong == 0 && counted == expected;
  std::printf("histogram: %d PEs, %llu updates, %lu counted, %ld wrong bins %s\n", pes, expected,
              counted, wrong, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
