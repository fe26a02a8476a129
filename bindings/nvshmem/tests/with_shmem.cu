// A program of OpenSHMEM that has kernels: both start, on the same PEs and the same heap.
#include <nvshmem.h>
#include <nvshmemx.h>
#include <shmem.h>

#include "expect.hpp"

__global__ void put_to_next(int* word, int pe, int pes) {
  nvshmem_int_p(word, 100 + pe, (pe + 1) % pes);
}

int main() {
  shmem_init();
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  if (nvshmemx_init_attr(NVSHMEMX_INIT_WITH_SHMEM, &attributes) != 0) return 1;
  failures = static_cast<int*>(nvshmem_calloc(1, sizeof(int)));
  int* failed = failures;
  const int pe = nvshmem_my_pe(), pes = nvshmem_n_pes();
  EXPECT(pe == shmem_my_pe() && pes == shmem_n_pes());
  int* words = static_cast<int*>(shmem_calloc(2, sizeof(int)));
  ark::launch({1, 1}, put_to_next, words, pe, pes);
  cudaDeviceSynchronize();
  shmem_int_p(words + 1, 200 + pe, (pe + 1) % pes);
  nvshmem_barrier_all();
  const int previous = (pe + pes - 1) % pes;
  EXPECT(words[0] == 100 + previous && words[1] == 200 + previous);
  nvshmem_finalize();
  shmem_barrier_all();
  const int wrong = *failures;
  shmem_free(words);
  shmem_finalize();
  return wrong != 0;
}
