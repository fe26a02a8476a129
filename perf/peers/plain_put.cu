// What a kernel that was written by hand for one GPU does, in the shapes of ark_perf's kernels:
//   plain_put put_latency|put_signal_latency|put_bw|all [-b -e -f -n -x]
//
// Stores to an address, a fence towards the system and a word released there: the least that a put
// to a mapped peer can cost, as a peer's memory is stored to by the same instructions. Sizes are
// multiples of 8 bytes.
#include "put_loops.cuh"

namespace {

using put_loops::task;

struct plain : put_loops::without_shared_memory {
  static constexpr const char* name = "plain_put";
  static constexpr const char* engine = "by hand";
  static constexpr const char* no_memory = "cudaMalloc has no memory for three messages";

  static const char* text() { return "none: stores, fences and words"; }
  static bool start() { return true; }
  static void* allocate(std::size_t bytes) {
    void* made = nullptr;
    if (cudaMalloc(&made, bytes) != cudaSuccess) return nullptr;
    return cudaMemset(made, 0, bytes) == cudaSuccess ? made : nullptr;
  }
  static void finish() {}

  template <bool block>
  __device__ static void put_nbi(const task& t) {
    if constexpr (block) __syncthreads();
    const std::size_t first = block ? threadIdx.x : 0, step = block ? blockDim.x : 1;
    for (std::size_t at = 16 * first; at + 16 <= t.bytes; at += 16 * step) {
      const ulonglong2 two = *reinterpret_cast<const ulonglong2*>(t.source + at);
      asm volatile("st.global.v2.u64 [%0], {%1, %2};" ::"l"(t.dest + at), "l"(two.x), "l"(two.y)
                   : "memory");
    }
    if (t.bytes % 16 == 8 && first == 0) {
      const std::size_t at = t.bytes - 8;
      const std::uint64_t last = *reinterpret_cast<const std::uint64_t*>(t.source + at);
      asm volatile("st.global.u64 [%0], %1;" ::"l"(t.dest + at), "l"(last) : "memory");
    }
    if constexpr (block) __syncthreads();
  }
  template <bool block>
  __device__ static void put(const task& t) {
    put_nbi<block>(t);
  }
  template <bool block>
  __device__ static void put_signal(const task& t, std::uint64_t* signal, std::uint64_t value) {
    put_nbi<block>(t);
    if (threadIdx.x == 0)
      asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(signal), "l"(value) : "memory");
  }
  __device__ static void quiet() {
    __threadfence_system();
    __syncthreads();
  }
  __device__ static std::uint64_t fetch(const std::uint64_t* signal) {
    std::uint64_t value;
    asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(signal) : "memory");
    return value;
  }
};

}  // namespace

int main(int argc, char** argv) { return put_loops::run_main<plain>(argc, argv); }
