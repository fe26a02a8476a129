// cudaError_t, and how a call of ark becomes one.
#pragma once

#include <ark/detail/failure/call_names.hpp>
#include <ark/detail/simt/lane.hpp>
#include <ark/errc.hpp>
#include <atomic>
#include <cstdio>
#include <utility>

/// The codes that programs test, with CUDA's values: X(name, value, text).
// clang-format off
#define ARK_CUDA_ERRORS(X) \
  X(cudaSuccess, 0, "no error") \
  X(cudaErrorInvalidValue, 1, "invalid argument") \
  X(cudaErrorMemoryAllocation, 2, "out of memory") \
  X(cudaErrorInitializationError, 3, "nvshmem_init has not been called") \
  X(cudaErrorCudartUnloading, 4, "the process ends") \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration of a launch") \
  X(cudaErrorInvalidSymbol, 13, "invalid symbol") \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer") \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid direction of a copy") \
  X(cudaErrorInsufficientDriver, 35, "the driver is too old") \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid kernel") \
  X(cudaErrorNoDevice, 100, "no device") \
  X(cudaErrorInvalidDevice, 101, "invalid device number") \
  X(cudaErrorNoKernelImageForDevice, 209, "no code for this device") \
  X(cudaErrorInvalidResourceHandle, 400, "not a stream or an event") \
  X(cudaErrorNotReady, 600, "not ready") \
  X(cudaErrorIllegalAddress, 700, "illegal address") \
  X(cudaErrorLaunchOutOfResources, 701, "a launch needs too many resources") \
  X(cudaErrorLaunchTimeout, 702, "the deadline of ARK_TIMEOUT has passed") \
  X(cudaErrorPeerAccessAlreadyEnabled, 704, "access to the peer is already enabled") \
  X(cudaErrorPeerAccessNotEnabled, 705, "access to the peer is not enabled") \
  X(cudaErrorAssert, 710, "an assertion has failed") \
  X(cudaErrorHostMemoryAlreadyRegistered, 712, "host memory is already registered") \
  X(cudaErrorHostMemoryNotRegistered, 713, "host memory is not registered") \
  X(cudaErrorLaunchFailure, 719, "a kernel or another PE has failed") \
  X(cudaErrorCooperativeLaunchTooLarge, 720, "the blocks of a cooperative launch do not run at once") \
  X(cudaErrorNotPermitted, 800, "not permitted") \
  X(cudaErrorNotSupported, 801, "not supported") \
  X(cudaErrorUnknown, 999, "unknown error")
// clang-format on

enum cudaError_t : int {
#define ARK_CUDA_ERROR(name, value, text) name = value,
  ARK_CUDA_ERRORS(ARK_CUDA_ERROR)
#undef ARK_CUDA_ERROR
};
using cudaError = cudaError_t;

inline const char* cudaGetErrorName(cudaError_t code) {
  switch (code) {
#define ARK_CUDA_ERROR(name, value, text) \
  case name:                              \
    return #name;
    ARK_CUDA_ERRORS(ARK_CUDA_ERROR)
#undef ARK_CUDA_ERROR
  }
  return "unrecognized error code";
}
inline const char* cudaGetErrorString(cudaError_t code) {
  switch (code) {
#define ARK_CUDA_ERROR(name, value, text) \
  case name:                              \
    return text;
    ARK_CUDA_ERRORS(ARK_CUDA_ERROR)
#undef ARK_CUDA_ERROR
  }
  return "unrecognized error code";
}
#undef ARK_CUDA_ERRORS

namespace ark::cuda_for_cpu {

inline thread_local cudaError_t last_error = cudaSuccess;

inline cudaError_t remember(cudaError_t code) {
  if (code != cudaSuccess && code != cudaErrorNotReady) last_error = code;
  return code;
}

/// Set when a kernel has ended early. Later calls of as_cuda return it, as CUDA does, until
/// cudaDeviceReset.
inline std::atomic<cudaError_t> kernel_error{cudaSuccess};
/// An assertion of a kernel has failed; __trap is none.
inline std::atomic<bool> assertion_failed{false};

/// See ark::detail::kernel_assert.
[[noreturn]] inline void kernel_assert(const char* expression, const char* file, unsigned line,
                                       const char* function) noexcept {
  assertion_failed = true;
  detail::kernel_assert(expression, file, line, function);
}
constexpr bool ends_kernel(errc code) {
  return code == errc::aborted || code == errc::divergence || code == errc::stalled;
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
  if (const cudaError_t sticky = kernel_error; sticky != cudaSuccess) return remember(sticky);
  try {
    std::forward<Body>(body)();
    return cudaSuccess;
  } catch (const ark::error& problem) {
    std::fprintf(stderr, "ark: %s: %s: %s\n", call, errc_name(problem.code()),
                 detail::in_names_of_program(problem.what()).c_str());
    const bool asserts = problem.code() == errc::aborted && assertion_failed;
    const cudaError_t code = asserts ? cudaErrorAssert : cuda_code(problem.code());
    if (ends_kernel(problem.code())) kernel_error = code;
    return remember(code);
  }
}

/// The error of a launch: invalid_argument refers to its shape, and out_of_memory means that a
/// cooperative launch's blocks do not fit at once.
template <class Body>
cudaError_t as_launch(const char* call, Body&& body, bool cooperative = false) {
  const cudaError_t code = as_cuda(call, std::forward<Body>(body));
  if (code == cudaErrorInvalidValue) return remember(cudaErrorInvalidConfiguration);
  if (code == cudaErrorMemoryAllocation && cooperative)
    return remember(cudaErrorCooperativeLaunchTooLarge);
  return code;
}

}  // namespace ark::cuda_for_cpu

inline cudaError_t cudaPeekAtLastError() {
  const cudaError_t sticky = ark::cuda_for_cpu::kernel_error;
  return sticky != cudaSuccess ? sticky : ark::cuda_for_cpu::last_error;
}
inline cudaError_t cudaGetLastError() {
  const cudaError_t last = cudaPeekAtLastError();
  ark::cuda_for_cpu::last_error = cudaSuccess;
  return last;
}
