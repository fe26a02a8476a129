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
  int maxThreadsPerBlock = 1024;
  int maxThreadsPerMultiProcessor = 2048;
  int multiProcessorCount = ark::cuda_for_cpu::processors();
  int major = 9;
  int minor = 0;
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
