// ark's calls in the loops in which plain_put and nvshmem_put make theirs, so that the difference
// is the library's and not the benchmark's:
//   ark_put put_latency|put_signal_latency|put_bw|all [-b -e -f -n -x]
//
// One PE that acts on itself, as nvshmem_put does: by the stores that it makes to a mapped peer.
#include <ark/ark.hpp>

#include "put_loops.cuh"

namespace {

using put_loops::task;

struct ark_calls : put_loops::without_shared_memory {
  static constexpr const char* name = "ark_put";
  static constexpr const char* engine = "ark";
  static constexpr const char* no_memory =
      "no symmetric memory for three messages: raise ARK_SYMMETRIC_SIZE";

  static const char* text() { return "ark"; }
  static bool start() { return true; }
  static void* allocate(std::size_t bytes) { return ark_calloc(bytes, 1); }
  static void finish() {}

  template <bool block>
  __device__ static void put_nbi(const task& t) {
    if constexpr (block) {
      ark_putmem_nbi_block(t.dest, t.source, t.bytes, 0);
    } else {
      ark_putmem_nbi(t.dest, t.source, t.bytes, 0);
    }
  }
  template <bool block>
  __device__ static void put(const task& t) {
    if constexpr (block) {
      ark_putmem_block(t.dest, t.source, t.bytes, 0);
    } else {
      ark_putmem(t.dest, t.source, t.bytes, 0);
    }
  }
  template <bool block>
  __device__ static void put_signal(const task& t, std::uint64_t* signal, std::uint64_t value) {
    if constexpr (block) {
      ark_putmem_signal_nbi_block(t.dest, t.source, t.bytes, signal, value, ARK_SIGNAL_SET, 0);
    } else {
      ark_putmem_signal_nbi(t.dest, t.source, t.bytes, signal, value, ARK_SIGNAL_SET, 0);
    }
  }
  __device__ static void quiet() {
    __syncthreads();
    if (threadIdx.x == 0) ark_quiet();
    __syncthreads();
  }
  __device__ static std::uint64_t fetch(const std::uint64_t* signal) {
    return ark_signal_fetch(signal);
  }
};

}  // namespace

int main(int argc, char** argv) {
  int status = 0;
  ark::local_run(1, [&](int) { status = put_loops::run_main<ark_calls>(argc, argv); });
  return status;
}
