// A kernel that launches a graph, and stays to see what becomes of it. For programs that are linked
// with the device's runtime.
#pragma once

#include "session.hpp"

namespace ark_probe {

/// Pinned: between the host and the kernel that launches a graph.
struct launcher_words {
  std::uint32_t started, go, done, seen;
  std::uint64_t code, seen_after_ns;
};

/// Launched in the shape of `saturate`, it takes the place of one of its blocks and leaves no gap
/// beside itself. On `go` it launches the graph and waits until *watched == value.
static __global__ void __launch_bounds__(1024, 2)
    launch_from_device(cudaGraphExec_t what, const std::uint64_t* watched, std::uint64_t value,
                       launcher_words* words, kernel_limits limits, kernel_limits copy_limits) {
  if (threadIdx.x == 0) {
    store_relaxed(&words->started, 1U);
    if (wait_for([=] { return load_relaxed(&words->go) != 0; }, limits, 1000)) {
      const std::uint64_t start = global_ns();
      const cudaError_t code = cudaGraphLaunch(what, cudaStreamGraphFireAndForget);
      const bool seen = code == cudaSuccess &&
                        wait_for([=] { return load_acquire(watched) == value; }, copy_limits);
      store_relaxed(&words->seen_after_ns, global_ns() - start);
      store_relaxed(&words->code, static_cast<std::uint64_t>(code));
      store_relaxed(&words->seen, seen ? 1U : 0U);
    }
    __threadfence_system();
    store_relaxed(&words->done, 1U);
  }
  __syncthreads();
}

}  // namespace ark_probe
