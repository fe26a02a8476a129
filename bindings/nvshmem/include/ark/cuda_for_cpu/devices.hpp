// Devices: the CPU executor under as many numbers as programs use.
#pragma once

#include <unistd.h>

#include <ark/cuda_for_cpu/cuda_errors.hpp>
#include <ark/launch.hpp>
#include <cstddef>
#include <cstring>
#include <thread>

namespace ark::cuda_for_cpu {

/// Programs select the device with the number of their PE on the host: all numbers are the executor
/// of the PE.
inline constexpr int devices = 64;
inline thread_local int current_device = 0;

inline int processors() {
  const unsigned count = std::thread::hardware_concurrency();
  return count == 0 ? 1 : static_cast<int>(count);
}
/// Bytes of the host's memory. pages: _SC_PHYS_PAGES for all, _SC_AVPHYS_PAGES for the free ones.
inline std::size_t host_memory(int pages) {
  return static_cast<std::size_t>(sysconf(pages)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace ark::cuda_for_cpu

inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = ark::cuda_for_cpu::devices;
  return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int device) {
  if (device < 0 || device >= ark::cuda_for_cpu::devices)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidDevice);
  ark::cuda_for_cpu::current_device = device;
  return cudaSuccess;
}
inline cudaError_t cudaGetDevice(int* device) {
  *device = ark::cuda_for_cpu::current_device;
  return cudaSuccess;
}
/// Waits as ark::device_sync does; before nvshmem_init and after nvshmem_finalize there is nothing
/// to wait for.
inline cudaError_t cudaDeviceSynchronize() {
  return ark::cuda_for_cpu::as_cuda("cudaDeviceSynchronize", [] {
    if (ark::initialized()) ark::device_sync();
  });
}
/// Keeps memory and streams.
inline cudaError_t cudaDeviceReset() {
  ark::cuda_for_cpu::kernel_error = cudaSuccess;
  ark::cuda_for_cpu::assertion_failed = false;
  ark::cuda_for_cpu::last_error = cudaSuccess;
  return cudaDeviceSynchronize();
}
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  *can = device != peer ? 1 : 0;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return cudaSuccess; }
inline cudaError_t cudaDeviceDisablePeerAccess(int) { return cudaSuccess; }

struct cudaDeviceProp {
  char name[256] = "ark CPU executor";
  std::size_t totalGlobalMem = ark::cuda_for_cpu::host_memory(_SC_PHYS_PAGES);
  std::size_t sharedMemPerBlock = 48 << 10;
  std::size_t sharedMemPerBlockOptin = 227 << 10;
  std::size_t reservedSharedMemPerBlock = 0;
  std::size_t sharedMemPerMultiprocessor = 228 << 10;
  std::size_t totalConstMem = 64 << 10;
  std::size_t memPitch = 0x7fffffff;
  std::size_t textureAlignment = 512;
  int warpSize = 32;
  int maxThreadsPerBlock = 1024;
  int maxThreadsPerMultiProcessor = 2048;
  int maxBlocksPerMultiProcessor = 32;
  int maxThreadsDim[3] = {1024, 1024, 64};
  int maxGridSize[3] = {0x7fffffff, 65535, 65535};
  int regsPerBlock = 65536;
  int regsPerMultiprocessor = 65536;
  int clockRate = 1000000;        ///< kHz: clock64 counts nanoseconds
  int memoryClockRate = 1000000;  ///< kHz, of no memory in particular; so are width and cache
  int memoryBusWidth = 64;
  int l2CacheSize = 32 << 20;
  int multiProcessorCount = ark::cuda_for_cpu::processors();
  int major = 9;
  int minor = 0;
  int asyncEngineCount = 1;
  int deviceOverlap = 1;
  int concurrentKernels = 1;
  int canMapHostMemory = 1;
  int cooperativeLaunch = 1;
  int unifiedAddressing = 1;
  int managedMemory = 1;
  int concurrentManagedAccess = 1;
  int pageableMemoryAccess = 1;
  int hostRegisterSupported = 1;
  int memoryPoolsSupported = 1;
  int streamPrioritiesSupported = 0;
  int computePreemptionSupported = 1;
  int computeMode = 0;
  int integrated = 0;
  int kernelExecTimeoutEnabled = 0;
  int ECCEnabled = 0;
  int isMultiGpuBoard = 0;
  int pciDomainID = 0;
  int pciBusID = 0;  ///< the number of the device
  int pciDeviceID = 0;
};
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device < 0 || device >= ark::cuda_for_cpu::devices)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidDevice);
  *properties = {};
  properties->pciBusID = device;
  return cudaSuccess;
}

/// All devices match the wanted properties alike.
inline cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  return cudaGetDevice(device);
}

/// The attributes that programs read: X(name, CUDA's value, member of cudaDeviceProp).
// clang-format off
#define ARK_CUDA_ATTRIBUTES(X)                                                                   \
  X(MaxThreadsPerBlock, 1, maxThreadsPerBlock) X(MaxBlockDimX, 2, maxThreadsDim[0])              \
  X(MaxBlockDimY, 3, maxThreadsDim[1]) X(MaxBlockDimZ, 4, maxThreadsDim[2])                      \
  X(MaxGridDimX, 5, maxGridSize[0]) X(MaxGridDimY, 6, maxGridSize[1])                            \
  X(MaxGridDimZ, 7, maxGridSize[2]) X(MaxSharedMemoryPerBlock, 8, sharedMemPerBlock)             \
  X(TotalConstantMemory, 9, totalConstMem) X(WarpSize, 10, warpSize)                             \
  X(MaxRegistersPerBlock, 12, regsPerBlock) X(ClockRate, 13, clockRate)                          \
  X(MultiProcessorCount, 16, multiProcessorCount) X(Integrated, 18, integrated)                  \
  X(CanMapHostMemory, 19, canMapHostMemory) X(ComputeMode, 20, computeMode)                      \
  X(ConcurrentKernels, 31, concurrentKernels) X(EccEnabled, 32, ECCEnabled)                      \
  X(PciBusId, 33, pciBusID) X(PciDeviceId, 34, pciDeviceID)                                      \
  X(MemoryClockRate, 36, memoryClockRate) X(GlobalMemoryBusWidth, 37, memoryBusWidth)            \
  X(L2CacheSize, 38, l2CacheSize)                                                                \
  X(MaxThreadsPerMultiProcessor, 39, maxThreadsPerMultiProcessor)                                \
  X(AsyncEngineCount, 40, asyncEngineCount) X(UnifiedAddressing, 41, unifiedAddressing)          \
  X(PciDomainId, 50, pciDomainID) X(ComputeCapabilityMajor, 75, major)                           \
  X(ComputeCapabilityMinor, 76, minor)                                                           \
  X(StreamPrioritiesSupported, 78, streamPrioritiesSupported)                                    \
  X(MaxSharedMemoryPerMultiprocessor, 81, sharedMemPerMultiprocessor)                            \
  X(MaxRegistersPerMultiprocessor, 82, regsPerMultiprocessor) X(ManagedMemory, 83, managedMemory) \
  X(PageableMemoryAccess, 88, pageableMemoryAccess)                                              \
  X(ConcurrentManagedAccess, 89, concurrentManagedAccess)                                        \
  X(CooperativeLaunch, 95, cooperativeLaunch)                                                    \
  X(MaxSharedMemoryPerBlockOptin, 97, sharedMemPerBlockOptin)                                    \
  X(HostRegisterSupported, 99, hostRegisterSupported)                                            \
  X(MaxBlocksPerMultiprocessor, 106, maxBlocksPerMultiProcessor)                                 \
  X(ReservedSharedMemoryPerBlock, 111, reservedSharedMemPerBlock)                                \
  X(MemoryPoolsSupported, 115, memoryPoolsSupported)
// clang-format on
enum cudaDeviceAttr : int {
#define ARK_CUDA_ATTRIBUTE(name, value, member) cudaDevAttr##name = value,
  ARK_CUDA_ATTRIBUTES(ARK_CUDA_ATTRIBUTE)
#undef ARK_CUDA_ATTRIBUTE
};
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp properties;
  if (const cudaError_t code = cudaGetDeviceProperties(&properties, device); code != cudaSuccess)
    return code;
  switch (attribute) {
#define ARK_CUDA_ATTRIBUTE(name, number, member)  \
  case cudaDevAttr##name:                         \
    *value = static_cast<int>(properties.member); \
    return cudaSuccess;
    ARK_CUDA_ATTRIBUTES(ARK_CUDA_ATTRIBUTE)
#undef ARK_CUDA_ATTRIBUTE
  }
  return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
}
#undef ARK_CUDA_ATTRIBUTES

enum cudaComputeMode : int {
  cudaComputeModeDefault = 0,
  cudaComputeModeExclusive = 1,
  cudaComputeModeProhibited = 2,
  cudaComputeModeExclusiveProcess = 3,
};

/// Without effect: host threads wait as ark's do.
enum : unsigned {
  cudaDeviceScheduleAuto = 0,
  cudaDeviceScheduleSpin = 1,
  cudaDeviceScheduleYield = 2,
  cudaDeviceScheduleBlockingSync = 4,
  cudaDeviceMapHost = 8,
};
inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetPCIBusId(char* id, int bytes, int device) {
  std::snprintf(id, static_cast<std::size_t>(bytes), "0000:%02x:00.0",
                static_cast<unsigned>(device));
  return cudaSuccess;
}

/// The version of CUDA whose calls these are.
#define CUDART_VERSION 12000
inline cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
inline cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }

/// Kept for cudaDeviceGetLimit, and without effect: ARK_CPU_STACK has the stacks of the executor.
enum cudaLimit : int {
  cudaLimitStackSize = 0,
  cudaLimitPrintfFifoSize = 1,
  cudaLimitMallocHeapSize = 2,
};
namespace ark::cuda_for_cpu {
inline std::size_t limits[] = {1 << 10, 1 << 20, 8 << 20};
}
inline cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  if (limit < cudaLimitStackSize || limit > cudaLimitMallocHeapSize)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  ark::cuda_for_cpu::limits[limit] = value;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  if (limit < cudaLimitStackSize || limit > cudaLimitMallocHeapSize)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidValue);
  *value = ark::cuda_for_cpu::limits[limit];
  return cudaSuccess;
}
