// What NVIDIA's NVSHMEM does on the same GPU, in the shapes of ark_perf's kernels:
//   nvshmem_put put_latency|put_signal_latency|put_bw|all [-b -e -f -n -x]
//
// NVSHMEM has one PE a process, and two processes on a GPU take turns: so its one PE acts on
// itself, by the same stores in the same memory. With NVSHMEM_TMA_POLICY=ENABLE (NVSHMEM 3.7 and
// later) blocks lend it shared memory, without which it makes no copies by the copy unit.
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdlib>
#include <cstring>

#include "put_loops.cuh"

#define TAKES_SHARED_MEMORY            \
  (NVSHMEM_VENDOR_MAJOR_VERSION > 3 || \
   (NVSHMEM_VENDOR_MAJOR_VERSION == 3 && NVSHMEM_VENDOR_MINOR_VERSION >= 7))

namespace {

using put_loops::task;

struct nvshmem : put_loops::without_shared_memory {
  static constexpr const char* name = "nvshmem_put";
  static constexpr const char* engine = "nvshmem";
  static constexpr const char* no_memory =
      "no symmetric memory for three messages: raise NVSHMEM_SYMMETRIC_SIZE";

  static const char* text() { return NVSHMEM_VENDOR_STRING; }
  static bool lends() {
    const char* policy = std::getenv("NVSHMEM_TMA_POLICY");
    return policy != nullptr && std::strcmp(policy, "DISABLE") != 0;
  }
#if TAKES_SHARED_MEMORY
  static unsigned shared_bytes() {
    return lends() ? static_cast<unsigned>(nvshmemx_ask_smem(NVSHMEMX_SMEM_RECOMMENDED)) : 0;
  }
  __device__ static void lend(unsigned bytes) {
    extern __shared__ __align__(128) char lent[];
    nvshmemx_give_smem(lent, bytes);
    __syncthreads();
  }
  __device__ static void take_back() {
    __syncthreads();
    nvshmemx_release_smem();
  }
#endif
  static bool start() {
    if (lends() && !TAKES_SHARED_MEMORY) {
      std::fprintf(stderr, "nvshmem_put: NVSHMEM_TMA_POLICY: it takes NVSHMEM 3.7 or later\n");
      return false;
    }
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    return nvshmemx_get_uniqueid(&id) == 0 &&
           nvshmemx_set_attr_uniqueid_args(0, 1, &id, &attributes) == 0 &&
           nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes) == 0;
  }
  static void* allocate(std::size_t bytes) { return nvshmem_calloc(bytes, 1); }
  static void finish() { nvshmem_finalize(); }

  template <bool block>
  __device__ static void put_nbi(const task& t) {
    if constexpr (block) {
      nvshmemx_putmem_nbi_block(t.dest, t.source, t.bytes, 0);
    } else {
      nvshmem_putmem_nbi(t.dest, t.source, t.bytes, 0);
    }
  }
  template <bool block>
  __device__ static void put(const task& t) {
    if constexpr (block) {
      nvshmemx_putmem_block(t.dest, t.source, t.bytes, 0);
    } else {
      nvshmem_putmem(t.dest, t.source, t.bytes, 0);
    }
  }
  template <bool block>
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
  /// Not nvshmem_signal_wait_until, which has no deadline.
  __device__ static std::uint64_t fetch(const std::uint64_t* signal) {
    return nvshmem_signal_fetch(const_cast<std::uint64_t*>(signal));
  }
};

}  // namespace

int main(int argc, char** argv) { return put_loops::run_main<nvshmem>(argc, argv); }
