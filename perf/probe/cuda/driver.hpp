// The driver's functions that the runtime has no form of, found through the runtime: the probes
// link no libcuda and start, to say so, where there is none.
#pragma once

#include <cudaTypedefs.h>

#include <cstdint>

#include "call.hpp"

namespace ark_probe {

/// The driver's `symbol`, in the last form that CUDA 12.0 had. Errors: cuda_error.
template <class Function>
Function driver_function(const char* symbol) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
  const std::string call = std::string("cudaGetDriverEntryPointByVersion(") + symbol + ")";
  check(cudaGetDriverEntryPointByVersion(symbol, &found, 12000, cudaEnableDefault, &result), call);
  if (found == nullptr || result != cudaDriverEntryPointSuccess) {
    throw cuda_error(call, cudaErrorNotSupported);
  }
  return reinterpret_cast<Function>(found);
}

/// Waits and writes in a stream, in the forms that every driver since CUDA 11.7 has.
class stream_memory_operations {
 public:
  stream_memory_operations()
      : wait_(driver_function<PFN_cuStreamWaitValue64_v11070>("cuStreamWaitValue64")),
        write_(driver_function<PFN_cuStreamWriteValue64_v11070>("cuStreamWriteValue64")) {}

  /// The stream goes on when *word >= value (as differences: it may wrap).
  void wait(cudaStream_t stream, const std::uint64_t* word, std::uint64_t value) const {
    check(wait_(stream, address(word), value, CU_STREAM_WAIT_VALUE_GEQ), "cuStreamWaitValue64");
  }
  /// *word = value, after all earlier work of the stream is visible in the system.
  void write(cudaStream_t stream, std::uint64_t* word, std::uint64_t value) const {
    check(write_(stream, address(word), value, CU_STREAM_WRITE_VALUE_DEFAULT),
          "cuStreamWriteValue64");
  }

 private:
  static CUdeviceptr address(const void* word) { return reinterpret_cast<CUdeviceptr>(word); }

  PFN_cuStreamWaitValue64_v11070 wait_;
  PFN_cuStreamWriteValue64_v11070 write_;
};

}  // namespace ark_probe
