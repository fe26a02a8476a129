// Wrong programs: each ends with a message that names the cause. The argument selects one.
#undef NDEBUG  // one of them fails in assert, which a release build would leave out
#include <cooperative_groups.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cuda/atomic>
#include <cuda/barrier>
#include <stdexcept>
#include <string>

__global__ void sleep_and_mark(int* marks) { marks[0] = 1; }
__global__ void meet(int absent) {
  if (static_cast<int>(blockIdx.x) != absent) cooperative_groups::this_grid().sync();
}

__global__ void cut(unsigned size) {
  cooperative_groups::tiled_partition(cooperative_groups::this_thread_block(), size).sync();
}
__global__ void check(const int* word) { assert(word == nullptr); }
__global__ void trap() { __trap(); }
__global__ void poll(int* word) {
  while (cuda::atomic_ref<int>(*word).load(cuda::memory_order_acquire) == 0) {
  }
}
__global__ void wait_alone() {
  ARK_SHARED(cuda::barrier<cuda::thread_scope_block>, barrier);
  init(&barrier, 2);
  barrier.arrive_and_wait();
}

int main(int, char** argv) {
  const std::string wrong = argv[1];
  if (wrong == "stream_before_init") {
    cudaStream_t stream = nullptr;
    const cudaError_t code = cudaStreamCreate(&stream);
    std::fprintf(stderr, "%s, %s\n", cudaGetErrorName(code), cudaGetErrorName(cudaGetLastError()));
    return code == cudaSuccess;
  }
  if (wrong == "pe_before_init") return nvshmem_my_pe();
  if (wrong == "put_before_init") nvshmem_int_p(nullptr, 1, 0);
  if (wrong == "malloc_before_init") return nvshmem_malloc(8) != nullptr;
  if (wrong == "finalize_before_init") nvshmem_finalize();
  if (wrong == "kernel_before_init") {
    ark::cuda_for_cpu::launch(ark::cuda_for_cpu::shape(1, 1), check, nullptr);
    std::fprintf(stderr, "%s\n", cudaGetErrorName(cudaGetLastError()));
  }
  if (wrong == "other_exception") throw std::runtime_error("of the program");
  nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
  if (wrong == "no_communicator") return nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attr);
  if (wrong == "without_shmem") return nvshmemx_init_attr(NVSHMEMX_INIT_WITH_SHMEM, &attr);
  if (wrong == "flags") return nvshmemx_init_attr(1u << 20, &attr);
  if (wrong == "unique_id") {
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    nvshmemx_get_uniqueid(&id);
    nvshmemx_set_attr_uniqueid_args(0, 2, &id, &attr);
    return nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr);
  }
  if (wrong == "no_unique_id") {
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    nvshmemx_set_attr_uniqueid_args(0, 1, &id, &attr);
    return nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr);
  }
  nvshmem_init();
  int* words = static_cast<int*>(nvshmem_calloc(4, sizeof(int)));
  if (wrong == "pe") nvshmem_int_p(words, 1, nvshmem_n_pes());
  if (wrong == "local_address") {
    int local = 0;
    nvshmem_int_put(&local, words, 1, 0);
  }
  if (wrong == "team") nvshmem_int_sum_reduce(NVSHMEM_TEAM_INVALID, words + 1, words, 1);
  if (wrong == "signal_op") {
    nvshmemx_signal_op(reinterpret_cast<std::uint64_t*>(words), 1, 77, 0);
  }
  if (wrong == "block_size") {
    void* arguments[] = {&words};
    const int status = nvshmemx_collective_launch((const void*)sleep_and_mark, dim3(1), dim3(0),
                                                  arguments, 0, nullptr);
    std::printf("status %d\n", status);
  }
  if (wrong == "grid_sync") ark::launch({2, 32}, meet, -1);
  if (wrong == "grid_sync_of_some") {
    int absent = 1;
    void* arguments[] = {&absent};
    cudaLaunchCooperativeKernel((const void*)meet, dim3(2), dim3(32), arguments);
  }
  if (wrong == "tile_size") ark::launch({1, 32}, cut, 48u);
  if (wrong == "assert") ark::launch({1, 1}, check, words);
  if (wrong == "assert_code" || wrong == "trap_code") {
    // All later calls return the code, and later kernels do not run.
    if (wrong == "assert_code") {
      ark::launch({1, 1}, check, words);
    } else {
      ark::launch({1, 1}, trap);
    }
    const cudaError_t first = cudaDeviceSynchronize();
    ark::cuda_for_cpu::launch(ark::cuda_for_cpu::shape(1, 1), sleep_and_mark, words);
    const cudaError_t second = cudaDeviceSynchronize(), third = cudaMemset(words, 9, 4);
    cudaGetLastError();
    const cudaError_t last = cudaGetLastError();
    cudaDeviceReset();
    std::fprintf(stderr, "%s, %s, %s, %s, %s, word %d\n", cudaGetErrorName(first),
                 cudaGetErrorName(second), cudaGetErrorName(third), cudaGetErrorName(last),
                 cudaGetErrorString(cudaGetLastError()), words[0]);
  }
  if (wrong == "poll") ark::launch({1, 32}, poll, words);
  if (wrong == "barrier") ark::launch({1, 1}, wait_alone);
  if (wrong == "poll") cudaDeviceSynchronize();
  if (wrong == "free") std::fprintf(stderr, "%s\n", cudaGetErrorName(cudaFree(words)));
  if (wrong == "device") {
    std::printf("%s\n", cudaGetErrorString(cudaSetDevice(-1)));
  }
  if (wrong == "exit_status") return 3;
  nvshmem_finalize();
  if (wrong == "put_after_finalize") nvshmem_int_p(words, 1, 0);
  return EXIT_SUCCESS;
}
