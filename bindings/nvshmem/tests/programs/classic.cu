// The usual NVSHMEM program: launches by <<<>>>, sums in shared memory, a ring.
#include <cuda.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CUDA_CHECK(call)                                                                        \
  do {                                                                                          \
    cudaError_t error = call;                                                                   \
    if (error != cudaSuccess) {                                                                 \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      exit(EXIT_FAILURE);                                                                       \
    }                                                                                           \
  } while (0)

const int threads = 64;

template <typename T>
__global__ void fill(T* values, T first) {
  values[blockIdx.x * blockDim.x + threadIdx.x] = first + blockIdx.x * blockDim.x + threadIdx.x;
}

// The sum of every block goes to the next PE.
template <int Threads>
__global__ void sum_blocks(const long* values, long* sums) {
  __shared__ long partial[Threads];
  extern __shared__ long warp_sums[];
  partial[threadIdx.x] = values[blockIdx.x * Threads + threadIdx.x];
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    long sum = 0;
    for (int i = 0; i < 32; ++i) sum += partial[threadIdx.x + i];
    warp_sums[threadIdx.x / 32] = sum;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    long sum = 0;
    for (int w = 0; w < Threads / 32; ++w) sum += warp_sums[w];
    nvshmem_long_p(sums + blockIdx.x, sum, (nvshmem_my_pe() + 1) % nvshmem_n_pes());
  }
}

__global__ void simple_shift(int* destination) {
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  int peer = (mype + 1) % npes;
  nvshmem_int_p(destination, mype, peer);
}

int main() {
  const int blocks = 3;
  int message = -1;
  long sums[blocks];
  cudaStream_t stream;

  nvshmem_init();
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CUDA_CHECK(cudaStreamCreate(&stream));

  int* destination = (int*)nvshmem_malloc(sizeof(int));
  simple_shift<<<1, 1, 0, stream>>>(destination);
  nvshmemx_barrier_all_on_stream(stream);
  CUDA_CHECK(cudaMemcpyAsync(&message, destination, sizeof(int), cudaMemcpyDeviceToHost, stream));

  long *values, *received = (long*)nvshmem_malloc(blocks * sizeof(long));
  CUDA_CHECK(cudaMalloc(&values, blocks * threads * sizeof(long)));
  fill<<<blocks, threads, 0, stream>>>(values, 1000L * mype);
  dim3 gridDim(blocks), blockDim(threads);
  sum_blocks<threads><<<gridDim, blockDim, threads / 32 * sizeof(long), stream>>>(values, received);
  CUDA_CHECK(cudaGetLastError());
  nvshmemx_barrier_all_on_stream(stream);
  CUDA_CHECK(cudaMemcpyAsync(sums, received, sizeof sums, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));

  int* wrong = (int*)nvshmem_calloc(1, sizeof(int));
  int left = (mype + npes - 1) % npes;
  if (message != left) nvshmem_int_atomic_inc(wrong, 0);
  for (int b = 0; b < blocks; ++b) {
    long first = 1000L * left + b * threads;
    if (sums[b] != threads * first + threads * (threads - 1) / 2) nvshmem_int_atomic_inc(wrong, 0);
  }
  nvshmem_barrier_all();
  if (mype == 0)
    printf("PE 0 of %d received %d and the sums %ld %ld %ld; %d errors\n", npes, message, sums[0],
           sums[1], sums[2], nvshmem_int_g(wrong, 0));

  nvshmem_free(wrong);
  nvshmem_free(received);
  nvshmem_free(destination);
  CUDA_CHECK(cudaFree(values));
  nvshmem_finalize();
  return 0;
}
