#pragma once
#include "first_index.cuh"

template <class T>
__global__ void scale(T* values, int count, T factor) {
  __shared__ T shared_factor;
  if (threadIdx.x == 0) shared_factor = factor;
  __syncthreads();
  const int step = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = first_index(); i < count; i += step) values[i] *= shared_factor;
}
