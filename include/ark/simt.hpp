// The part of CUDA's kernel language that works on a GPU and on the CPU executor alike.
// docs/portability.md lists it.
//
// With nvcc the names are CUDA's own. With g++ and clang++ the CPU executor defines the same names:
// threadIdx, __syncthreads, __shfl_sync, atomicAdd and others, at global scope as in CUDA. Only
// this header selects by compiler; the included headers do not. A thread's position has names
// shorter than CUDA's here, and min and max are for both compilers.
#pragma once

#include <ark/detail/platform/portability.hpp>

#if ARK_CUDA
#include <ark/detail/simt/cuda_words.hpp>
#else
#include <ark/detail/simt/cpu_assert.hpp>
#include <ark/detail/simt/cpu_atomics.hpp>
#include <ark/detail/simt/cpu_bits.hpp>
#include <ark/detail/simt/cpu_builtins.hpp>
#include <ark/detail/simt/cpu_intrinsics.hpp>
#include <ark/detail/simt/cpu_legacy_atomics.hpp>
#include <ark/detail/simt/cpu_shared.hpp>
#include <ark/detail/simt/cpu_time.hpp>
#endif

namespace ark {

/// Linear index of the calling thread in its block, x fastest. Kernels only, like all functions for
/// a thread's position.
ARK_DEVICE inline unsigned thread_rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/// Linear index of the calling thread's block in its grid, x fastest.
ARK_DEVICE inline unsigned block_rank() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}

/// The number of the calling thread's bit in the masks of its warp: 0 to 31.
ARK_DEVICE inline unsigned lane_id() { return thread_rank_in_block() % 32; }

/// The calling thread's warp in its block.
ARK_DEVICE inline unsigned warp_id() { return thread_rank_in_block() / 32; }

/// The lesser of two values of one type; `a` if neither is less. CUDA's unqualified min and max are
/// not provided: at global scope they would conflict with those of a `using namespace std`. Kernels
/// and host.
template <class T>
ARK_HOST_DEVICE constexpr T min(T a, T b) {
  return b < a ? b : a;
}

/// The greater of two values of one type; `a` if neither is greater. Kernels and host.
template <class T>
ARK_HOST_DEVICE constexpr T max(T a, T b) {
  return a < b ? b : a;
}

}  // namespace ark
