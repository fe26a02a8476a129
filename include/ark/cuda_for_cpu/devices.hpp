// Devices: the CPU executor under as many numbers as programs use.
#pragma once

#include <ark/cuda_for_cpu/cuda_errors.hpp>
#include <ark/launch.hpp>
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
inline cudaError_t cudaDeviceReset() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  *can = device != peer ? 1 : 0;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return cudaSuccess; }

struct cudaDeviceProp {
  char name[256] = "ark CPU executor";
  std::size_t totalGlobalMem = std::size_t{1} << 40;
  std::size_t sharedMemPerBlock = 48 << 10;
  std::size_t sharedMemPerBlockOptin = 48 << 10;
  int warpSize = 32;
  std::size_t sharedMemPerMultiprocessor = 48 << 10;
  int maxThreadsPerBlock = 1024;
  int maxThreadsPerMultiProcessor = 2048;
  int maxThreadsDim[3] = {1024, 1024, 64};
  int maxGridSize[3] = {0x7fffffff, 65535, 65535};
  int regsPerBlock = 65536;
  int clockRate = 1000000;        ///< kHz: clock64 counts nanoseconds
  int memoryClockRate = 1000000;  ///< kHz, of no memory in particular; so is the width
  int memoryBusWidth = 64;
  int multiProcessorCount = ark::cuda_for_cpu::processors();
  int major = 9;
  int minor = 0;
  int concurrentKernels = 1;
  int canMapHostMemory = 1;
  int cooperativeLaunch = 1;
  int unifiedAddressing = 1;
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

enum cudaDeviceAttr : int {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
};
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp properties;
  if (const cudaError_t code = cudaGetDeviceProperties(&properties, device); code != cudaSuccess)
    return code;
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = properties.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(properties.sharedMemPerBlock);
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(properties.sharedMemPerBlockOptin);
      break;
    case cudaDevAttrUnifiedAddressing:
      *value = properties.unifiedAddressing;
      break;
    case cudaDevAttrWarpSize:
      *value = properties.warpSize;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = properties.multiProcessorCount;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = properties.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = properties.minor;
      break;
    case cudaDevAttrCooperativeLaunch:
      *value = properties.cooperativeLaunch;
      break;
  }
  return cudaSuccess;
}

/// The version of CUDA whose calls these are.
inline cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 12000;
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
