// The forms of launches, of shared memory and of waits that programs use beside the usual ones.
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

struct pair {
  int first, second;
};

__global__ void with_null(int* sum, const int* nothing) { *sum += nothing == NULL ? 1 : 0; }
__global__ void with_struct(int* sum, pair values) { *sum += values.first + values.second; }
__global__ void with_default(int* sum, int value = 10) { *sum += value; }
__global__ void overloaded(int* sum, int value) { *sum += value; }
__global__ void overloaded(int* sum, float) { *sum += 100; }
__global__ void add_one_kernel(int* sum) { *sum += 10000; }
#define RUN(kind) add_##kind##_kernel<<<1, 1>>>(sum)

template <class T>
__global__ void with_template_default(T* sum, int times, T value = T(1000000)) {
  *sum += times * value;
}
__device__ int ran;
__global__ void without_arguments() { ran = 4000000; }
__global__ void add_ran(int* sum) { *sum += ran; }
#define LAUNCH(kernel, grid, block, stream, ...) \
  kernel<<<(grid), (block), 0, (stream)>>>(__VA_ARGS__)

template <class T>
__device__ T* whole_buffer() {
  extern __shared__ __align__(sizeof(T)) unsigned char raw[];
  return reinterpret_cast<T*>(raw);
}
// The block gives shared memory to NVSHMEM, and keeps what lies behind its barriers.
__global__ void by_shared_memory(int* dest, int* sum, int pe) {
  extern __align__(16) __shared__ char given[];
  __align__(16) __shared__ int count[1];
  int* const mine = reinterpret_cast<int*>(given + nvshmemx_ask_smem(NVSHMEMX_SMEM_BARRIERS_ONLY));
  nvshmemx_give_smem(given, nvshmemx_ask_smem(NVSHMEMX_SMEM_BARRIERS_ONLY));
  mine[threadIdx.x] = __float_as_int(2.0f) + static_cast<int>(threadIdx.x);
  if (threadIdx.x == 0) count[0] = whole_buffer<char>() == given ? 100000 : 0;
  __syncthreads();
  nvshmemx_putmem_block(dest, mine, blockDim.x * sizeof(int), pe);
  nvshmemx_release_smem();
  if (threadIdx.x == 0) *sum += count[0];
}

// Each block waits for the other blocks, by loops that only read.
__global__ void wait_for_blocks(volatile int* arrived, int* sum) {
  __shared__ struct { int blocks, rounds; } seen;
  atomicAdd((int*)arrived, 1);
  seen.blocks = gridDim.x;
  while (*arrived < seen.blocks) {
    ;
  }
  atomicAdd((int*)arrived, 1);
  do {
    seen.rounds = *arrived;
  } while (seen.rounds < 2 * seen.blocks);
  atomicAdd((int*)arrived, 1);
  for (;;) {
    if (*arrived == 3 * seen.blocks) break;
  }
  atomicAdd(sum, 10000);
}

// The same by loops that do something else, too, or end by a break.
__device__ int wait_and_return(volatile int* arrived, int count) {
  do {
    if (*arrived >= count) return 1;
  } while (true);
}
__global__ void wait_in_other_loops(volatile int* arrived, int* sum) {
  const int blocks = gridDim.x;
  int stage = 0, rounds = 0;
  bool done = false;
  atomicAdd((int*)arrived, wait_and_return(arrived, stage++ * blocks));
  for (; *arrived < stage * blocks;)
    ;
  atomicAdd((int*)arrived, 1), stage++;
  for (;;)
    if (*arrived >= stage * blocks) break;
  atomicAdd((int*)arrived, 1), stage++;
  while (1)
    if (*arrived >= stage * blocks) break;
  atomicAdd((int*)arrived, 1), stage++;
  for (;; rounds++) {
    if (*arrived >= stage * blocks) break;
  }
  atomicAdd((int*)arrived, 1), stage++;
  while (*arrived < stage * blocks) rounds++;
  atomicAdd((int*)arrived, 1), stage++;
  for (rounds = 0; *arrived < stage * blocks; rounds++) done = false;
  atomicAdd((int*)arrived, 1), stage++;
  while (!done) {
    if (*arrived >= stage * blocks) done = true;
  }
  atomicAdd(sum, 200000);
}

void launch_with_sizes(int* arrived, int* sum, int gridDim, const size_t blockDim) {
  wait_in_other_loops<<<gridDim, blockDim>>>(arrived, sum);
}

int main() {
  nvshmem_init();
  const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
  int* const sum = static_cast<int*>(nvshmem_calloc(1, sizeof(int)));
  int* const dest = static_cast<int*>(nvshmem_calloc(1024, sizeof(int)));
  with_null<<<1, 1>>>(sum, NULL);
  with_struct<<<1, 1>>>(sum, {400, 600});
  with_default<<<1, 1>>>(sum);
  overloaded<<<1, 1>>>(sum, 1.0f);
  RUN(one);
  wait_for_blocks<<<50, 1>>>(dest + 1000, sum);
  launch_with_sizes(dest + 1001, sum, 50, 1);
  with_template_default<int><<<1, 1>>>(sum, 3);
  const dim3 gridDim((me + 1) / (me + 1)), blockDim{1};
  LAUNCH(without_arguments, 1, 1, 0);
  LAUNCH(add_ran, gridDim, blockDim, 0, sum);
  by_shared_memory<<<1, 256, nvshmemx_ask_smem(NVSHMEMX_SMEM_RECOMMENDED)>>>(dest, sum,
                                                                             (me + 1) % pes);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  int total = 0, last = 0;
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  cudaMemcpy(&last, dest + 255, sizeof last, cudaMemcpyDeviceToHost);
  if (me == 0) printf("sum %d, last element %d\n", total, last);
  nvshmem_finalize();
  return 0;
}
