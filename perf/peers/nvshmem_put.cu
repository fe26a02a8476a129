// What NVIDIA's NVSHMEM does on the same GPU, in the shapes of ark_perf's kernels:
//   nvshmem_put put_latency|put_signal_latency|put_bw|all [-b -e -f -n -x]
//
// NVSHMEM has one PE a process, and two processes on a GPU take turns: so its one PE acts on
// itself, by the same stores in the same memory. put_signal_latency goes between two blocks of one
// kernel, as ark_perf's goes between those of two PEs. scripts/gpu-check builds and runs this where
// it finds the library. A wait for a signal ends after two seconds.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../warm_up.cuh"
#include "rows.h"

namespace {

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
};

__device__ std::uint64_t now_ns() {
  std::uint64_t ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

/// All of its calls are made by every thread of the block, which may be one.
template <bool block>
struct calls {
  __device__ static void put_nbi(const task& t) {
    if constexpr (block) {
      nvshmemx_putmem_nbi_block(t.dest, t.source, t.bytes, 0);
    } else {
      nvshmem_putmem_nbi(t.dest, t.source, t.bytes, 0);
    }
  }
  __device__ static void put(const task& t) {
    if constexpr (block) {
      nvshmemx_putmem_block(t.dest, t.source, t.bytes, 0);
    } else {
      nvshmem_putmem(t.dest, t.source, t.bytes, 0);
    }
  }
  __device__ static void put_signal(const task& t, std::uint64_t* signal, std::uint64_t value) {
    if constexpr (block) {
      nvshmemx_putmem_signal_nbi_block(t.dest, t.source, t.bytes, signal, value, NVSHMEM_SIGNAL_SET,
                                       0);
    } else {
      nvshmem_putmem_signal_nbi(t.dest, t.source, t.bytes, signal, value, NVSHMEM_SIGNAL_SET, 0);
    }
  }
  __device__ static void quiet() {
    __syncthreads();
    if (threadIdx.x == 0) nvshmem_quiet();
    __syncthreads();
  }
};

/// False, for every thread of the block, if it did not come. Not nvshmem_signal_wait_until, which
/// has no deadline.
__device__ bool wait(const task& t, const std::uint64_t* signal, std::uint64_t value) {
  bool late = false;
  if (threadIdx.x == 0) {
    const std::uint64_t begin = now_ns();
    while (!late && nvshmem_signal_fetch(const_cast<std::uint64_t*>(signal)) < value)
      late = now_ns() - begin > most_wait_ns;
    if (late) atomicAdd(t.late, 1);
  }
  return __syncthreads_or(late) == 0;
}

template <kind what, bool block>
__global__ void run(task t) {
  t.dest += blockIdx.x * t.bytes;
  const std::uint64_t begin = now_ns();
  for (long i = 0; i < t.rounds; ++i) {
    if constexpr (what == kind::latency) {
      calls<block>::put(t);
      calls<block>::quiet();
    } else if constexpr (what == kind::bandwidth) {
      for (int w = 0; w < peers_window; ++w) calls<block>::put_nbi(t);
      calls<block>::quiet();
    } else {
      const std::uint64_t turn = t.first + static_cast<std::uint64_t>(i) + 1;
      if (blockIdx.x == 1 && !wait(t, t.signals + 1, turn)) break;
      calls<block>::put_signal(t, t.signals + (1 - blockIdx.x), turn);
      if (blockIdx.x == 0 && !wait(t, t.signals, turn)) break;
    }
  }
  if (threadIdx.x == 0 && blockIdx.x == 0) *t.ns = now_ns() - begin;
}

int fail(const char* what, const char* why) {
  std::fprintf(stderr, "nvshmem_put: %s: %s\n", what, why);
  return 1;
}

/// Microseconds of a round; negative after a failure, which has been told.
template <kind what, bool block>
double measure(task t, long rounds) {
  static std::uint64_t turns = 0;
  t.rounds = rounds;
  t.first = turns;
  if (what == kind::ping_pong) turns += static_cast<std::uint64_t>(rounds);
  run<what, block><<<what == kind::ping_pong ? 2 : 1, block ? block_threads : 1>>>(t);
  const cudaError_t code = cudaDeviceSynchronize();
  std::uint64_t ns = 0;
  unsigned long long late = 0;
  cudaMemcpy(&ns, t.ns, sizeof ns, cudaMemcpyDefault);
  cudaMemcpy(&late, t.late, sizeof late, cudaMemcpyDefault);
  if (code != cudaSuccess) return -fail("a kernel", cudaGetErrorString(code));
  if (late != 0) return -fail("put_signal", "a signal did not come within 2 s");
  return static_cast<double>(ns) / 1000 / static_cast<double>(rounds);
}

/// Bytes that have not arrived.
std::size_t wrong_bytes(const task& t, unsigned blocks) {
  std::vector<char> sent(t.bytes), came(t.bytes * blocks);
  cudaMemcpy(sent.data(), t.source, sent.size(), cudaMemcpyDefault);
  cudaMemcpy(came.data(), t.dest, came.size(), cudaMemcpyDefault);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < came.size(); ++i) wrong += came[i] != sent[i % t.bytes];
  return wrong;
}

template <kind what, bool block>
bool row(const peers_options& options, task t, const char* comma) {
  const unsigned blocks = what == kind::ping_pong ? 2 : 1;
  cudaMemset(t.dest, 0, t.bytes * blocks);
  const bool windows = what == kind::bandwidth;
  const long warmup = peers_warmup(&options, t.bytes, windows) + 1;
  const long rounds = peers_iterations(&options, t.bytes, windows);
  if (measure<what, block>(t, warmup) < 0) return false;
  const double us = measure<what, block>(t, rounds);
  if (us < 0) return false;
  const double figure = windows ? static_cast<double>(t.bytes * peers_window) / us
                                : us / (what == kind::ping_pong ? 2 : 1);
  std::printf("%s{\"bytes\": %zu, \"iterations\": %ld, \"%s\": %.6g, \"errors\": %zu}", comma,
              t.bytes, rounds, windows ? "mb_per_s" : "latency_us", figure, wrong_bytes(t, blocks));
  return true;
}

template <kind what, bool block>
bool table(const peers_options& options, task t, const char* name) {
  static bool first = true;
  std::printf(
      "%s{\"test\": \"%s\", \"options\": {\"engine\": \"nvshmem\", \"scope\": \"%s\", "
      "\"threads\": %u, \"window\": %d}, \"rows\": [",
      first ? "" : ", ", name, block ? "block" : "thread", block ? block_threads : 1, peers_window);
  first = false;
  bool all = true;
  const char* comma = "";
  // One thread moves nothing large in the time there is.
  const std::size_t most = block ? options.max : options.max < 4096 ? options.max : 4096;
  for (t.bytes = options.min; all && t.bytes <= most; t.bytes *= options.factor, comma = ", ")
    all = row<what, block>(options, t, comma);
  std::printf("]}");
  return all;
}

template <kind what>
bool tables(const peers_options& options, const task& t, const char* name) {
  if (std::strcmp(options.test, name) != 0 && std::strcmp(options.test, "all") != 0) return true;
  return table<what, false>(options, t, name) && table<what, true>(options, t, name);
}

bool start() {
  nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  return nvshmemx_get_uniqueid(&id) == 0 &&
         nvshmemx_set_attr_uniqueid_args(0, 1, &id, &attributes) == 0 &&
         nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes) == 0;
}

int run_all(const peers_options& options) {
  task t{};
  std::vector<char> sent(options.max);
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 7 + 1);
  auto* source = static_cast<char*>(nvshmem_malloc(options.max));
  t.dest = static_cast<char*>(nvshmem_malloc(2 * options.max));
  t.signals = static_cast<std::uint64_t*>(nvshmem_calloc(2, sizeof(std::uint64_t)));
  if (source == nullptr || t.dest == nullptr || t.signals == nullptr) {
    std::fprintf(stderr,
                 "nvshmem_put: no %zu bytes of symmetric memory: raise NVSHMEM_SYMMETRIC_SIZE\n",
                 3 * options.max);
    return 1;
  }
  cudaMemcpy(source, sent.data(), sent.size(), cudaMemcpyDefault);
  t.source = source;
  if (const cudaError_t code = cudaMalloc(&t.ns, sizeof *t.ns); code != cudaSuccess)
    return fail("cudaMalloc", cudaGetErrorString(code));
  if (const cudaError_t code = cudaMalloc(&t.late, sizeof *t.late); code != cudaSuccess)
    return fail("cudaMalloc", cudaGetErrorString(code));
  cudaMemset(t.late, 0, sizeof *t.late);
  if (gpu_warm_up::start(nullptr) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
    return fail("the warm-up", cudaGetErrorString(cudaGetLastError()));
  std::printf("{\"schema\": \"ark_peers/1\", \"library\": \"%s\", \"warm_up_ms\": %u, \"tests\": [",
              NVSHMEM_VENDOR_STRING, gpu_warm_up::ms);
  const bool all = tables<kind::latency>(options, t, "put_latency") &&
                   tables<kind::ping_pong>(options, t, "put_signal_latency") &&
                   tables<kind::bandwidth>(options, t, "put_bw");
  std::printf("]}\n");
  return all ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const peers_options options = peers_parse(argc, argv);
  const std::vector<std::string> names = {"put_latency", "put_signal_latency", "put_bw", "all"};
  bool known = false;
  for (const std::string& name : names) known = known || name == options.test;
  if (!known) {
    std::fprintf(stderr,
                 "usage: nvshmem_put put_latency|put_signal_latency|put_bw|all [-b -e -f -n -x]\n");
    return 2;
  }
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::fprintf(stderr, "nvshmem_put: no GPU\n");
    return 77;
  }
  const char* device = std::getenv("ARK_CUDA_DEVICE");
  if (const cudaError_t code = cudaSetDevice(device != nullptr ? std::atoi(device) : 0);
      code != cudaSuccess)
    return fail("ARK_CUDA_DEVICE", cudaGetErrorString(code));
  if (!start()) {
    std::fprintf(stderr, "nvshmem_put: NVSHMEM did not start\n");
    return 1;
  }
  const int status = run_all(options);
  nvshmem_finalize();
  return status;
}
