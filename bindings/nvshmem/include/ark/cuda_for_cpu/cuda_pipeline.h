// CUDA's copies to shared memory as C functions: done when the call returns.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include_next <cuda_pipeline.h>
#else

#include <ark/cuda_for_cpu/pipelines.hpp>
#include <cstddef>
#include <cstring>

/// zeros: as many of the last bytes are set to 0 instead.
inline void __pipeline_memcpy_async(void* dest, const void* source, std::size_t bytes,
                                    std::size_t zeros = 0) {
  std::memcpy(dest, source, bytes - zeros);
  std::memset(static_cast<char*>(dest) + (bytes - zeros), 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}

#endif
