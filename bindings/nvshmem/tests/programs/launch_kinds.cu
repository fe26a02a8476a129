// Ways to launch: cudaLaunchKernelEx, cooperative, cudaLaunchKernelExC, function pointers, host
// functions in streams.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;
#define CUDA_RUNTIME_CHECK(call)                                                  \
  {                                                                               \
    const cudaError_t error = call;                                               \
    if (error != cudaSuccess) {                                                   \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      std::exit(EXIT_FAILURE);                                                    \
    }                                                                             \
  }

struct Params {
  int* data;
  int n;
  float scale;
};

__global__ void fill(Params p) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < p.n; i += gridDim.x * blockDim.x)
    p.data[i] = int(i * p.scale);
}

__global__ void scale_grid(const __grid_constant__ Params p, int by) {
  cg::grid_group grid = cg::this_grid();
  for (auto i = grid.thread_rank(); i < (unsigned long long)p.n; i += grid.size()) p.data[i] *= by;
  grid.sync();
  if (grid.thread_rank() == 0) {
    long long s = 0;
    for (int i = 0; i < p.n; i++) s += p.data[i];
    p.data[p.n] = (int)s;
  }
}

template <typename T>
__global__ void ring(T* dst, const T* src, int n, int me, int npes) {
  cg::grid_group g = cg::this_grid();
  int peer = (me + 1) % npes;
  int per = (n + gridDim.x - 1) / gridDim.x;
  int off = blockIdx.x * per;
  int cnt = min(per, n - off);
  if (cnt > 0) nvshmemx_putmem_nbi_block(dst + off, src + off, cnt * sizeof(T), peer);
  nvshmem_quiet();
  g.sync();
  if (g.thread_rank() == 0) nvshmem_barrier_all();
  g.sync();
  if (g.thread_rank() < 4) dst[n + g.thread_rank()] = dst[g.thread_rank()] + 1;
}

static void CUDART_CB on_host(void* user) {
  reinterpret_cast<std::atomic<int>*>(user)->fetch_add(1);
}
static void CUDART_CB old_callback(cudaStream_t, cudaError_t status, void* user) {
  if (status == cudaSuccess) *(int*)user = 77;
}

typedef void (*kernel_t)(Params);

int main() {
  nvshmem_init();
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  CUDA_RUNTIME_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  const int n = 1000;
  cudaStream_t stream, other;
  CUDA_RUNTIME_CHECK(cudaStreamCreate(&stream));
  CUDA_RUNTIME_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  int* data = (int*)nvshmem_malloc((n + 8) * sizeof(int));
  int* dst = (int*)nvshmem_malloc((n + 8) * sizeof(int));
  Params p{data, n, 1.0f};

  // launch with config and attributes
  cudaLaunchConfig_t config = {0};
  config.gridDim = dim3(4);
  config.blockDim = dim3(64);
  config.dynamicSmemBytes = 0;
  config.stream = stream;
  CUDA_RUNTIME_CHECK(cudaLaunchKernelEx(&config, fill, p));

  cudaLaunchAttribute attribute[2];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  attribute[1].id = cudaLaunchAttributePriority;
  attribute[1].val.priority = 0;
  config.attrs = attribute;
  config.numAttrs = 2;
  CUDA_RUNTIME_CHECK(cudaLaunchKernelEx(&config, scale_grid, p, 3));

  // host function between
  std::atomic<int> calls{0};
  int marker = 0;
  CUDA_RUNTIME_CHECK(cudaLaunchHostFunc(stream, on_host, &calls));
  CUDA_RUNTIME_CHECK(cudaStreamAddCallback(stream, old_callback, &marker, 0));

  // cooperative by void**
  int blocks_per_sm = 0, sms = 0;
  CUDA_RUNTIME_CHECK(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, ring<int>, 64, 0));
  CUDA_RUNTIME_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  int grid_blocks = blocks_per_sm * sms;
  if (grid_blocks > 4) grid_blocks = 4;
  int count = n;
  void* args[] = {&dst, &data, &count, &me, &npes};
  CUDA_RUNTIME_CHECK(
      cudaLaunchCooperativeKernel((void*)ring<int>, dim3(grid_blocks), dim3(64), args, 0, stream));

  cudaEvent_t done;
  CUDA_RUNTIME_CHECK(
      cudaEventCreateWithFlags(&done, cudaEventDisableTiming | cudaEventBlockingSync));
  CUDA_RUNTIME_CHECK(cudaEventRecord(done, stream));
  CUDA_RUNTIME_CHECK(cudaStreamWaitEvent(other, done));
  int host[1008];
  CUDA_RUNTIME_CHECK(cudaMemcpyAsync(host, dst, sizeof host, cudaMemcpyDeviceToHost, other));
  CUDA_RUNTIME_CHECK(cudaStreamSynchronize(other));
  int sum;
  CUDA_RUNTIME_CHECK(cudaMemcpy(&sum, data + n, sizeof sum, cudaMemcpyDeviceToHost));

  int errors = 0;
  for (int i = 0; i < n; i++) errors += host[i] != 3 * i;
  for (int i = 0; i < 4; i++) errors += host[n + i] != 3 * i + 1;
  errors += sum != 3 * n * (n - 1) / 2;
  errors += calls != 1 || marker != 77;

  // kernel through a table of pointers
  kernel_t table[1] = {&fill};
  p.scale = 2.0f;
  table[0]<<<2, 32, 0, stream>>>(p);
  kernel_t k = fill;
  void* kargs[1] = {&p};
  CUDA_RUNTIME_CHECK(cudaLaunchKernel((const void*)fill, dim3(2), dim3(32), kargs, 0, stream));
  k<<<1, 32>>>(p);
  CUDA_RUNTIME_CHECK(cudaDeviceSynchronize());
  config.numAttrs = 0;
  CUDA_RUNTIME_CHECK(cudaLaunchKernelExC(&config, (const void*)fill, kargs));
  nvshmem_barrier_all();  // all PEs have read what the first ring has put
  CUDA_RUNTIME_CHECK(cudaStreamSynchronize(stream));
  if (nvshmemx_collective_launch((const void*)ring<int>, grid_blocks, 64, args, 0, stream) != 0)
    errors++;
  CUDA_RUNTIME_CHECK(cudaMemcpyAsync(host, dst, sizeof host, cudaMemcpyDeviceToHost, stream));
  CUDA_RUNTIME_CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; i++) errors += host[i] != 2 * i;
  // an invalid launch
  fill<<<1, 2048, 0, stream>>>(p);
  cudaError_t e = cudaGetLastError();
  if (e == cudaSuccess) errors++;
  if (me == 0 || errors > 0) printf("PE %d: %d errors, %s\n", me, errors, cudaGetErrorName(e));
  CUDA_RUNTIME_CHECK(cudaEventDestroy(done));
  CUDA_RUNTIME_CHECK(cudaStreamDestroy(stream));
  CUDA_RUNTIME_CHECK(cudaStreamDestroy(other));
  nvshmem_free(data);
  nvshmem_free(dst);
  nvshmem_finalize();
  return errors ? EXIT_FAILURE : EXIT_SUCCESS;
}
