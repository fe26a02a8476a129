// The calls of CUDA's runtime that ark has for the CPU executor. The headers of both under the
// other names that programs include.
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_host_transport/nvshmem_common_transport.h>
#include <host/nvshmem_api.h>
#include <host/nvshmem_coll_api.h>
#include <host/nvshmemx_api.h>
#include <host/nvshmemx_coll_api.h>
#include <math_constants.h>
#include <nvshmem_host.h>

#include <cmath>
#include <utility>

#include "expect.hpp"

// As helper_cuda.h of CUDA's samples.
#if defined(__DRIVER_TYPES_H__) && defined(__CUDA_RUNTIME_H__)
#define checkCudaErrors(call) EXPECT((call) == cudaSuccess)
#endif

namespace {

__global__ void add(const int* values, int* sum, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(sum, values[i]);
}
template <class T, int Factor>
__global__ void scale(T* values, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) values[i] *= Factor;
}
__global__ void wait_for_host(int* flag, int* seen) {
  nvshmem_int_wait_until(flag, NVSHMEM_CMP_EQ, 1);
  *seen = 1;
}

void test_memory() {
  int* failed = failures;
  constexpr int count = 100;
  int* values = nullptr;
  int* sum = nullptr;
  int* pinned = nullptr;
  EXPECT(cudaMalloc(&values, count * sizeof(int)) == cudaSuccess && values != nullptr);
  EXPECT(reinterpret_cast<std::uintptr_t>(values) % 256 == 0);
  EXPECT(cudaMalloc((void**)&sum, sizeof(int)) == cudaSuccess);
  EXPECT(cudaMallocHost(&pinned, count * sizeof(int)) == cudaSuccess);
  int* mapped = nullptr;
  EXPECT(cudaHostGetDevicePointer(&mapped, pinned, 0) == cudaSuccess && mapped == pinned);
  for (int i = 0; i < count; ++i) pinned[i] = i;
  EXPECT(cudaMemcpy(values, pinned, count * sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess);
  EXPECT(cudaMemset(sum, 0, sizeof(int)) == cudaSuccess);
  int length = count;
  void* add_arguments[] = {&values, &sum, &length};
  void* scale_arguments[] = {&values, &length};
  EXPECT(cudaLaunchKernel((const void*)scale<int, 3>, dim3(1), dim3(32), scale_arguments, 0,
                          nullptr) == cudaSuccess);
  EXPECT(cudaLaunchCooperativeKernel((void*)&add, dim3(2), dim3(32), add_arguments) == cudaSuccess);
  int result = 0;
  EXPECT(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(result == 2 * 3 * 4950);
  EXPECT(cudaFreeHost(pinned) == cudaSuccess && cudaFree(sum) == cudaSuccess &&
         cudaFree(values) == cudaSuccess && cudaFree(nullptr) == cudaSuccess);
}

/// CUDA frees what it has allocated, once.
void test_frees() {
  int* failed = failures;
  std::size_t pitch = 0;
  int *rows = nullptr, *managed = nullptr, *host = nullptr, *queued = nullptr, *of_pool = nullptr;
  EXPECT(cudaMallocPitch(&rows, &pitch, 12, 3) == cudaSuccess && cudaFree(rows) == cudaSuccess);
  EXPECT(cudaMallocManaged(&managed, 8) == cudaSuccess && cudaFree(managed) == cudaSuccess);
  EXPECT(cudaHostAlloc(&host, 8, cudaHostAllocMapped) == cudaSuccess);
  EXPECT(cudaFreeHost(host) == cudaSuccess);
  EXPECT(cudaMallocAsync(&queued, 8, nullptr) == cudaSuccess);
  EXPECT(cudaMallocFromPoolAsync(&of_pool, 8, nullptr, nullptr) == cudaSuccess);
  EXPECT(cudaFreeAsync(queued, nullptr) == cudaSuccess && cudaFree(of_pool) == cudaSuccess);
  EXPECT(cudaFreeAsync(nullptr, nullptr) == cudaSuccess && cudaGetLastError() == cudaSuccess);

  EXPECT(cudaFreeAsync(queued, nullptr) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  int* words = static_cast<int*>(nvshmem_malloc(16));
  EXPECT(cudaFree(words) == cudaErrorInvalidValue && cudaFree(&pitch) == cudaErrorInvalidValue);
  nvshmem_free(words);
  EXPECT(cudaMalloc(&host, 16) == cudaSuccess && cudaFree(host + 1) == cudaErrorInvalidValue);
  EXPECT(cudaFree(host) == cudaSuccess && cudaFree(host) == cudaErrorInvalidValue);
  EXPECT(cudaFreeHost(managed) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
}

__constant__ int factors[3];
__device__ int product;

__global__ void multiply() {
  if (threadIdx.x == 0) product = factors[0] * factors[1] * factors[2];
}

/// Each thread adds what the next one has written before the barrier.
__global__ void by_groups(int* values, int* sum) {
  const auto block = cooperative_groups::this_thread_block();
  values[block.thread_rank()] = static_cast<int>(block.size());
  cooperative_groups::sync(block);
  atomicAdd(sum, values[(block.thread_rank() + 1) % block.num_threads()]);
  block.sync();
  if (block.group_index().x == 0 && block.thread_index().x == 0)
    atomicAdd(sum, static_cast<int>(block.dim_threads().y));
}

/// A persistent kernel: each round, each block reads what all the others wrote in the one before.
__global__ void rounds_of_grid(int* slots, int* wrong, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  const auto blocks = static_cast<int>(grid.num_blocks());
  for (int round = 1; round <= rounds; ++round) {
    if (threadIdx.x == 0) slots[blockIdx.x] = round;
    grid.sync();
    if (threadIdx.x == blockDim.x - 1)
      for (int i = 0; i < blocks; ++i)
        if (slots[i] != round) atomicAdd(wrong, 1);
    auto arrival = grid.barrier_arrive();
    grid.barrier_wait(std::move(arrival));
  }
  if (grid.thread_rank() != blockIdx.x * blockDim.x + threadIdx.x) atomicAdd(wrong, 1);
  if (grid.size() != gridDim.x * blockDim.x || !grid.is_valid()) atomicAdd(wrong, 1);
}
void test_grid() {
  int* failed = failures;
  constexpr unsigned blocks = 7;
  int* slots = nullptr;
  EXPECT(cudaMallocManaged(&slots, (blocks + 1) * sizeof(int)) == cudaSuccess);
  int *wrong = slots + blocks, rounds = 20;
  *wrong = 0;
  void* arguments[] = {&slots, &wrong, &rounds};
  EXPECT(cudaLaunchCooperativeKernel((const void*)rounds_of_grid, dim3(blocks), dim3(33),
                                     arguments) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(*wrong == 0);
  EXPECT(nvshmemx_collective_launch((const void*)rounds_of_grid, dim3(blocks), dim3(33), arguments,
                                    0, nullptr) == 0);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(*wrong == 0);
  EXPECT(cudaFree(slots) == cudaSuccess);
}

void test_groups() {
  int* failed = failures;
  int* values = nullptr;
  EXPECT(cudaMallocManaged(&values, 65 * sizeof(int)) == cudaSuccess);
  int* sum = values + 64;
  *sum = 0;
  void* arguments[] = {&values, &sum};
  EXPECT(cudaLaunchKernel(by_groups, dim3(1), dim3(32, 2), arguments) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && *sum == 64 * 64 + 2 * 2);
  EXPECT(cudaFree(values) == cudaSuccess);
}

/// The middle of a matrix of 4 by 4 into one of 2 by 3, whose last column stays.
void test_rows() {
  int* failed = failures;
  int source[16], dest[6] = {-1, -1, -1, -1, -1, -1};
  for (int i = 0; i < 16; ++i) source[i] = i;
  const std::size_t width = 2 * sizeof(int), from = 4 * sizeof(int), to = 3 * sizeof(int);
  EXPECT(cudaMemcpy2D(dest, to, source + 5, from, width, 2, cudaMemcpyDefault) == cudaSuccess);
  EXPECT(dest[0] == 5 && dest[1] == 6 && dest[2] == -1 && dest[3] == 9 && dest[4] == 10);
  EXPECT(cudaMemcpy2DAsync(dest, to, source, from, width, 2, cudaMemcpyDefault) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && dest[0] == 0 && dest[3] == 4 && dest[5] == -1);
  EXPECT(cudaMemcpy2D(dest, to, source, from, from, 2, cudaMemcpyDefault) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
}

struct __align__(16) four {
  float values[4];
};
static_assert(alignof(four) == 16);

__global__ void use_intrinsics(float* values) {
  values[0] = rsqrtf(4.0f) + __fdividef(1.0f, 4.0f) + __saturatef(3.0f);
  values[1] = __int2float_rn(__double2int_rn(2.5) + __double2int_ru(2.1) + __double2int_rd(-2.1));
  values[0] += __frcp_rn(4.0f) + __fmaf_rn(2.0f, 3.0f, __fsqrt_rn(4.0f)) + __log2f(8.0f);
  values[1] += static_cast<float>(__umulhi(1u << 31, 6)) +
               static_cast<float>(__mulhi(1 << 30, -8) + __double2ll_rn(2.5)) +
               static_cast<float>(__umul64hi(1ull << 63, 4));
  values[2] = isnan(__expf(0.0f)) || isinf(__logf(1.0f)) ? 1.0f : __powf(2.0f, 3.0f);
}

bool is_close(double a, double b) { return std::fabs(a - b) < 1e-6; }

__global__ void use_bits(int* failed) {
  EXPECT(__byte_perm(0x01020384, 0x05060708, 0x5418) == 0x070803ff);
  EXPECT(__funnelshift_l(0x80000000u, 1, 1) == 3 && __funnelshift_r(1, 1, 33) == 0x80000000u);
  EXPECT(__funnelshift_lc(7, 1, 40) == 7 && __funnelshift_rc(7, 1, 32) == 1);
  EXPECT(__mul24(-3, 0x7000002) == -6 && __umul24(0xff000003u, 2) == 6);
  EXPECT(__sad(-3, 9, 1) == 13 && __usad(9, 3, 1) == 7 && __dp4a(0x0102ff04, 0x01010101, 5) == 11);
  EXPECT(__hadd(-3, 6) == 1 && __rhadd(-3, 6) == 2 && __uhadd(~0u, ~0u) == ~0u);
  EXPECT(__float2uint_rz(3.7f) == 3 && __double2ull_ru(2.1) == 3 && __float2ll_rd(-2.1f) == -3);
  EXPECT(__hiloint2double(__double2hiint(2.5), __double2loint(2.5)) == 2.5);
  EXPECT(__mul64hi(-(1ll << 62), 8) == -2);
}

__global__ void use_functions(int* failed) {
  EXPECT(norm3df(1, 2, 2) == 3 && rnorm3d(1, 2, 2) == 1.0 / 3 && norm4d(1, 1, 1, 1) == 2);
  EXPECT(sinpi(1.0) == 0 && sinpi(-0.5) == -1 && cospi(1.0) == -1 && cospi(0.5) == 0);
  EXPECT(is_close(sinpi(0.25), std::sqrt(0.5)) && is_close(sinpi(1.75), -std::sqrt(0.5)));
  EXPECT(is_close(cospif(2.25f), std::sqrt(0.5)) && is_close(cospi(-1.25), -std::sqrt(0.5)));
  EXPECT(rhypotf(3, 4) == 0.2f && is_close(rcbrt(8.0), 0.5) && is_close(normcdf(0.0), 0.5));
  EXPECT(is_close(normcdff(1), 0.8413447));
  EXPECT(is_close(sinf(CUDART_PI_F / 2), 1) && isinf(CUDART_INF) && isnan(CUDART_NAN_F));
  float sine = 0, cosine = 0;
  sincospif(0.5f, &sine, &cosine);
  EXPECT(sine == 1 && cosine == 0);
}

void test_intrinsics() {
  int* failed = failures;
  float* values = nullptr;
  EXPECT(cudaMallocManaged(&values, 3 * sizeof(float)) == cudaSuccess);
  void* arguments[] = {&values};
  EXPECT(cudaLaunchKernel(use_intrinsics, dim3(1), dim3(1), arguments) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(values[0] == 13.0f && values[1] == 7.0f && values[2] == 8.0f);
  run(use_bits, failures);
  run(use_functions, failures);
  EXPECT(cudaFree(values) == cudaSuccess);
}

void test_symbols() {
  int* failed = failures;
  const int first[] = {2, 3}, last = 5;
  EXPECT(cudaMemcpyToSymbol(factors, first, sizeof first) == cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(factors, &last, sizeof last, sizeof first, cudaMemcpyHostToDevice) ==
         cudaSuccess);
  EXPECT(cudaMemcpyToSymbol(factors, first, sizeof first, sizeof first) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaLaunchKernel(multiply, dim3(1), dim3(32), nullptr) == cudaSuccess);
  int result = 0;
  EXPECT(cudaMemcpyFromSymbol(&result, product, sizeof result) == cudaSuccess && result == 30);
  const int other = 7;
  EXPECT(cudaMemcpyToSymbolAsync(factors, &other, sizeof other, sizeof other,
                                 cudaMemcpyHostToDevice) == cudaSuccess);
  EXPECT(cudaLaunchKernel(multiply, dim3(1), dim3(32), nullptr) == cudaSuccess);
  EXPECT(cudaMemcpyFromSymbolAsync(&result, product, sizeof result, 0, cudaMemcpyDeviceToHost) ==
         cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && result == 70);
  EXPECT(cudaMemcpyToSymbolAsync(factors, &other, sizeof other, sizeof factors,
                                 cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  void* address = nullptr;
  std::size_t bytes = 0;
  EXPECT(cudaGetSymbolAddress(&address, product) == cudaSuccess);
  EXPECT(cudaGetSymbolSize(&bytes, factors) == cudaSuccess && bytes == sizeof factors);
  EXPECT(cudaMemset(address, 0, sizeof result) == cudaSuccess);
  EXPECT(cudaMemcpyFromSymbol(&result, product, sizeof result) == cudaSuccess && result == 0);
}

void test_streams_and_events() {
  int* failed = failures;
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t begin = nullptr, end = nullptr;
  EXPECT(cudaStreamCreate(&first) == cudaSuccess && first != nullptr);
  EXPECT(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) == cudaSuccess);
  EXPECT(cudaEventCreate(&begin) == cudaSuccess &&
         cudaEventCreateWithFlags(&end, 0) == cudaSuccess);
  float milliseconds = -1;
  EXPECT(cudaEventElapsedTime(&milliseconds, begin, end) == cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle && cudaGetLastError() == cudaSuccess);

  // The first stream waits for the host, and the second for the first.
  auto* flag = static_cast<int*>(nvshmem_calloc(2, sizeof(int)));
  int *seen = flag + 1, *copy = nullptr;
  EXPECT(cudaMallocHost(&copy, sizeof(int)) == cudaSuccess);
  void* arguments[] = {&flag, &seen};
  EXPECT(cudaEventRecord(begin, first) == cudaSuccess);
  EXPECT(cudaLaunchKernel(wait_for_host, dim3(1), dim3(1), arguments, 0, first) == cudaSuccess);
  EXPECT(cudaEventRecord(end, first) == cudaSuccess);
  EXPECT(cudaStreamWaitEvent(second, end, 0) == cudaSuccess);
  EXPECT(cudaMemcpyAsync(copy, seen, sizeof(int), cudaMemcpyDeviceToHost, second) == cudaSuccess);
  EXPECT(cudaStreamQuery(first) == cudaErrorNotReady && cudaEventQuery(end) == cudaErrorNotReady);
  EXPECT(cudaEventElapsedTime(&milliseconds, begin, end) == cudaErrorNotReady);
  EXPECT(cudaStreamQuery(second) == cudaErrorNotReady);
  nvshmem_int_p(flag, 1, nvshmem_my_pe());
  EXPECT(cudaEventSynchronize(end) == cudaSuccess);
  EXPECT(cudaStreamSynchronize(second) == cudaSuccess && *copy == 1);
  EXPECT(cudaEventElapsedTime(&milliseconds, begin, end) == cudaSuccess && milliseconds > 0);
  EXPECT(cudaMemsetAsync(flag, 0, sizeof(int), first) == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && *flag == 0);
  EXPECT(cudaStreamQuery(first) == cudaSuccess && cudaPeekAtLastError() == cudaSuccess);
  nvshmem_free(flag);
  EXPECT(cudaFreeHost(copy) == cudaSuccess);
  EXPECT(cudaEventDestroy(begin) == cudaSuccess && cudaEventDestroy(end) == cudaSuccess);
  EXPECT(cudaStreamDestroy(first) == cudaSuccess && cudaStreamDestroy(second) == cudaSuccess);
}

void test_properties_of_streams() {
  int* failed = failures;
  cudaStream_t stream = nullptr;
  int least = 1, greatest = 1, priority = 1;
  unsigned flags = 0;
  EXPECT(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && greatest <= least);
  EXPECT(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest) == cudaSuccess);
  EXPECT(cudaStreamGetPriority(stream, &priority) == cudaSuccess && priority == greatest);
  EXPECT(cudaStreamGetFlags(stream, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
  EXPECT(cudaStreamDestroy(stream) == cudaSuccess);
  char bus[16];
  EXPECT(cudaDeviceGetPCIBusId(bus, sizeof bus, 11) == cudaSuccess);
  EXPECT(bus == std::string("0000:0b:00.0") && cudaSetDeviceFlags(cudaDeviceScheduleSpin) == 0);
  EXPECT(cudaProfilerStart() == cudaSuccess && cudaProfilerStop() == cudaSuccess);
  EXPECT(cudaGetErrorName(cudaErrorPeerAccessAlreadyEnabled) ==
         std::string("cudaErrorPeerAccessAlreadyEnabled"));
}

void test_devices() {
  int* failed = failures;
  int devices = 0, device = -1, value = 0;
  cudaDeviceProp properties;
  EXPECT(cudaGetDeviceCount(&devices) == cudaSuccess && devices > nvshmem_my_pe());
  EXPECT(cudaSetDevice(nvshmem_my_pe()) == cudaSuccess);
  EXPECT(cudaGetDevice(&device) == cudaSuccess && device == nvshmem_my_pe());
  EXPECT(cudaSetDevice(devices) == cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
  EXPECT(cudaGetDeviceProperties(&properties, device) == cudaSuccess && properties.warpSize == 32);
  EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device) == cudaSuccess);
  EXPECT(value == properties.multiProcessorCount && value >= 1);
  EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrUnifiedAddressing, device) == cudaSuccess);
  EXPECT(value == 1 && properties.pciBusID == device);
  EXPECT(properties.maxThreadsDim[0] == properties.maxThreadsPerBlock);
  EXPECT(properties.maxGridSize[0] >= 65535 && properties.clockRate > 0);
  checkCudaErrors(cudaDeviceGetAttribute(&value, cudaDevAttrComputeMode, device));
  EXPECT(value == cudaComputeModeDefault);
  std::size_t stack = 0;
  EXPECT(cudaDeviceSetLimit(cudaLimitStackSize, 16384) == cudaSuccess);
  EXPECT(cudaDeviceGetLimit(&stack, cudaLimitStackSize) == cudaSuccess && stack == 16384);
  EXPECT(cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  int driver = 0, runtime = 0;
  EXPECT(cudaDriverGetVersion(&driver) == cudaSuccess);
  EXPECT(cudaRuntimeGetVersion(&runtime) == cudaSuccess && runtime >= 11000 && driver >= runtime);
  int threads = 0;
  EXPECT(cudaOccupancyMaxPotentialBlockSize(&value, &threads, add, 0, 100) == cudaSuccess);
  EXPECT(value >= 1 && threads == 96);
  const auto bytes = [](int size) { return size * sizeof(int); };
  EXPECT(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&value, &threads, add, bytes, 128) ==
         cudaSuccess);
  EXPECT(value >= 1 && threads == 128);
  cudaSharedMemConfig banks = cudaSharedMemBankSizeDefault;
  EXPECT(cudaFuncSetSharedMemConfig(add, cudaSharedMemBankSizeEightByte) == cudaSuccess);
  EXPECT(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte) == cudaSuccess);
  EXPECT(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess);
  EXPECT(banks == cudaSharedMemBankSizeFourByte);
  EXPECT(cudaChooseDevice(&value, &properties) == cudaSuccess && value == device);
  EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaSuccess);
  EXPECT(cudaDeviceDisablePeerAccess(0) == cudaSuccess);
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, add, 32, 0) == cudaSuccess);
  EXPECT(value == 1 && min(3, value) == 1 && max(2.0, 1.0) == 2.0);
  // Of mixed types, as CUDA: signed and unsigned compare as unsigned.
  EXPECT(min(3u, value) == 1u && max(-1, 3u) == ~0u && min(2l, 3ul) == 2ul && max(2ull, 3ll) == 3);
  EXPECT(min(1.5f, 2.5) == 1.5 && max(0.1, 0.1f) > 0.1);
  int grid = 0;
  EXPECT(nvshmemx_collective_launch_query_gridsize((const void*)add, dim3(32), nullptr, 0, &grid) ==
         0);
#if defined(__SANITIZE_THREAD__)
  EXPECT(grid == properties.multiProcessorCount);
#else
  EXPECT(grid == max(properties.multiProcessorCount, 128));
#endif
}

void test_versions() {
  int* failed = failures;
  int major = 0, minor = 0, patch = -1, provided = -1;
  char name[NVSHMEM_MAX_NAME_LEN];
  nvshmem_info_get_version(&major, &minor);
  EXPECT(major == NVSHMEM_MAJOR_VERSION && minor == NVSHMEM_MINOR_VERSION);
  nvshmem_info_get_name(name);
  EXPECT(std::string(name).rfind("ark", 0) == 0);
  nvshmemx_vendor_get_version_info(&major, &minor, &patch);
  EXPECT(major == 3 && patch == 0);
  nvshmem_query_thread(&provided);
  EXPECT(provided >= NVSHMEM_THREAD_SINGLE && provided <= NVSHMEM_THREAD_MULTIPLE);
  const auto status = static_cast<nvshmemx_init_status_t>(nvshmemx_init_status());
  EXPECT(status == NVSHMEM_STATUS_IS_INITIALIZED && status < NVSHMEM_STATUS_LIMITED_MPG);
  EXPECT(nvshmemx_status_string(NVSHMEMX_ERROR_INVALID_VALUE) == std::string("invalid_argument"));
  const nvshmemx_team_t world = NVSHMEM_TEAM_WORLD;
  EXPECT(nvshmem_team_n_pes(world) == nvshmem_n_pes());
  EXPECT(nvshmem_ptr(failures, nvshmem_my_pe()) == failures);
  EXPECT(nvshmemx_mc_ptr(NVSHMEM_TEAM_WORLD, failures) == nullptr);
  EXPECT(nvshmemx_buffer_register(name, sizeof name) == 0 && nvshmemx_buffer_unregister(name) == 0);
}

}  // namespace

int main() {
  void* before = nullptr;
  if (cudaMalloc(&before, 10) != cudaSuccess || cudaMemset(before, 0, 10) != cudaSuccess) return 1;
  start();
  test_memory();
  test_frees();
  test_symbols();
  test_rows();
  test_intrinsics();
  test_groups();
  test_grid();
  test_streams_and_events();
  test_properties_of_streams();
  test_devices();
  test_versions();
  const int status = finish();
  if (cudaFree(before) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 1;
  return status;
}
