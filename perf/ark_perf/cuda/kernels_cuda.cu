#include <cuda_runtime.h>

#include "kernels.hpp"

namespace ark_perf {

bool kernels_on_gpu() noexcept { return true; }

std::string why_no_gpu() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess) return cudaGetErrorString(code);
  return count == 0 ? "the driver has none" : "";
}

}  // namespace ark_perf
