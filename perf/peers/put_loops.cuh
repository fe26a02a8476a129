// The shapes of ark_perf's kernels by another library, on one GPU: what nvshmem_put and plain_put
// share. A Library has, for the host, `name`, `engine`, text(), start(), allocate(), finish() and
// shared_bytes(), and for kernels put, put_nbi, put_signal (all threads of a block, or one), quiet
// and fetch, and lend and take_back for the shared memory of a block, if shared_bytes() is not 0.
//
// put and put_nbi of a block begin and end with a barrier in each Library: they may follow what any
// thread has written, and any thread may signal what they have sent.
//
// put_signal_latency goes between two blocks of one kernel, as ark_perf's goes between those of two
// PEs. A wait for a signal ends after two seconds.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "../warm_up.cuh"
#include "rows.h"

namespace put_loops {

constexpr std::uint64_t most_wait_ns = 2'000'000'000;
constexpr unsigned block_threads = 256;

enum class kind { latency, ping_pong, bandwidth };

struct task {
  char* dest;
  const char* source;
  std::uint64_t* signals;  ///< two, ping-pong: block 0's and block 1's
  std::size_t bytes;
  long rounds;
  std::uint64_t first;       ///< signals count on from launch to launch
  std::uint64_t* ns;         ///< written: the loop's time
  unsigned long long* late;  ///< counts waits that ended in vain
  unsigned shared_bytes;     ///< dynamic shared memory that the block lends; 0: none
};

/// Base of a Library that takes no shared memory.
struct without_shared_memory {
  static unsigned shared_bytes() { return 0; }
  __device__ static void lend(unsigned) {}
  __device__ static void take_back() {}
};

__device__ inline std::uint64_t now_ns() {
  std::uint64_t ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

/// False, for every thread of the block, if it did not come.
template <class Library>
__device__ bool wait(const task& t, const std::uint64_t* signal, std::uint64_t value) {
  bool late = false;
  if (threadIdx.x == 0) {
    const std::uint64_t begin = now_ns();
    while (!late && Library::fetch(signal) < value) late = now_ns() - begin > most_wait_ns;
    if (late) atomicAdd(t.late, 1);
  }
  return __syncthreads_or(late) == 0;
}

template <class Library, kind what, bool block>
__global__ void run(task t) {
  t.dest += blockIdx.x * t.bytes;
  if (t.shared_bytes != 0) Library::lend(t.shared_bytes);
  const std::uint64_t begin = now_ns();
  for (long i = 0; i < t.rounds; ++i) {
    if constexpr (what == kind::latency) {
      Library::template put<block>(t);
      Library::quiet();
    } else if constexpr (what == kind::bandwidth) {
      for (int w = 0; w < peers_window; ++w) Library::template put_nbi<block>(t);
      Library::quiet();
    } else {
      const std::uint64_t turn = t.first + static_cast<std::uint64_t>(i) + 1;
      if (blockIdx.x == 1 && !wait<Library>(t, t.signals + 1, turn)) break;
      Library::template put_signal<block>(t, t.signals + (1 - blockIdx.x), turn);
      if (blockIdx.x == 0 && !wait<Library>(t, t.signals, turn)) break;
    }
  }
  if (threadIdx.x == 0 && blockIdx.x == 0) *t.ns = now_ns() - begin;
  if (t.shared_bytes != 0) Library::take_back();
}

template <class Library>
int fail(const char* what, const char* why) {
  std::fprintf(stderr, "%s: %s: %s\n", Library::name, what, why);
  return 1;
}

/// Microseconds of a round; negative after a failure, which has been told.
template <class Library, kind what, bool block>
double measure(task t, long rounds) {
  static std::uint64_t turns = 0;
  t.rounds = rounds;
  t.first = turns;
  if (what == kind::ping_pong) turns += static_cast<std::uint64_t>(rounds);
  t.shared_bytes = block ? Library::shared_bytes() : 0;
  cudaError_t code =
      cudaFuncSetAttribute(run<Library, what, block>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                           static_cast<int>(t.shared_bytes));
  if (code != cudaSuccess) return -fail<Library>("shared memory", cudaGetErrorString(code));
  run<Library, what, block>
      <<<what == kind::ping_pong ? 2 : 1, block ? block_threads : 1, t.shared_bytes>>>(t);
  code = cudaDeviceSynchronize();
  std::uint64_t ns = 0;
  unsigned long long late = 0;
  cudaMemcpy(&ns, t.ns, sizeof ns, cudaMemcpyDefault);
  cudaMemcpy(&late, t.late, sizeof late, cudaMemcpyDefault);
  if (code != cudaSuccess) return -fail<Library>("a kernel", cudaGetErrorString(code));
  if (late != 0) return -fail<Library>("put_signal", "a signal did not come within 2 s");
  return static_cast<double>(ns) / 1000 / static_cast<double>(rounds);
}

/// Bytes that have not arrived.
inline std::size_t wrong_bytes(const task& t, unsigned blocks) {
  std::vector<char> sent(t.bytes), came(t.bytes * blocks);
  cudaMemcpy(sent.data(), t.source, sent.size(), cudaMemcpyDefault);
  cudaMemcpy(came.data(), t.dest, came.size(), cudaMemcpyDefault);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < came.size(); ++i) wrong += came[i] != sent[i % t.bytes];
  return wrong;
}

template <class Library, kind what, bool block>
bool row(const peers_options& options, task t, const char* comma) {
  const unsigned blocks = what == kind::ping_pong ? 2 : 1;
  cudaMemset(t.dest, 0, t.bytes * blocks);
  const bool windows = what == kind::bandwidth;
  const long warmup = peers_warmup(&options, t.bytes, windows) + 1;
  const long rounds = peers_iterations(&options, t.bytes, windows);
  if (measure<Library, what, block>(t, warmup) < 0) return false;
  const double us = measure<Library, what, block>(t, rounds);
  if (us < 0) return false;
  const double figure = windows ? static_cast<double>(t.bytes * peers_window) / us
                                : us / (what == kind::ping_pong ? 2 : 1);
  std::printf("%s{\"bytes\": %zu, \"iterations\": %ld, \"%s\": %.6g, \"errors\": %zu}", comma,
              t.bytes, rounds, windows ? "mb_per_s" : "latency_us", figure, wrong_bytes(t, blocks));
  return true;
}

/// True once.
inline bool is_first_table() {
  static bool first = true;
  return std::exchange(first, false);
}

template <class Library, kind what, bool block>
bool table(const peers_options& options, task t, const char* name) {
  std::printf(
      "%s{\"test\": \"%s\", \"options\": {\"engine\": \"%s%s\", \"scope\": \"%s\", "
      "\"threads\": %u, \"window\": %d}, \"rows\": [",
      is_first_table() ? "" : ", ", name, Library::engine,
      block && Library::shared_bytes() != 0 ? " with shared memory" : "",
      block ? "block" : "thread", block ? block_threads : 1, peers_window);
  bool all = true;
  const char* comma = "";
  // One thread moves nothing large in the time there is.
  const std::size_t most = block ? options.max : options.max < 4096 ? options.max : 4096;
  for (t.bytes = options.min; all && t.bytes <= most; t.bytes *= options.factor, comma = ", ")
    all = row<Library, what, block>(options, t, comma);
  std::printf("]}");
  return all;
}

template <class Library, kind what>
bool tables(const peers_options& options, const task& t, const char* name) {
  if (std::strcmp(options.test, name) != 0 && std::strcmp(options.test, "all") != 0) return true;
  return table<Library, what, false>(options, t, name) &&
         table<Library, what, true>(options, t, name);
}

template <class Library>
int run_all(const peers_options& options) {
  task t{};
  std::vector<char> sent(options.max);
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 7 + 1);
  auto* source = static_cast<char*>(Library::allocate(options.max));
  t.dest = static_cast<char*>(Library::allocate(2 * options.max));
  t.signals = static_cast<std::uint64_t*>(Library::allocate(2 * sizeof(std::uint64_t)));
  if (source == nullptr || t.dest == nullptr || t.signals == nullptr) {
    return fail<Library>("-e", Library::no_memory);
  }
  cudaMemcpy(source, sent.data(), sent.size(), cudaMemcpyDefault);
  t.source = source;
  if (const cudaError_t code = cudaMalloc(&t.ns, sizeof *t.ns); code != cudaSuccess)
    return fail<Library>("cudaMalloc", cudaGetErrorString(code));
  if (const cudaError_t code = cudaMalloc(&t.late, sizeof *t.late); code != cudaSuccess)
    return fail<Library>("cudaMalloc", cudaGetErrorString(code));
  cudaMemset(t.late, 0, sizeof *t.late);
  if (gpu_warm_up::start(nullptr) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
    return fail<Library>("the warm-up", cudaGetErrorString(cudaGetLastError()));
  std::printf("{\"schema\": \"ark_peers/1\", \"library\": \"%s\", \"warm_up_ms\": %u, \"tests\": [",
              Library::text(), gpu_warm_up::ms);
  const bool all = tables<Library, kind::latency>(options, t, "put_latency") &&
                   tables<Library, kind::ping_pong>(options, t, "put_signal_latency") &&
                   tables<Library, kind::bandwidth>(options, t, "put_bw");
  std::printf("]}\n");
  return all ? 0 : 1;
}

/// The program's main. Exit status 77: there is no GPU.
template <class Library>
int run_main(int argc, char** argv) {
  const peers_options options = peers_parse(argc, argv);
  const std::vector<std::string> names = {"put_latency", "put_signal_latency", "put_bw", "all"};
  const bool help = std::strcmp(options.test, "--help") == 0;
  if (help || std::find(names.begin(), names.end(), options.test) == names.end()) {
    std::fprintf(help ? stdout : stderr,
                 "usage: %s put_latency|put_signal_latency|put_bw|all [-b -e -f -n -x]\n",
                 Library::name);
    return help ? 0 : 2;
  }
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::fprintf(stderr, "%s: no GPU\n", Library::name);
    return 77;
  }
  const char* device = std::getenv("ARK_CUDA_DEVICE");
  if (const cudaError_t code = cudaSetDevice(device != nullptr ? std::atoi(device) : 0);
      code != cudaSuccess)
    return fail<Library>("ARK_CUDA_DEVICE", cudaGetErrorString(code));
  if (!Library::start()) return fail<Library>(Library::text(), "it did not start");
  const int status = run_all<Library>(options);
  Library::finish();
  return status;
}

}  // namespace put_loops
