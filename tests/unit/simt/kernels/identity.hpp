// Where am I.
#pragma once

#include <ark/simt.hpp>

namespace portable {

struct place {
  uint3 thread, block;
  dim3 block_extent, grid_extent;
  unsigned thread_rank, block_rank, lane, warp;
  int warp_size;
};

ARK_GLOBAL void identity(place* out) {
  const uint3 thread = threadIdx;
  const dim3 extent = blockDim;
  const unsigned per_block = extent.x * extent.y * extent.z;
  const unsigned at = ark::block_rank() * per_block + ark::thread_rank_in_block();
  out[at] = {thread,
             blockIdx,
             extent,
             gridDim,
             ark::thread_rank_in_block(),
             ark::block_rank(),
             ark::lane_id(),
             ark::warp_id(),
             warpSize};
}

ARK_CONSTANT const float weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};

ARK_DEVICE inline float weight_of(unsigned i) { return weights[ark::min(i, 3u)]; }

ARK_GLOBAL void constants(float* out) {
  out[threadIdx.x] = weight_of(threadIdx.x) + ark::max(1.0f, -1.0f);
}

}  // namespace portable
