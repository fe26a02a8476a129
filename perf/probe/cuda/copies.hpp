// The host's ways to ask for a copy.
#pragma once

#include <string>

#include "call.hpp"

namespace ark_probe {

enum class copy_call { memcpy_async, batch, batch_overlap, peer_async };

inline const char* copy_call_name(copy_call call) {
  switch (call) {
    case copy_call::memcpy_async:
      return "cudaMemcpyAsync";
    case copy_call::batch:
      return "cudaMemcpyBatchAsync";
    case copy_call::batch_overlap:
      return "cudaMemcpyBatchAsync, prefer overlap";
    case copy_call::peer_async:
      return "cudaMemcpyPeerAsync";
  }
  return "";
}

namespace detail {

/// A batch of one.
inline cudaError_t copy_batch(void* to, const void* from, std::size_t bytes, bool overlap,
                              cudaStream_t in) {
  cudaMemcpyAttributes how = {};
  how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  how.flags = overlap ? cudaMemcpyFlagPreferOverlapWithCompute : cudaMemcpyFlagDefault;
  std::size_t first = 0;
  return cudaMemcpyBatchAsync(&to, &from, &bytes, 1, &how, &first, 1, in);
}

}  // namespace detail

/// Enqueues the copy. device: the one GPU, for peer_async, which names it twice. Errors:
/// cuda_error.
inline void copy_issue(copy_call call, void* to, const void* from, std::size_t bytes, int device,
                       cudaStream_t in) {
  cudaError_t code = cudaErrorInvalidValue;
  switch (call) {
    case copy_call::memcpy_async:
      code = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, in);
      break;
    case copy_call::batch:
      code = detail::copy_batch(to, from, bytes, false, in);
      break;
    case copy_call::batch_overlap:
      code = detail::copy_batch(to, from, bytes, true, in);
      break;
    case copy_call::peer_async:
      code = cudaMemcpyPeerAsync(to, device, from, device, bytes, in);
      break;
  }
  check(code, std::string(copy_call_name(call)) + "(" + std::to_string(bytes) + " bytes)");
}

}  // namespace ark_probe
