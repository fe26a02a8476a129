// Streams: those of ark. The null stream is the default stream of the PE. It and the streams
// without cudaStreamNonBlocking wait for each other, in the executor: src/executor/stream.cpp.
#pragma once

#include <ark/cuda_for_cpu/cuda_errors.hpp>
#include <ark/launch.hpp>

using cudaStream_t = ark::stream_t;
using CUstream = cudaStream_t;

enum : unsigned { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
#define cudaStreamLegacy reinterpret_cast<cudaStream_t>(ark::detail::default_stream_handle)
#define cudaStreamPerThread reinterpret_cast<cudaStream_t>(ark::detail::thread_stream_handle)

// Calling convention of host functions that CUDA calls.
#define CUDART_CB
#define CUDARTAPI

/// Callable: after nvshmem_init, which creates the executor of the PE; before, it returns
/// cudaErrorInitializationError.
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  cudaStream_t created = nullptr;
  const cudaError_t code = ark::cuda_for_cpu::as_cuda("cudaStreamCreate", [&] {
    created = (flags & cudaStreamNonBlocking) != 0 ? ark::stream_create()
                                                   : ark::detail::blocking_stream_create();
  });
  *stream = created;
  return code;
}
inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority) {
  *priority = 0;
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return ark::cuda_for_cpu::as_cuda("cudaStreamGetFlags", [&] {
    *flags = ark::detail::stream_is_blocking(stream) ? cudaStreamDefault : cudaStreamNonBlocking;
  });
}
/// Does not wait for the work of the stream. nvshmem_finalize has freed the streams that are left.
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return ark::cuda_for_cpu::as_cuda("cudaStreamDestroy", [&] {
    if (ark::initialized()) ark::detail::stream_release(stream);
  });
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return ark::cuda_for_cpu::as_cuda("cudaStreamSynchronize", [&] { ark::stream_sync(stream); });
}
inline cudaError_t cudaStreamQuery(cudaStream_t stream) {
  bool idle = false;
  const cudaError_t code =
      ark::cuda_for_cpu::as_cuda("cudaStreamQuery", [&] { idle = ark::stream_query(stream); });
  return code == cudaSuccess && !idle ? cudaErrorNotReady : code;
}

using cudaHostFn_t = void (*)(void*);
using cudaStreamCallback_t = void (*)(cudaStream_t, cudaError_t, void*);

namespace ark::cuda_for_cpu {
inline void host_function_kernel(cudaHostFn_t function, void* argument) { function(argument); }
inline void callback_kernel(cudaStreamCallback_t callback, cudaStream_t stream, void* argument) {
  callback(stream, cudaSuccess, argument);
}
}  // namespace ark::cuda_for_cpu

/// In the order of the stream, on a lane of the executor: its stack has ARK_CPU_STACK bytes, and
/// calls of hosts are refused.
inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* argument) {
  return ark::cuda_for_cpu::as_cuda("cudaLaunchHostFunc", [&] {
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::host_function_kernel, function, argument);
  });
}
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                         void* argument, unsigned) {
  return ark::cuda_for_cpu::as_cuda("cudaStreamAddCallback", [&] {
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::callback_kernel, callback, stream, argument);
  });
}
