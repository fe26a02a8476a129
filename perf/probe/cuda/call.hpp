// One check for every CUDA call: an error names the call, what it was for, and CUDA's own words.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace ark_probe {

/// what(): "cudaMalloc(67108864 bytes): cudaErrorMemoryAllocation, out of memory".
class cuda_error : public std::runtime_error {
 public:
  cuda_error(const std::string& call, cudaError_t code)
      : std::runtime_error(call + ": " + cudaGetErrorName(code) + ", " + cudaGetErrorString(code)),
        code_(code) {}
  [[nodiscard]] cudaError_t code() const { return code_; }
  /// Whether the machine cannot do this at all, which is an answer and no failure.
  [[nodiscard]] bool unsupported() const {
    return code_ == cudaErrorNotSupported || code_ == cudaErrorCallRequiresNewerDriver ||
           code_ == cudaErrorOperatingSystem;
  }

 private:
  cudaError_t code_;
};

/// Errors: cuda_error, unless code is cudaSuccess.
inline void check(cudaError_t code, const std::string& call) {
  if (code == cudaSuccess) return;
  cudaGetLastError();  // an error that is not sticky is told once
  throw cuda_error(call, code);
}

/// The driver's codes have the runtime's numbers.
inline void check(CUresult code, const std::string& call) {
  check(static_cast<cudaError_t>(code), call);
}

/// After a kernel launch.
inline void check_launch(const std::string& kernel) {
  check(cudaGetLastError(), "launch of " + kernel);
}

}  // namespace ark_probe
