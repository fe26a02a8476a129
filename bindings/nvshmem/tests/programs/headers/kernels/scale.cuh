#pragma once
#ifdef __CUDACC__
#include "first_index.cuh"

__device__ __noinline__ int end_of(int count) { return count; }

template <class T>
__global__ void scale(T* values, int count, T factor) {
  __shared__ T shared_factor;
  if (threadIdx.x == 0) shared_factor = factor;
  __syncthreads();
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = first_index(); i < end_of(count); i += step) values[i] *= shared_factor;
}
#endif
