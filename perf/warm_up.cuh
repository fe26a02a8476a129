// A GPU that has been idle raises its clock only under load, within some 100 ms: what is measured
// before that is slower than what is measured after it. Programs that measure begin with this.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace gpu_warm_up {

constexpr unsigned ms = 250;

static __global__ void keep_busy(std::uint64_t ns) {
  const auto clock_ns = [] {
    std::uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
  };
  const std::uint64_t begin = clock_ns();
  float x = static_cast<float>(threadIdx.x);
  while (clock_ns() - begin < ns) {
    for (int i = 0; i < 1000; ++i) x = x * 0.5f + 1;
    asm volatile("" : "+f"(x));  // it counts, as far as the compiler knows
  }
}

/// Queues a kernel that keeps all SMs of the current GPU busy for so long.
inline cudaError_t start(cudaStream_t stream) {
  int device = 0, sms = 0;
  cudaError_t code = cudaGetDevice(&device);
  if (code == cudaSuccess)
    code = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  if (code != cudaSuccess) return code;
  keep_busy<<<static_cast<unsigned>(2 * sms), 256, 0, stream>>>(std::uint64_t{ms} * 1'000'000);
  return cudaGetLastError();
}

}  // namespace gpu_warm_up
