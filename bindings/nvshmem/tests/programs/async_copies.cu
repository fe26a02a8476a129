// Asynchronous copies to shared memory: cuda::pipeline, cuda::barrier, cooperative groups,
// cuda_pipeline.h. The first value of each block goes to the next PE.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/chrono>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init  // init() does it

namespace cg = cooperative_groups;

constexpr int TILE = 128;
constexpr int TILES = 8;

// 1. cuda::pipeline with block scope and two stages.
template <int Stages>
__global__ void pipelined_sum(const float* __restrict__ in, float* __restrict__ out, int tiles) {
  auto block = cg::this_thread_block();
  __shared__ float buffer[Stages][TILE];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
  auto pipe = cuda::make_pipeline(block, &state);
  float acc = 0;
  for (int fetch = 0, compute = 0; compute < tiles; ++compute) {
    for (; fetch < tiles && fetch < compute + Stages; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[fetch % Stages], in + fetch * TILE, sizeof(float) * TILE,
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    acc += buffer[compute % Stages][threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = acc;
}

// 2. thread-scope pipeline.
__global__ void thread_pipeline(const int4* in, int4* out, int n) {
  extern __shared__ int4 stage[];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) {
    pipe.producer_acquire();
    cuda::memcpy_async(&stage[t], &in[i], cuda::aligned_size_t<16>(sizeof(int4)), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    int4 v = stage[t];
    v.x += 1;
    v.w -= 1;
    out[i] = v;
    pipe.consumer_release();
  }
}

// 3. cuda::barrier with arrive/wait and memcpy_async.
__global__ void barrier_copy(const int* global, int* result, int n) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ int tile[2 * TILE];
  __shared__ barrier bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  int sum = 0;
  for (int base = 0; base < n; base += 2 * TILE) {
    cuda::memcpy_async(block, tile, global + base, sizeof(int) * 2 * TILE, bar);
    bar.arrive_and_wait();
    sum += tile[threadIdx.x] + tile[2 * TILE - 1 - threadIdx.x];
    barrier::arrival_token token = bar.arrive();
    // something else to do
    bar.wait(std::move(token));
  }
  result[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// 4. cg::memcpy_async and cg::wait.
__global__ void cg_copy(const float* in, float* out, float* remote, int peer) {
  __shared__ float tile[TILE + 2];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile + 1, in + blockIdx.x * TILE, sizeof(float) * TILE);
  if (block.thread_rank() == 0) {
    tile[0] = 0;
    tile[TILE + 1] = 0;
  }
  cg::wait(block);
  float v =
      0.25f * tile[threadIdx.x] + 0.5f * tile[threadIdx.x + 1] + 0.25f * tile[threadIdx.x + 2];
  out[blockIdx.x * TILE + threadIdx.x] = v;
  auto warp = cg::tiled_partition<32>(block);
  if (warp.meta_group_rank() == 0 && warp.thread_rank() == 0)
    nvshmem_float_p(remote + blockIdx.x, tile[1], peer);
}

// 5. Split producer/consumer warps with barriers.
__global__ void producer_consumer(const int* in, int* out, int rounds) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ barrier ready[2], filled[2];
  __shared__ int buffer[2][32];
  if (threadIdx.x < 2) {
    init(&ready[threadIdx.x], blockDim.x);
    init(&filled[threadIdx.x], blockDim.x);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int r = 0; r < rounds; r++) {
      ready[r % 2].arrive_and_wait();
      buffer[r % 2][threadIdx.x] = in[r * 32 + threadIdx.x];
      (void)filled[r % 2].arrive();
    }
  } else {
    int lane = threadIdx.x - 32;
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    int sum = 0;
    for (int r = 0; r < rounds; r++) {
      filled[r % 2].arrive_and_wait();
      sum += buffer[r % 2][lane];
      (void)ready[r % 2].arrive();
    }
    out[lane] = sum;
  }
}

// 6. C functions.
__global__ void by_c_functions(const int* in, int* out) {
  __shared__ int tile[2][32];
  for (int stage = 0; stage < 2; stage++) {
    __pipeline_memcpy_async(&tile[stage][threadIdx.x], &in[stage * 32 + threadIdx.x], sizeof(int));
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  out[threadIdx.x] = tile[0][threadIdx.x];
  __pipeline_wait_prior(0);
  out[threadIdx.x] += tile[1][threadIdx.x];
}

// 7. One warp fills, one uses.
__global__ void by_roles(const int* in, int* out, int rounds) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int tile[2][32];
  auto block = cg::this_thread_block();
  const auto role =
      threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  int lane = threadIdx.x % 32, sum = 0;
  for (int r = 0; r < rounds; r++) {
    if (role == cuda::pipeline_role::producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[r % 2][lane], &in[r * 32 + lane], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += tile[r % 2][lane];
      pipe.consumer_release();
    }
  }
  if (role == cuda::pipeline_role::consumer) out[lane] = sum;
}

// 8. Half of the threads leave after each phase; the last arrival of a phase counts.
struct count_phases {
  int* phases;
  __device__ void operator()() noexcept { *phases += 1; }
};
__global__ void drop_out(int* out) {
  using barrier = cuda::barrier<cuda::thread_scope_block, count_phases>;
  __shared__ barrier bar;
  __shared__ int phases;
  if (threadIdx.x == 0) {
    phases = 0;
    init(&bar, blockDim.x, count_phases{&phases});
  }
  __syncthreads();
  for (unsigned left = blockDim.x / 2; left > 0; left /= 2) {
    if (threadIdx.x >= left) {
      bar.arrive_and_drop();
      return;
    }
    bar.arrive_and_wait();
  }
  __shared__ cuda::barrier<cuda::thread_scope_block> alone;
  init(&alone, 1);
  out[0] = phases;
  out[1] = alone.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(1));
  (void)alone.arrive();
  out[2] = alone.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(1));
}

int main() {
  nvshmem_init();
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  float *in, *out;
  cudaMallocManaged(&in, TILE * TILES * sizeof(float));
  cudaMallocManaged(&out, TILE * TILES * sizeof(float));
  int *iin, *iout;
  cudaMallocManaged(&iin, 4096 * sizeof(int));
  cudaMallocManaged(&iout, 4096 * sizeof(int));
  for (int i = 0; i < TILE * TILES; i++) in[i] = i + me;
  for (int i = 0; i < 4096; i++) iin[i] = i;
  float* remote = (float*)nvshmem_malloc(TILES * sizeof(float));
  int errors = 0;

  pipelined_sum<2><<<1, TILE>>>(in, out, TILES);
  cudaDeviceSynchronize();
  for (int t = 0; t < TILE; t++) {
    float want = 0;
    for (int k = 0; k < TILES; k++) want += k * TILE + t + me;
    errors += out[t] != want;
  }
  thread_pipeline<<<1, 64, 64 * sizeof(int4)>>>((const int4*)iin, (int4*)iout, 256);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; i++) errors += iout[4 * i] != 4 * i + 1 || iout[4 * i + 3] != 4 * i + 2;
  barrier_copy<<<2, TILE>>>(iin, iout, 1024);
  cudaDeviceSynchronize();
  for (int t = 0; t < TILE; t++) {
    int want = 0;
    for (int b = 0; b < 1024; b += 2 * TILE) want += 2 * b + 2 * TILE - 1;
    errors += iout[t] != want || iout[TILE + t] != want;
  }
  cg_copy<<<TILES, TILE>>>(in, out, remote, (me + 1) % npes);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  float first[TILES];
  cudaMemcpy(first, remote, sizeof first, cudaMemcpyDefault);
  for (int k = 0; k < TILES; k++) errors += first[k] != k * TILE + (me + npes - 1) % npes;
  errors += out[5] != in[5];
  producer_consumer<<<1, 64>>>(iin, iout, 10);
  if (cudaDeviceSynchronize() != cudaSuccess) errors++;
  for (int l = 0; l < 32; l++) errors += iout[l] != 10 * l + 32 * 45;
  by_c_functions<<<1, 32>>>(iin, iout);
  by_roles<<<1, 64>>>(iin, iout + 32, 10);
  drop_out<<<1, 64>>>(iout + 64);
  if (cudaDeviceSynchronize() != cudaSuccess) errors++;
  errors += iout[64] != 6 || iout[65] != 0 || iout[66] != 1;
  for (int l = 0; l < 32; l++) errors += iout[l] != 2 * l + 32 || iout[32 + l] != 10 * l + 32 * 45;
  if (me == 0 || errors > 0) printf("PE %d: %d errors\n", me, errors);
  nvshmem_free(remote);
  nvshmem_finalize();
  return errors;
}
