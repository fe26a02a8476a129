// Heat in a rod whose ends have fixed temperatures. Each PE has a part; a persistent kernel sends
// its edges to the neighbours in every step.
#include <cuda_runtime.h>
#include <math.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_check.h"

enum { left_edge = 0, right_edge = 1 };

__device__ __forceinline__ double relaxed(const double* rod, int i) {
  return 0.5 * (rod[i - 1] + rod[i + 1]);
}

// rods: two arrays of part + 2 elements, one behind the other. arrived[0] counts the edges that
// came from the left, arrived[1] those from the right.
__global__ void jacobi(double* rods, int part, int steps, uint64_t* arrived) {
  const int mype = nvshmem_my_pe();
  const int npes = nvshmem_n_pes();
  for (int step = 0; step < steps; ++step) {
    double* now = rods + (step % 2) * (part + 2);
    double* next = rods + ((step + 1) % 2) * (part + 2);
    for (int i = 1 + threadIdx.x; i <= part; i += blockDim.x) next[i] = relaxed(now, i);
    __syncthreads();
    if (threadIdx.x == 0) {
      if (mype > 0) nvshmem_double_put_nbi(next + part + 1, next + 1, 1, mype - 1);
      if (mype < npes - 1) nvshmem_double_put_nbi(next, next + part, 1, mype + 1);
      nvshmem_quiet();
      if (mype > 0) nvshmemx_signal_op(arrived + right_edge, 1, NVSHMEM_SIGNAL_ADD, mype - 1);
      if (mype < npes - 1) nvshmemx_signal_op(arrived + left_edge, 1, NVSHMEM_SIGNAL_ADD, mype + 1);
      if (mype > 0) nvshmem_uint64_wait_until(arrived + left_edge, NVSHMEM_CMP_GE, step + 1);
      if (mype < npes - 1)
        nvshmem_uint64_wait_until(arrived + right_edge, NVSHMEM_CMP_GE, step + 1);
    }
    __syncthreads();
  }
}

__global__ void largest_change(const double* now, int part, double* residual) {
  double most = 0;
  for (int i = 1; i <= part; ++i) most = max(most, fabs(relaxed(now, i) - now[i]));
  *residual = most;
}

int main() {
  const int points = 64, steps = 200;
  nvshmem_init();
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int part = points / npes;
  size_t bytes = 2 * (part + 2) * sizeof(double);

  double* rods = (double*)nvshmem_align(256, bytes);
  uint64_t* arrived = (uint64_t*)nvshmem_calloc(2, sizeof(uint64_t));
  double* residual = (double*)nvshmem_malloc(2 * sizeof(double));

  double* host = (double*)malloc(bytes);
  memset(host, 0, bytes);
  for (int rod = 0; rod < 2; ++rod) {
    if (mype == 0) host[rod * (part + 2)] = 100;
    if (mype == npes - 1) host[rod * (part + 2) + part + 1] = 50;
  }
  CUDA_CHECK(cudaMemcpy(rods, host, bytes, cudaMemcpyHostToDevice));
  nvshmem_barrier_all();

  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  int all_steps = steps;
  void* args[] = {&rods, &part, &all_steps, &arrived};
  if (nvshmemx_collective_launch((const void*)jacobi, 1, 32, args, 0, stream) != 0) exit(1);
  void* change_args[] = {&rods, &part, &residual};
  CUDA_CHECK(cudaLaunchKernel((void*)&largest_change, dim3(1), dim3(1), change_args, 0, stream));
  nvshmemx_double_max_reduce_on_stream(NVSHMEM_TEAM_WORLD, residual + 1, residual, 1, stream);
  CUDA_CHECK(cudaMemcpyAsync(host, rods, bytes, cudaMemcpyDeviceToHost, stream));
  double most = 0;
  CUDA_CHECK(cudaMemcpyAsync(&most, residual + 1, sizeof(double), cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));

  // The same on one PE.
  double serial[2][points + 2] = {};
  serial[0][0] = serial[1][0] = 100;
  serial[0][points + 1] = serial[1][points + 1] = 50;
  for (int step = 0; step < steps; ++step) {
    for (int i = 1; i <= points; ++i)
      serial[(step + 1) % 2][i] = 0.5 * (serial[step % 2][i - 1] + serial[step % 2][i + 1]);
  }
  int* wrong = (int*)nvshmem_calloc(1, sizeof(int));
  for (int i = 1; i <= part; ++i) {
    if (host[i] != serial[steps % 2][mype * part + i]) nvshmem_int_atomic_inc(wrong, 0);
  }
  nvshmem_barrier_all();
  if (mype == 0) {
    printf("%d steps: %.4f %.4f %.4f, largest change %.6f\n", steps, host[1], host[2], host[3],
           most);
    printf("%d points differ from one PE\n", nvshmem_int_atomic_fetch(wrong, 0));
  }

  free(host);
  nvshmem_free(wrong);
  nvshmem_free(residual);
  nvshmem_free(arrived);
  nvshmem_free(rods);
  CUDA_CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
