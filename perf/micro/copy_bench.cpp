// What stores around the caches cost and save on a CPU: into memory that the caches hold, into
// memory that they do not, and for a neighbour whose working set is in them. And long copies beside
// memcpy, by the distance of the addresses.
#include <benchmark/benchmark.h>

#include <ark/detail/platform/cache_policy.hpp>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <vector>

namespace ark {
namespace {

using copy_function = void (*)(void*, const void*, std::size_t);

constexpr std::size_t near_bytes = std::size_t{4} << 20;    // more than a core's own cache holds
constexpr std::size_t cold_bytes = std::size_t{256} << 20;  // more than all caches hold

void by_memcpy(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
void by_copy_long(void* to, const void* from, std::size_t bytes) {
  detail::copy_long(to, from, bytes);
}
void streaming(void* to, const void* from, std::size_t bytes) {
  detail::copy_streaming(to, from, bytes);
}

struct two_areas {
  std::vector<std::byte> source = std::vector<std::byte>(cold_bytes, std::byte{1});
  std::vector<std::byte> dest = std::vector<std::byte>(cold_bytes, std::byte{2});
};
two_areas& areas() {
  static two_areas made;
  return made;
}

/// Walks through `set` bytes on each side; 0: always the same buffers.
void copies(benchmark::State& state, copy_function copy, std::size_t set) {
  two_areas& memory = areas();
  const auto bytes = static_cast<std::size_t>(state.range(0));
  std::size_t at = 0;
  for (auto _ : state) {
    copy(memory.dest.data() + at, memory.source.data() + at, bytes);
    benchmark::ClobberMemory();
    at = at + 2 * bytes > set ? 0 : at + bytes;
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

/// Processor time of this thread: others may have the machine as well.
double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::uint64_t sum_of_lines(const std::vector<std::uint64_t>& words) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < words.size(); i += 8) sum += words[i];
  return sum;
}

/// Timed: a look at every line of half a megabyte that was in the caches before the copy.
void neighbour(benchmark::State& state, copy_function copy) {
  const std::vector<std::uint64_t> set(std::size_t{64} << 10, 1);
  two_areas& memory = areas();
  const auto bytes = static_cast<std::size_t>(state.range(0));
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sum_of_lines(set));
    copy(memory.dest.data() + at, memory.source.data() + at, bytes);
    const double begun = processor_seconds();
    benchmark::DoNotOptimize(sum_of_lines(set));
    state.SetIterationTime(processor_seconds() - begun);
    at = at + 2 * bytes > cold_bytes ? 0 : at + bytes;
  }
}

/// Between addresses that are range(1) apart modulo 4096.
void apart(benchmark::State& state, copy_function copy) {
  two_areas& memory = areas();
  constexpr std::uintptr_t page = 4096;
  const auto bytes = static_cast<std::size_t>(state.range(0));
  const auto shift = static_cast<std::uintptr_t>(state.range(1));
  const auto source = reinterpret_cast<std::uintptr_t>(memory.source.data());
  const auto dest = reinterpret_cast<std::uintptr_t>(memory.dest.data());
  std::byte* const to = memory.dest.data() + (source + shift - dest) % page;
  for (auto _ : state) {
    copy(to, memory.source.data(), bytes);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

void sizes(benchmark::internal::Benchmark* of) { of->RangeMultiplier(4)->Range(4 << 10, 16 << 20); }
void distances(benchmark::internal::Benchmark* of) {
  of->ArgsProduct(
      {{4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20}, {0, 16, 64, 272, 2064, 4080}});
}
BENCHMARK_CAPTURE(copies, memcpy_hot, by_memcpy, 0)->Apply(sizes);
BENCHMARK_CAPTURE(copies, copy_long_hot, by_copy_long, 0)->Apply(sizes);
BENCHMARK_CAPTURE(copies, streaming_hot, streaming, 0)->Apply(sizes);
BENCHMARK_CAPTURE(copies, memcpy_4_mib, by_memcpy, near_bytes)->Apply(sizes);
BENCHMARK_CAPTURE(copies, copy_long_4_mib, by_copy_long, near_bytes)->Apply(sizes);
BENCHMARK_CAPTURE(copies, memcpy_cold, by_memcpy, cold_bytes)->Apply(sizes);
BENCHMARK_CAPTURE(copies, copy_long_cold, by_copy_long, cold_bytes)->Apply(sizes);
BENCHMARK_CAPTURE(copies, streaming_cold, streaming, cold_bytes)->Apply(sizes);
BENCHMARK_CAPTURE(neighbour, memcpy, by_memcpy)->Apply(sizes)->UseManualTime();
BENCHMARK_CAPTURE(apart, memcpy, by_memcpy)->Apply(distances);
BENCHMARK_CAPTURE(apart, copy_long, by_copy_long)->Apply(distances);
BENCHMARK_CAPTURE(neighbour, streaming, streaming)->Apply(sizes)->UseManualTime();

}  // namespace
}  // namespace ark

BENCHMARK_MAIN();
