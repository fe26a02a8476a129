// Started by MPI, on a communicator with the ranks in reverse order. Atomics and an exchange of
// blocks in a kernel; MPI collects the results.
#include <cuda_runtime.h>
#include <mpi.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void count_and_exchange(unsigned long long* counter, int* dest, const int* source,
                                   int each) {
  int npes = nvshmem_n_pes();
  unsigned long long before = nvshmem_ulonglong_atomic_fetch_add(counter, 1, 0);
  if (before >= (unsigned long long)(npes * blockDim.x))
    nvshmem_ulonglong_atomic_set(counter, 0, 0);
  __syncthreads();
  nvshmemx_int_alltoall_block(NVSHMEM_TEAM_WORLD, dest, source, each);
  nvshmemx_barrier_all_block();
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Comm reversed;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);

  nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
  attr.mpi_comm = &reversed;
  if (nvshmemx_init_status() != NVSHMEM_STATUS_NOT_INITIALIZED ||
      nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attr) != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));

  int each = 5;
  size_t bytes = npes * each * sizeof(int);
  int* source = (int*)nvshmem_malloc(bytes);
  int* dest = (int*)nvshmem_malloc(bytes);
  unsigned long long* counter = (unsigned long long*)nvshmem_calloc(1, sizeof *counter);
  int* host = (int*)malloc(bytes);
  for (int i = 0; i < npes * each; ++i) host[i] = 100 * mype + i;
  cudaMemcpy(source, host, bytes, cudaMemcpyHostToDevice);
  MPI_Barrier(MPI_COMM_WORLD);

  void* args[] = {&counter, &dest, &source, &each};
  nvshmemx_collective_launch((const void*)count_and_exchange, dim3(1, 1, 1), dim3(8, 1, 1), args, 0,
                             0);
  if (cudaDeviceSynchronize() != cudaSuccess) MPI_Abort(MPI_COMM_WORLD, 2);
  cudaMemcpy(host, dest, bytes, cudaMemcpyDeviceToHost);
  int wrong = 0, all_wrong = -1, place = mype * ranks + rank, places = 0;
  for (int pe = 0; pe < npes; ++pe) {
    for (int i = 0; i < each; ++i) wrong += host[pe * each + i] != 100 * pe + mype * each + i;
  }
  MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&place, &places, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("rank 0 of %d is PE %d; places %d; %d errors\n", ranks, mype, places, all_wrong);
    printf("counted %llu\n", nvshmem_ulonglong_g(counter, 0));
  }

  free(host);
  nvshmem_free(counter);
  nvshmem_free(dest);
  nvshmem_free(source);
  nvshmem_finalize();
  MPI_Comm_free(&reversed);
  MPI_Finalize();
  return 0;
}
