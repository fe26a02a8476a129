// Kernels and launches in headers: beside the source, and in a folder given by -I.
#include <nvshmem.h>
#include <stdio.h>

#include <kernels/scale.cuh>

#include "headers/steps.hpp"

__global__ void send(float* dest, const float* source, int count, int pe) {
  const int i = first_index();
  if (i < count) nvshmem_float_p(dest + i, source[i], pe);
}

int main() {
  nvshmem_init();
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), count = 100;
  float* const source = static_cast<float*>(nvshmem_malloc(count * sizeof(float)));
  float* const dest = static_cast<float*>(nvshmem_calloc(count, sizeof(float)));
  float values[count];
  for (int i = 0; i < count; ++i) values[i] = static_cast<float>(i + me);
  cudaMemcpy(source, values, sizeof values, cudaMemcpyHostToDevice);
  scale_twice(source, count);
  scale<<<4, 32>>>(source, count, 10.0f);
  send<<<4, 32>>>(dest, source, count, (me + 1) % pes);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  cudaMemcpy(values, dest, sizeof values, cudaMemcpyDeviceToHost);
  if (me == 0) printf("first %g, last %g\n", values[0], values[count - 1]);
  nvshmem_finalize();
  return 0;
}
