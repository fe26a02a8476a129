// Kernels and communication in the order of a stream, without the host in between.
// Run: mpirun -n 4 streams [ROUNDS]
//
// Every PE has a block of numbers. In each step a kernel adds the PE's number to the block that it
// holds, and the block goes on to the next PE; after a round every block has been everywhere. The
// host queues all of it at once and waits once.
//
// Shows: put with signal, wait, synchronisation and reduction on a stream, between kernels that
// call nothing of ark.
#include <ark/ark.hpp>
#include <cstdio>
#include <cstdlib>

constexpr std::size_t count = 10000;
constexpr unsigned threads = 64;

ARK_GLOBAL void add(long* block, long number) {
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) block[i] += number;
}

/// Counts the elements that are not `expected`.
ARK_GLOBAL void check(const long* block, long expected, unsigned* wrong) {
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) {
    if (block[i] != expected) atomicAdd(wrong, 1u);
  }
}

/// `text` as a whole number from 1 to `most`, or 0 if it is none.
int number(const char* text, long most) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return end != text && *end == '\0' && value >= 1 && value <= most ? static_cast<int>(value) : 0;
}

template <class T>
T* symmetric(std::size_t elements) {
  return static_cast<T*>(ark_calloc(elements, sizeof(T)));
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? number(argv[1], 1000) : 5;
  if (rounds < 1) {
    std::fprintf(stderr, "usage: streams [ROUNDS]; a number from 1 to 1000, not '%s'\n", argv[1]);
    return 2;
  }
  ark::session session;
  ark::on_stream_prepare();
  const int me = ark_my_pe(), n = ark_n_pes();
  long* const blocks[] = {symmetric<long>(count), symmetric<long>(count)};
  auto* arrived = symmetric<std::uint64_t>(1);
  auto* wrong = symmetric<unsigned>(1);
  auto* wrong_anywhere = symmetric<unsigned>(1);
  if (blocks[0] == nullptr || blocks[1] == nullptr || wrong_anywhere == nullptr) return 1;

  const ark::stream_t stream = ark::stream_create();
  for (int step = 0; step < rounds * n; ++step) {
    long* const mine = blocks[step % 2];
    long* const next = blocks[(step + 1) % 2];
    ark::launch({1, threads, 0, stream}, add, mine, long{me} + 1);
    ark_long_put_signal_on_stream(next, mine, count, arrived, 1, ARK_SIGNAL_ADD, (me + 1) % n,
                                  stream);
    ark_signal_wait_until_on_stream(arrived, ARK_CMP_GT, static_cast<std::uint64_t>(step), stream);
    ark_sync_all_on_stream(stream);  // everybody has sent, and `mine` may be written again
  }
  const long expected = long{rounds} * n * (n + 1) / 2;
  ark::launch({1, threads, 0, stream}, check, blocks[rounds * n % 2], expected, wrong);
  ark_uint_sum_reduce_on_stream(ARK_TEAM_WORLD, wrong_anywhere, wrong, 1, stream);
  ark::stream_sync(stream);

  const unsigned wrong_elements = ark_uint_g(wrong_anywhere, me);
  const bool ok = ark_status() == 0 && wrong_elements == 0;
  if (me == 0) {
    std::printf("streams: %d PEs, %d rounds, every element %ld, %u wrong %s\n", n, rounds, expected,
                wrong_elements, ok ? "ok" : "WRONG");
  }
  ark::stream_destroy(stream);
  return ok ? 0 : 1;
}
