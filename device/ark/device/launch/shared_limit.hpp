// The limit of the dynamic shared memory that launches of a kernel may request. Uses the caller's
// own CUDA runtime.
#pragma once

#include <cuda_runtime_api.h>

#include <ark/errc.hpp>
#include <cstddef>
#include <mutex>
#include <string>

namespace ark::detail {

/// Throws ark::error{system_error} with CUDA's text unless `code` is success.
inline void cuda_check(cudaError_t code, const char* call) {
  if (code == cudaSuccess) return;
  throw error(errc::system_error, std::string(call) + ": " + cudaGetErrorString(code));
}

/// Let the kernel be launched with `bytes` of dynamic shared memory on the current device: launches
/// request a few bytes more than the caller does. CUDA allows 48 KiB together with the kernel's own
/// static variables, ark's included, and more up to the limit that is set here. The limit is never
/// lowered: another PE of this process may be about to launch the kernel with more.
inline void allow_shared_bytes(const void* kernel, std::size_t bytes) {
  constexpr std::size_t always = 48 * 1024;
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  cudaFuncAttributes now{};
  cuda_check(cudaFuncGetAttributes(&now, kernel), "cudaFuncGetAttributes");
  if (bytes + now.sharedSizeBytes <= always) return;
  const auto limit = static_cast<std::size_t>(now.maxDynamicSharedSizeBytes);
  if (limit > always && limit >= bytes) return;
  cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)),
             "cudaFuncSetAttribute");
}

}  // namespace ark::detail
