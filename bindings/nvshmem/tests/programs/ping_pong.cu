// Pairs of PEs pass an array to and fro; a block sends it with a signal.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdint.h>
#include <stdio.h>

#include "cuda_check.h"

__global__ void ping_pong(double* data, uint64_t* flag, size_t count, int rounds) {
  int mype = nvshmem_my_pe();
  int peer = mype ^ 1;
  bool first = mype < peer;

  for (int round = 1; round <= rounds; ++round) {
    if (!first || round > 1) {
      uint64_t arrived = first ? round - 1 : round;
      if (threadIdx.x == 0) nvshmem_signal_wait_until(flag, NVSHMEM_CMP_GE, arrived);
      __syncthreads();
    }
    for (size_t i = threadIdx.x; i < count; i += blockDim.x) data[i] += 1.0;
    __syncthreads();
    nvshmemx_double_put_signal_nbi_block(data, data, count, flag, round, NVSHMEM_SIGNAL_SET, peer);
    if (threadIdx.x == 0) nvshmem_quiet();
    __syncthreads();
  }
  if (first) {
    if (threadIdx.x == 0) nvshmem_signal_wait_until(flag, NVSHMEM_CMP_EQ, rounds);
    __syncthreads();
  }
}

int main() {
  nvshmem_init();
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  if (npes % 2 != 0) {
    if (mype == 0) fprintf(stderr, "an even number of PEs is needed\n");
    nvshmem_global_exit(1);
  }
  CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));

  cudaStream_t stream;
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));

  for (size_t count = 1; count <= 4096; count *= 64) {
    int rounds = 20;
    double* data = (double*)nvshmem_calloc(count, sizeof(double));
    uint64_t* flag = (uint64_t*)nvshmem_calloc(1, sizeof(uint64_t));
    void* args[] = {&data, &flag, &count, &rounds};

    CUDA_CHECK(cudaEventRecord(begin, stream));
    int status =
        nvshmemx_collective_launch((const void*)ping_pong, dim3(1), dim3(64), args, 0, stream);
    if (status != 0) nvshmem_global_exit(status);
    CUDA_CHECK(cudaEventRecord(end, stream));
    CUDA_CHECK(cudaEventSynchronize(end));
    float milliseconds = -1;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
    if (milliseconds < 0) fprintf(stderr, "the clock goes backwards\n");

    double* host = (double*)malloc(count * sizeof(double));
    CUDA_CHECK(cudaMemcpy(host, data, count * sizeof(double), cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    for (size_t i = 0; i < count; ++i) wrong += host[i] != 2.0 * rounds;
    long* errors = (long*)nvshmem_calloc(2, sizeof(long));
    long mine = (long)wrong;
    nvshmem_long_put(errors, &mine, 1, mype);
    nvshmemx_long_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, errors + 1, errors, 1, stream);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    if (mype == 0)
      printf("%d PEs, %d elements: %.0f after %d rounds, %ld errors\n", npes, (int)count, host[0],
             rounds, nvshmem_long_g(errors + 1, 0));
    free(host);
    nvshmem_free(errors);
    nvshmem_free(flag);
    nvshmem_free(data);
  }

  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  CUDA_CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
