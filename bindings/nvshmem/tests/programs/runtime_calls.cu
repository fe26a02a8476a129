// Memory, streams and devices of CUDA's runtime around a matrix that goes to the next PE,
// transposed.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cudaError_t e, const char* what, int line) {
  if (e != cudaSuccess) {
    fprintf(stderr, "%s:%d %s: %s (%s)\n", __FILE__, line, what, cudaGetErrorString(e),
            cudaGetErrorName(e));
    nvshmem_global_exit(1);
  }
}
#define CK(x) check((x), #x, __LINE__)

#define W 64
#define H 48

__constant__ float coefficients[4];
__constant__ int shift_by = 3;
__device__ float result_sum;
__managed__ int managed_counter = 5;

__global__ void stencil(const float* in, size_t pitch, float* out, size_t out_pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const float* row = (const float*)((const char*)in + y * pitch);
  float* orow = (float*)((char*)out + y * out_pitch);
  orow[x] = row[x] * coefficients[x & 3] + shift_by;
  if (x == 0) atomicAdd(&result_sum, row[0]);
  if (x == 0 && y == 0) managed_counter += 1;
}

__global__ void put_columns(float* dst, const float* src, size_t pitch, int w, int h, int pe) {
  int x = threadIdx.x;
  if (x < w) nvshmem_float_iput(dst + x * h, src + x, 1, pitch / sizeof(float), h, pe);
}

int main() {
  nvshmem_init();
  int me = nvshmem_my_pe(), n = nvshmem_n_pes();
  int count = 0, dev = -1;
  CK(cudaGetDeviceCount(&count));
  CK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE) % count));
  CK(cudaGetDevice(&dev));
  cudaDeviceProp prop;
  CK(cudaGetDeviceProperties(&prop, dev));
  int sms = 0, coop = 0, smem = 0, major = 0, minor = 0, clock = 0, pools = 0, managed = 0,
      optin = 0;
  CK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev));
  CK(cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, dev));
  CK(cudaDeviceGetAttribute(&smem, cudaDevAttrMaxSharedMemoryPerBlock, dev));
  CK(cudaDeviceGetAttribute(&optin, cudaDevAttrMaxSharedMemoryPerBlockOptin, dev));
  CK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, dev));
  CK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, dev));
  CK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, dev));
  CK(cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, dev));
  CK(cudaDeviceGetAttribute(&managed, cudaDevAttrConcurrentManagedAccess, dev));
  if (!coop || !pools || sms < 1 || prop.multiProcessorCount != sms || prop.warpSize != 32)
    printf("[%d] device attributes\n", me);
  if (prop.major != major || prop.minor != minor || prop.totalGlobalMem == 0 || !prop.name[0])
    printf("[%d] properties\n", me);

  int least, greatest;
  CK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t high, low;
  CK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest));
  CK(cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least));
  int pr = 7;
  CK(cudaStreamGetPriority(high, &pr));
  unsigned fl = 0;
  CK(cudaStreamGetFlags(high, &fl));
  if (pr != greatest || fl != cudaStreamNonBlocking) printf("[%d] priority\n", me);

  // Pinned host memory
  float *pinned, *mapped, *mapped_dev, *registered = (float*)malloc(W * H * sizeof(float));
  CK(cudaMallocHost((void**)&pinned, W * H * sizeof(float)));
  CK(cudaHostAlloc((void**)&mapped, W * H * sizeof(float),
                   cudaHostAllocMapped | cudaHostAllocPortable));
  CK(cudaHostGetDevicePointer((void**)&mapped_dev, mapped, 0));
  CK(cudaHostRegister(registered, W * H * sizeof(float), cudaHostRegisterDefault));
  for (int i = 0; i < W * H; i++) pinned[i] = i % 11 + me;

  // Pitched memory
  float* in;
  size_t pitch;
  CK(cudaMallocPitch((void**)&in, &pitch, W * sizeof(float), H));
  CK(cudaMemcpy2DAsync(in, pitch, pinned, W * sizeof(float), W * sizeof(float), H,
                       cudaMemcpyHostToDevice, high));

  // Stream-ordered memory
  float* out;
  CK(cudaMallocAsync((void**)&out, pitch * H, high));
  cudaMemPool_t pool;
  CK(cudaDeviceGetDefaultMemPool(&pool, dev));
  unsigned long long threshold = ~0ull;
  CK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  CK(cudaMemset2DAsync(out, pitch, 0, W * sizeof(float), H, high));

  float c[4] = {1, 2, 3, 4};
  CK(cudaMemcpyToSymbol(coefficients, c, sizeof c));
  int s = 10;
  CK(cudaMemcpyToSymbolAsync(shift_by, &s, sizeof s, 0, cudaMemcpyHostToDevice, high));
  float zero = 0;
  CK(cudaMemcpyToSymbol(result_sum, &zero, sizeof(float), 0, cudaMemcpyHostToDevice));
  void* address;
  CK(cudaGetSymbolAddress(&address, result_sum));

  cudaEvent_t start, stop, ready;
  CK(cudaEventCreate(&start));
  CK(cudaEventCreate(&stop));
  CK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  dim3 block(16, 8), grid((W + block.x - 1) / block.x, (H + block.y - 1) / block.y, 1);
  CK(cudaEventRecord(start, high));
  stencil<<<grid, block, 0, high>>>(in, pitch, out, pitch, W, H);
  CK(cudaGetLastError());
  CK(cudaEventRecord(stop, high));
  CK(cudaEventRecordWithFlags(ready, high, cudaEventRecordDefault));
  CK(cudaStreamWaitEvent(low, ready, 0));

  float* remote = (float*)nvshmem_malloc(W * H * sizeof(float));
  put_columns<<<1, W, 0, low>>>(remote, out, pitch, W, H, (me + 1) % n);
  nvshmemx_barrier_all_on_stream(low);
  CK(cudaMemcpyAsync(registered, remote, W * H * sizeof(float), cudaMemcpyDeviceToHost, low));
  CK(cudaMemcpy2DAsync(mapped, W * sizeof(float), out, pitch, W * sizeof(float), H,
                       cudaMemcpyDefault, low));
  CK(cudaStreamSynchronize(low));
  CK(cudaFreeAsync(out, high));
  CK(cudaEventSynchronize(stop));
  float ms = -1;
  CK(cudaEventElapsedTime(&ms, start, stop));
  float sum;
  CK(cudaMemcpyFromSymbol(&sum, result_sum, sizeof sum));
  int errors = ms < 0;
  float want_sum = 0;
  int left = (me + n - 1) % n;
  for (int y = 0; y < H; y++) {
    want_sum += (y * W) % 11 + me;
    for (int x = 0; x < W; x++) {
      errors += mapped[y * W + x] != ((y * W + x) % 11 + me) * c[x & 3] + 10;
      errors += registered[x * H + y] != ((y * W + x) % 11 + left) * c[x & 3] + 10;
    }
  }
  errors += sum != want_sum;
  errors += managed_counter != 6;

  cudaPointerAttributes pa;
  CK(cudaPointerGetAttributes(&pa, in));
  if (pa.type != cudaMemoryTypeDevice && pa.type != cudaMemoryTypeManaged &&
      pa.type != cudaMemoryTypeHost)
    errors++;
  float* um;
  CK(cudaMallocManaged(&um, 1024));
#if CUDART_VERSION >= 13000
  cudaMemLocation loc = {cudaMemLocationTypeDevice, dev};
  CK(cudaMemAdvise(um, 1024, cudaMemAdviseSetReadMostly, loc));
  CK(cudaMemPrefetchAsync(um, 1024, loc, 0, high));
#else
  CK(cudaMemAdvise(um, 1024, cudaMemAdviseSetReadMostly, dev));
  CK(cudaMemPrefetchAsync(um, 1024, dev, high));
#endif
  size_t free_b, total_b;
  CK(cudaMemGetInfo(&free_b, &total_b));
  if (free_b == 0 || free_b > total_b) errors++;
  cudaFuncAttributes fa;
  CK(cudaFuncGetAttributes(&fa, stencil));
  if (fa.maxThreadsPerBlock < 128) errors++;
  CK(cudaFuncSetAttribute(stencil, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  CK(cudaFuncSetCacheConfig(stencil, cudaFuncCachePreferShared));
  int blocks;
  CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stencil, 128, 0));
  int min_grid, best;
  CK(cudaOccupancyMaxPotentialBlockSize(&min_grid, &best, stencil, 0, 0));
  if (blocks < 1 || best < 32 || min_grid < 1) errors++;
  int can;
  if (count > 1) CK(cudaDeviceCanAccessPeer(&can, dev, (dev + 1) % count));
  if (cudaMalloc((void**)&um, (size_t)1 << 60) == cudaSuccess) errors++;
  cudaError_t last = cudaGetLastError();
  if (last != cudaErrorMemoryAllocation) printf("[%d] last %s\n", me, cudaGetErrorName(last));
  CK(cudaMemcpyPeerAsync(in, dev, pinned, dev, 16, high));
  CK(cudaStreamQuery(high) == cudaErrorNotReady ? cudaSuccess : cudaGetLastError());
  CK(cudaStreamSynchronize(high));
  if (me == 0 || errors > 0) printf("PE %d: %d errors, sum %g\n", me, errors, sum);
  CK(cudaHostUnregister(registered));
  CK(cudaFreeHost(pinned));
  CK(cudaFreeHost(mapped));
  CK(cudaFree(in));
  CK(cudaEventDestroy(start));
  CK(cudaStreamDestroy(high));
  CK(cudaStreamDestroy(low));
  nvshmem_free(remote);
  nvshmem_finalize();
  CK(cudaDeviceReset());
  return errors;
}
