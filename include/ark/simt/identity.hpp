// Where a thread is, in words shorter than CUDA's, and min and max that both compilers have.
#pragma once

#include <ark/detail/portability.hpp>

namespace ark {

/// Linear index of the calling thread in its block. Kernels only, as all of these.
ARK_DEVICE inline unsigned thread_rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
/// Linear index of the calling thread's block in its grid.
ARK_DEVICE inline unsigned block_rank() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
ARK_DEVICE inline unsigned lane_id() { return thread_rank_in_block() % 32; }
ARK_DEVICE inline unsigned warp_id() { return thread_rank_in_block() / 32; }

template <class T>
ARK_HOST_DEVICE constexpr T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
ARK_HOST_DEVICE constexpr T max(T a, T b) {
  return a < b ? b : a;
}

}  // namespace ark
