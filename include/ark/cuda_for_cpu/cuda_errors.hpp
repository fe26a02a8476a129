// cudaError_t, and how a call of ark becomes one.
#pragma once

#include <ark/errc.hpp>
#include <cstdio>
#include <utility>

/// The values are CUDA's.
enum cudaError_t : int {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevice = 101,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorNotReady = 600,
  cudaErrorLaunchTimeout = 702,
  cudaErrorLaunchFailure = 719,
  cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999,
};

using cudaError = cudaError_t;

inline const char* cudaGetErrorName(cudaError_t code) {
  switch (code) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInitializationError:
      return "cudaErrorInitializationError";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorInvalidDevice:
      return "cudaErrorInvalidDevice";
    case cudaErrorInvalidResourceHandle:
      return "cudaErrorInvalidResourceHandle";
    case cudaErrorNotReady:
      return "cudaErrorNotReady";
    case cudaErrorLaunchTimeout:
      return "cudaErrorLaunchTimeout";
    case cudaErrorLaunchFailure:
      return "cudaErrorLaunchFailure";
    case cudaErrorNotSupported:
      return "cudaErrorNotSupported";
    case cudaErrorUnknown:
      return "cudaErrorUnknown";
  }
  return "unrecognized error code";
}

inline const char* cudaGetErrorString(cudaError_t code) {
  switch (code) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "invalid argument";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInitializationError:
      return "nvshmem_init has not been called";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration of a launch";
    case cudaErrorInvalidDevice:
      return "invalid device number";
    case cudaErrorInvalidResourceHandle:
      return "not a stream or an event";
    case cudaErrorNotReady:
      return "not ready";
    case cudaErrorLaunchTimeout:
      return "the deadline of ARK_TIMEOUT has passed";
    case cudaErrorLaunchFailure:
      return "a kernel or another PE has failed";
    case cudaErrorNotSupported:
      return "not supported";
    case cudaErrorUnknown:
      return "unknown error";
  }
  return "unrecognized error code";
}

namespace ark::cuda_for_cpu {

inline thread_local cudaError_t last_error = cudaSuccess;

inline cudaError_t remember(cudaError_t code) {
  if (code != cudaSuccess && code != cudaErrorNotReady) last_error = code;
  return code;
}

constexpr cudaError_t cuda_code(errc code) {
  switch (code) {
    case errc::ok:
      return cudaSuccess;
    case errc::timeout:
      return cudaErrorLaunchTimeout;
    case errc::invalid_argument:
      return cudaErrorInvalidValue;
    case errc::out_of_memory:
      return cudaErrorMemoryAllocation;
    case errc::not_initialized:
      return cudaErrorInitializationError;
    case errc::unsupported:
      return cudaErrorNotSupported;
    case errc::peer_failed:
    case errc::wrong_state:
    case errc::asymmetric:
    case errc::bad_descriptor:
    case errc::engine_failed:
    case errc::divergence:
    case errc::stalled:
    case errc::aborted:
      return cudaErrorLaunchFailure;
    case errc::system_error:
    case errc::mpi_error:
      return cudaErrorUnknown;
  }
  return cudaErrorUnknown;
}

/// The result of `body` as CUDA returns it. The text of an ark::error goes to stderr, because
/// CUDA's code has no room for it.
template <class Body>
cudaError_t as_cuda(const char* call, Body&& body) {
  try {
    std::forward<Body>(body)();
    return cudaSuccess;
  } catch (const ark::error& problem) {
    std::fprintf(stderr, "ark: %s: %s: %s\n", call, errc_name(problem.code()), problem.what());
    return remember(cuda_code(problem.code()));
  }
}

}  // namespace ark::cuda_for_cpu

inline cudaError_t cudaPeekAtLastError() { return ark::cuda_for_cpu::last_error; }
inline cudaError_t cudaGetLastError() {
  return std::exchange(ark::cuda_for_cpu::last_error, cudaSuccess);
}
