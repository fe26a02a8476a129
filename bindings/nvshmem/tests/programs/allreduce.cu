// Reductions of a vector: on a stream, and by blocks of a collective launch.
#include <cuda_runtime.h>
#include <nvshmem.h>  // has the nvshmemx_ names, too
#include <stdio.h>
#include <stdlib.h>

#include "cuda_check.h"

#define NVSHMEM_CHECK(call)                                                  \
  do {                                                                       \
    int status = call;                                                       \
    if (status != 0) {                                                       \
      fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #call, status); \
      nvshmem_global_exit(status);                                           \
    }                                                                        \
  } while (0)

template <typename T, int Factor>
__global__ void fill(T* values, size_t count) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    values[i] = (T)(nvshmem_my_pe() * Factor + i);
}

// Sum, then the largest element of every PE, then a block of the sum to each PE.
__global__ void reduce_in_kernel(float* sum, const float* values, float* block, size_t count,
                                 unsigned* finished) {
  size_t share = count / nvshmem_n_pes();
  if (blockIdx.x == 0) {
    nvshmemx_float_sum_reduce_block(NVSHMEM_TEAM_WORLD, sum, values, count);
    nvshmemx_float_sum_reducescatter_block(NVSHMEM_TEAM_WORLD, block, values, share);
    nvshmemx_barrier_block(NVSHMEM_TEAM_WORLD);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(finished, 1u);
}

int main() {
  nvshmem_init();
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));

  size_t count = 1200;
  long* longs = (long*)nvshmem_malloc(2 * count * sizeof(long));
  float* floats = (float*)nvshmem_malloc(3 * count * sizeof(float));
  long* long_sum = longs + count;
  float *sum = floats + count, *block = floats + 2 * count;

  void* long_args[] = {&longs, &count};
  CUDA_CHECK(cudaLaunchKernel((const void*)fill<long, 3>, dim3(2), dim3(32), long_args, 0, stream));
  NVSHMEM_CHECK(
      nvshmemx_long_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, long_sum, longs, count, stream));
  long* host_longs = (long*)malloc(count * sizeof(long));
  CUDA_CHECK(
      cudaMemcpyAsync(host_longs, long_sum, count * sizeof(long), cudaMemcpyDeviceToHost, stream));
  NVSHMEM_CHECK(
      nvshmemx_long_prod_reduce_on_stream(NVSHMEM_TEAM_WORLD, long_sum, longs, 3, stream));
  NVSHMEM_CHECK(
      nvshmemx_long_broadcast_on_stream(NVSHMEM_TEAM_WORLD, longs, long_sum, 3, npes - 1, stream));
  nvshmemx_quiet_on_stream(stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  long products[3];
  CUDA_CHECK(cudaMemcpy(products, longs, sizeof products, cudaMemcpyDeviceToHost));

  void* float_args[] = {&floats, &count};
  CUDA_CHECK(
      cudaLaunchKernel((const void*)fill<float, 1>, dim3(2), dim3(32), float_args, 0, stream));
  unsigned *finished, blocks_finished = 0;
  CUDA_CHECK(cudaMalloc(&finished, sizeof(unsigned)));
  CUDA_CHECK(cudaMemsetAsync(finished, 0, sizeof(unsigned), stream));
  void* args[] = {&sum, &floats, &block, &count, &finished};
  int grid = 0;
  NVSHMEM_CHECK(nvshmemx_collective_launch_query_gridsize((const void*)reduce_in_kernel, dim3(64),
                                                          args, 0, &grid));
  NVSHMEM_CHECK(nvshmemx_collective_launch((const void*)reduce_in_kernel, dim3(grid), dim3(64),
                                           args, 0, stream));
  CUDA_CHECK(cudaMemcpyAsync(&blocks_finished, finished, sizeof(unsigned), cudaMemcpyDeviceToHost,
                             stream));
  CUDA_CHECK(cudaDeviceSynchronize());

  size_t share = count / npes, wrong = 0;
  float* host_floats = (float*)malloc(2 * count * sizeof(float));
  CUDA_CHECK(cudaMemcpy(host_floats, sum, 2 * count * sizeof(float), cudaMemcpyDeviceToHost));
  int pairs = npes * (npes - 1) / 2;
  for (size_t i = 0; i < count; ++i) {
    wrong += host_longs[i] != (long)(3 * pairs + npes * i);
    wrong += host_floats[i] != (float)(pairs + npes * i);
  }
  for (size_t i = 0; i < share; ++i)
    wrong += host_floats[count + i] != (float)(pairs + npes * (mype * share + i));
  if (blocks_finished != (unsigned)grid) ++wrong;

  long* errors = (long*)nvshmem_calloc(1, sizeof(long));
  nvshmem_long_atomic_add(errors, (long)wrong, 0);
  nvshmem_barrier_all();
  if (mype == 0) {
    printf("%d PEs: sums %ld %ld %ld, products %ld %ld %ld, floats %.1f %.1f\n", npes,
           host_longs[0], host_longs[1], host_longs[2], products[0], products[1], products[2],
           host_floats[0], host_floats[count - 1]);
    printf("%ld errors\n", nvshmem_long_g(errors, 0));
  }

  free(host_floats);
  free(host_longs);
  CUDA_CHECK(cudaFree(finished));
  nvshmem_free(errors);
  nvshmem_free(floats);
  nvshmem_free(longs);
  CUDA_CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
