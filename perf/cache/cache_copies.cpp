// cache_copies [BLOCKS [KERNEL...]]: puts of 2 MiB beside a kernel in the cache policies of a CPU,
// as CSV.
//
// Two PEs in this process, a lane each. PE 0 puts, computes its kernel and waits for PE 1, which
// has read the data ("now") or not ("later"). Blocks of 8 rounds of each policy follow each other;
// the first round of a block is not counted. A row for each block and policy: means in microseconds
// of a round, the put and the kernel; `chosen`: the chooser's policy after the last block.
#ifdef __x86_64__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <ark/ark.hpp>
#include <ark/cache_chooser.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "cpu_kernels.hpp"

namespace cache_copies {
namespace {

enum mode : int { none, cached, dest, source, both, adaptive, modes };
constexpr const char* mode_names[] = {"no put", "cached", "destination",
                                      "source", "both",   "adaptive"};
constexpr std::size_t put_floats = std::size_t{1} << 19;
constexpr int rounds = 8, learning = 40;

struct times {
  double round, put, kernel;
};

/// What the lanes of both PEs share; PE 0 writes.
struct cell {
  const cpu_kernel* kernel = nullptr;
  bool now = false;
  int blocks = 0;
  std::vector<times> of[modes];  // a mean for each block
  ark::cache_chooser<> chooser;
  float sink = 0;
};

/// Store 4 floats around the caches; on other processors than x86-64 through them.
inline void store_past(float* to, const float* from) {
#ifdef __x86_64__
  _mm_stream_ps(to, _mm_loadu_ps(from));
#else
  std::memcpy(to, from, 4 * sizeof(float));
#endif
}

/// Loads that leave L2 and L3 as they are; stores around the caches if `Stream`.
template <bool Stream>
void copy_past(float* to, const float* from) {
  for (std::size_t i = 0; i < put_floats; i += 16) {
    __builtin_prefetch(from + i + 256, 0, 0);
    for (std::size_t j = i; j < i + 16; j += 4) {
      if (Stream) store_past(to + j, from + j);
      if (!Stream) std::memcpy(to + j, from + j, 4 * sizeof(float));
    }
  }
#ifdef __x86_64__
  _mm_sfence();
#endif
}

void put(cell& in, int how, float* to, const float* from) {
  auto* const mapped = static_cast<float*>(ark_ptr(to, 1));
  switch (how) {
    case cached:
      return static_cast<void>(ark::put(to, from, put_floats, 1, ark::cache_policy::standard));
    case dest:
      return static_cast<void>(ark::put(to, from, put_floats, 1, ark::cache_policy::streaming));
    case source:
      return copy_past<false>(mapped, from);
    case both:
      return copy_past<true>(mapped, from);
    case adaptive:
      return static_cast<void>(ark::put(to, from, put_floats, 1, in.chooser.choose(1)));
    default:
      return;
  }
}

struct buffers {
  float *data, *work;
  std::uint64_t* words;  // to PE 1, to PE 0
};

/// One round of PE 0.
times produce(cell& in, int how, const buffers& by, std::uint64_t round) {
  using clock = std::chrono::steady_clock;
  const auto us = [](clock::duration of) {
    return std::chrono::duration<double, std::micro>(of).count();
  };
  const auto begun = clock::now();
  put(in, how, by.data, by.work + floats);
  const auto moved = clock::now();
  in.kernel->run(by.work);
  const auto computed = clock::now();
  ark_fence();
  ark_uint64_atomic_set(by.words, round, 1);
  ark_signal_wait_until(by.words + 1, ARK_CMP_GE, round);
  if (how == adaptive) in.chooser.waited();
  return {us(clock::now() - begun), us(moved - begun), us(computed - moved)};
}

ARK_GLOBAL void producer(cell* in, buffers by, std::uint64_t round) {
  for (int i = 0; i < learning; ++i) produce(*in, adaptive, by, ++round);
  for (int block = 0; block < in->blocks && ark_status() == 0; ++block) {
    for (int turn = 0; turn < modes; ++turn) {
      const int how = (turn + block) % modes;
      times sum{};
      produce(*in, how, by, ++round);
      for (int i = 1; i < rounds; ++i) {
        const times one = produce(*in, how, by, ++round);
        sum = {sum.round + one.round, sum.put + one.put, sum.kernel + one.kernel};
      }
      in->of[how].push_back(
          {sum.round / (rounds - 1), sum.put / (rounds - 1), sum.kernel / (rounds - 1)});
    }
  }
}

ARK_GLOBAL void consumer(cell* in, buffers by, std::uint64_t round) {
  const std::uint64_t last =
      round + static_cast<std::uint64_t>(learning + in->blocks * modes * rounds);
  while (round < last && ark_status() == 0) {
    ark_signal_wait_until(by.words, ARK_CMP_GE, ++round);
    float sum = 0;
    for (std::size_t i = 0; in->now && i < put_floats; ++i) sum += by.data[i];
    in->sink += sum;
    ark_uint64_atomic_set(by.words + 1, round, 0);
  }
}

void print(const cell& in, ark::cache_policy chosen) {
  for (const std::vector<times>& blocks : in.of) {
    if (blocks.size() != static_cast<std::size_t>(in.blocks))
      throw ark::error(ark::errc::aborted,
                       "cache_copies: a PE failed in " + std::string(in.kernel->name));
  }
  for (int block = 0; block < in.blocks; ++block) {
    for (int how = 0; how < modes; ++how) {
      const times& one = in.of[how][static_cast<std::size_t>(block)];
      std::printf("%s,%s,%d,%s,%.1f,%.1f,%.1f,%s\n", in.kernel->name.data(),
                  in.now ? "now" : "later", block, mode_names[how], one.round, one.put, one.kernel,
                  chosen == ark::cache_policy::streaming ? "streaming" : "standard");
    }
  }
  std::fflush(stdout);
}

void run_pe(int pe, std::vector<cell>& cells) {
  const buffers by{static_cast<float*>(ark_calloc(put_floats, sizeof(float))),
                   static_cast<float*>(ark_calloc(floats + put_floats + 256, sizeof(float))),
                   static_cast<std::uint64_t*>(ark_calloc(2, sizeof(std::uint64_t)))};
  if (by.data == nullptr || by.work == nullptr || by.words == nullptr)
    throw ark::error(ark::errc::out_of_memory, "cache_copies: symmetric memory");
  std::uint64_t round = 0;
  for (cell& in : cells) {
    for (std::size_t i = 0; i < floats; ++i) by.work[i] = 1e-2F * static_cast<float>(i % 97);
    ark_barrier_all();
    ark::launch({.grid = 1, .block = 1, .collective = true}, pe == 0 ? producer : consumer, &in, by,
                round);
    ark::device_sync();
    round += static_cast<std::uint64_t>(learning + in.blocks * modes * rounds);
    ark_barrier_all();
    if (pe == 0) print(in, in.chooser.chosen(1));
  }
}

int run(int count, char** arguments) {
  const int blocks = count > 1 ? std::atoi(arguments[1]) : 12;
  std::vector<cell> cells;
  for (const cpu_kernel& kernel : all_kernels) {
    const auto named = [&](const char* name) { return kernel.name == name; };
    if (count > 2 && std::none_of(arguments + 2, arguments + count, named)) continue;
    for (const bool now : {true, false}) {
      cells.emplace_back();
      cells.back().kernel = &kernel;
      cells.back().now = now;
      cells.back().blocks = blocks;
    }
  }
  if (blocks < 1 || cells.empty()) {
    std::fprintf(stderr,
                 "usage: cache_copies [BLOCKS [KERNEL...]]; BLOCKS is at least 1, KERNEL one of:");
    for (const cpu_kernel& kernel : all_kernels) std::fprintf(stderr, " %s", kernel.name.data());
    std::fprintf(stderr, "\n");
    return 2;
  }
  std::puts("kernel,read,block,policy,round_us,put_us,kernel_us,chosen");
  ark::local_run(2, [&](int pe) { run_pe(pe, cells); },
                 {{"ARK_ROUTE", "inline"}, {"ARK_CPU_WORKERS", "2"}});
  return 0;
}

}  // namespace
}  // namespace cache_copies

int main(int count, char** arguments) {
  try {
    return cache_copies::run(count, arguments);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "cache_copies: %s\n", problem.what());
    return 1;
  }
}
