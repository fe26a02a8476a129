// Every PE writes its number to the next one, in a kernel; a barrier on the stream completes it.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_check.h"

__global__ void simple_shift(int* destination, int factor) {
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  nvshmem_int_p(destination + threadIdx.x, factor * mype + threadIdx.x, (mype + 1) % npes);
}

__global__ void shift_back(int* destination) {
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  int left = (mype + npes - 1) % npes;
  int value = nvshmem_int_g(destination, (mype + 1) % npes);
  nvshmem_barrier_all();
  nvshmem_int_p(destination, value, left);
  nvshmem_quiet();
  nvshmem_barrier_all();
}

int main(int argc, char** argv) {
  const int count = 4;
  int factor = 10;
  int message[count];
  cudaStream_t stream;

  (void)argc;
  (void)argv;
  nvshmem_init();
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  int mype_node = nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE);
  CUDA_CHECK(cudaSetDevice(mype_node));
  CUDA_CHECK(cudaStreamCreate(&stream));

  int* destination = (int*)nvshmem_malloc(count * sizeof(int));
  void* args[] = {&destination, &factor};
  dim3 grid(1), block(count);
  CUDA_CHECK(cudaLaunchKernel((const void*)simple_shift, grid, block, args, 0, stream));
  nvshmemx_barrier_all_on_stream(stream);
  CUDA_CHECK(cudaMemcpyAsync(message, destination, sizeof message, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));

  // PE 0 prints what all have.
  int* all = (int*)nvshmem_calloc(npes * count, sizeof(int));
  nvshmemx_int_fcollect_on_stream(NVSHMEM_TEAM_WORLD, all, destination, count, stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  int* host = (int*)malloc(npes * count * sizeof(int));
  CUDA_CHECK(cudaMemcpy(host, all, npes * count * sizeof(int), cudaMemcpyDeviceToHost));
  for (int pe = 0; pe < npes && mype == 0; ++pe)
    printf("%d of %d: received %d %d %d %d\n", pe, npes, host[pe * count], host[pe * count + 1],
           host[pe * count + 2], host[pe * count + 3]);
  if (message[0] != host[mype * count]) nvshmem_global_exit(1);

  void* back_args[] = {&destination};
  int status =
      nvshmemx_collective_launch((const void*)shift_back, dim3(1), dim3(1), back_args, 0, stream);
  if (status != 0) nvshmem_global_exit(status);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaMemcpy(message, destination, sizeof(int), cudaMemcpyDeviceToHost));
  nvshmem_int_p(all + mype, message[0], 0);
  nvshmem_barrier_all();
  if (mype == 0) {
    CUDA_CHECK(cudaMemcpy(host, all, npes * sizeof(int), cudaMemcpyDeviceToHost));
    printf("shifted back:");
    for (int pe = 0; pe < npes; ++pe) printf(" %d", host[pe]);
    printf("\n");
  }

  free(host);
  nvshmem_free(all);
  nvshmem_free(destination);
  CUDA_CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
