// The header is not changed by a rewriting.
#pragma once

__device__ inline int first_index() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}
