// What NVIDIA's NVSHMEM does on the same GPU, in the shapes of ark_perf's kernels:
//   nvshmem_put put_latency|put_signal_latency|put_bw|all [-b -e -f -n -x]
//
// NVSHMEM has one PE a process, and two processes on a GPU take turns: so its one PE acts on
// itself, by the same stores in the same memory.
#include <nvshmem.h>
#include <nvshmemx.h>

#include "put_loops.cuh"

namespace {

using put_loops::task;

struct nvshmem {
  static constexpr const char* name = "nvshmem_put";
  static constexpr const char* engine = "nvshmem";
  static constexpr const char* no_memory =
      "no symmetric memory for three messages: raise NVSHMEM_SYMMETRIC_SIZE";

  static const char* text() { return NVSHMEM_VENDOR_STRING; }
  static bool start() {
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
