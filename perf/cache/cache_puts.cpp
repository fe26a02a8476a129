// cache_puts [MIB...]: rounds of a put beside a kernel that reads its own memory, by the cache
// policies of a put and by cache_chooser, on a GPU or on the CPU executor. Writes JSON.
//
// One PE, two blocks. Block 0 puts so many MiB, reads as much of its own memory, and waits for
// block 1, which has read the data ("now") or not ("later"). Policies follow each other in groups
// of rounds, all of them several times; the first round of a group is not counted.
#include <algorithm>
#include <ark/ark.hpp>
#include <ark/cache_chooser.hpp>
#include <ark/local.hpp>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cache_puts {
namespace {

constexpr const char* names[] = {"standard", "streaming", "keep", "bypass", "adaptive"};
constexpr unsigned ways = 5, adaptive = 4, groups = 12, rounds = 8, learning = 100;
ARK_HOST_DEVICE constexpr ark::cache_policy policy_of(unsigned way) {
  using enum ark::cache_policy;
  return way == 0 ? standard : way == 1 ? streaming : way == 2 ? keep : bypass;
}

/// In symmetric memory, which kernels and host can access; zeros at first.
struct shared {
  std::uint64_t words[2];  ///< the number of the round that block 0, block 1 has ended
  ark::cache_chooser<1> chooser;
  ark::cache_policy now;
  double ns[ways][groups];
  float sink[2];
};
struct task {
  shared* with;
  float *dest, *source, *own;
  std::size_t count;
  bool reads;
};

ARK_DEVICE std::uint64_t time_ns() {
#if ARK_DEVICE_PASS
  return ark::detail::ptx_global_timer_ns();
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                    std::chrono::nanoseconds(1));
#endif
}

ARK_DEVICE void read(const float* from, std::size_t count, float* sink) {
  float sum = 0;
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) sum += from[i];
  if (sum == -1) *sink = sum;  // never: the data are not negative
}

/// A round of block 0: its nanoseconds, for the leader.
ARK_DEVICE std::uint64_t produce(const task& t, unsigned way, std::uint64_t round) {
  const bool leads = threadIdx.x == 0;
  const std::uint64_t begun = time_ns();
  if (leads) t.with->now = way == adaptive ? t.with->chooser.choose(1) : policy_of(way);
  __syncthreads();
  ark::put_block(t.dest, t.source, t.count, ark_my_pe(), t.with->now);
  read(t.own, t.count, t.with->sink);
  __syncthreads();
  if (leads) {
    ark_fence();
    ark_uint64_atomic_set(t.with->words, round, ark_my_pe());
    ark_signal_wait_until(t.with->words + 1, ARK_CMP_GE, round);
    if (way == adaptive) t.with->chooser.waited();
  }
  __syncthreads();
  return time_ns() - begun;
}

ARK_GLOBAL void run(task t) {
  constexpr std::uint64_t last = learning + std::uint64_t{groups} * ways * rounds;
  std::uint64_t round = 0;
  if (blockIdx.x == 1) {
    while (++round <= last) {
      if (threadIdx.x == 0) ark_signal_wait_until(t.with->words, ARK_CMP_GE, round);
      __syncthreads();
      if (ark_status() != 0) return;
      if (t.reads) read(t.dest, t.count, t.with->sink + 1);
      __syncthreads();
      if (threadIdx.x == 0) ark_uint64_atomic_set(t.with->words + 1, round, ark_my_pe());
    }
    return;
  }
  while (round < learning && ark_status() == 0) produce(t, adaptive, ++round);
  for (unsigned group = 0; group < groups; ++group) {
    for (unsigned turn = 0; turn < ways && ark_status() == 0; ++turn) {
      const unsigned way = (turn + group) % ways;
      produce(t, way, ++round);
      std::uint64_t sum = 0;
      for (unsigned i = 1; i < rounds; ++i) sum += produce(t, way, ++round);
      if (threadIdx.x == 0) t.with->ns[way][group] = static_cast<double>(sum) / (rounds - 1);
    }
  }
}

/// A table of the document.
void measure(std::size_t mib, bool reads, bool first) {
  const std::size_t count = (mib << 20) / sizeof(float);
  task t{
      static_cast<shared*>(ark_calloc(1, sizeof(shared))), nullptr, nullptr, nullptr, count, reads};
  for (float** one : {&t.dest, &t.source, &t.own})
    *one = static_cast<float*>(ark_calloc(count, sizeof(float)));
  if (t.with == nullptr || t.dest == nullptr || t.source == nullptr || t.own == nullptr)
    throw std::runtime_error("no symmetric memory for 3 x " + std::to_string(mib) +
                             " MiB: raise ARK_SYMMETRIC_SIZE");
  ark::launch({.grid = 2, .block = 256, .collective = true}, run, t);
  ark::device_sync();
  if (ark_status() != 0) throw std::runtime_error(ark::failure_text(ark::last_failure()));
  shared seen;
  ark_getmem(&seen, t.with, sizeof seen, ark_my_pe());
  std::printf("%s\n {\"test\": \"%zu MiB, read %s\", \"rows\": [", first ? "" : ",", mib,
              reads ? "now" : "later");
  for (unsigned way = 0; way < ways; ++way) {
    std::sort(seen.ns[way], seen.ns[way] + groups);
    std::printf(
        "%s\n  {\"op\": \"%s\", \"latency_us\": %.2f, \"least_us\": %.2f, \"most_us\": %.2f}",
        way == 0 ? "" : ",", names[way], seen.ns[way][groups / 2] / 1e3, seen.ns[way][0] / 1e3,
        seen.ns[way][groups - 1] / 1e3);
  }
  unsigned chosen = 0;
  while (policy_of(chosen) != seen.chooser.chosen(1)) ++chosen;
  std::printf("],\n  \"options\": {\"engine\": \"chose %s\"}}", names[chosen]);
  for (void* one : {static_cast<void*>(t.with), static_cast<void*>(t.dest),
                    static_cast<void*>(t.source), static_cast<void*>(t.own)})
    ark_free(one);
}

std::vector<std::size_t> sizes_of(int count, char** arguments) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < count; ++i) {
    const std::string_view text = arguments[i];
    std::size_t mib = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), mib);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || mib < 1 || mib > 4096)
      throw std::invalid_argument("'" + std::string(text) + "'; accepted: MiB of a put, 1 to 4096");
    sizes.push_back(mib);
  }
  if (sizes.empty()) sizes = {1, 16, 64};
  return sizes;
}

}  // namespace
}  // namespace cache_puts

int main(int count, char** arguments) {
  try {
    if (count == 2 && std::strcmp(arguments[1], "--help") == 0) {
      std::puts("usage: cache_puts [MIB...], the sizes of puts");
      return 0;
    }
    const std::vector<std::size_t> sizes = cache_puts::sizes_of(count, arguments);
    ark::local_run(1, [&](int) {
      std::printf("{\"tests\": [");
      bool first = true;
      for (const std::size_t mib : sizes)
        for (const bool reads : {true, false})
          cache_puts::measure(mib, reads, std::exchange(first, false));
      std::printf("],\n \"complete\": true}\n");
    });
    return 0;
  } catch (const std::invalid_argument& problem) {
    std::fprintf(stderr, "cache_puts: %s\n", problem.what());
    return 2;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "cache_puts: %s\n", problem.what());
    return 1;
  }
}
