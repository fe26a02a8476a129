#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cuda_profiler_api.h>
#else

#include <ark/cuda_for_cpu/cuda_errors.hpp>

/// Without effect: ARK_TRACE records what a job does.
inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }

#endif
