// Launches with a structure of attributes, attributes of kernels, and occupancy: every kernel may
// use all shared memory, and all blocks of a grid run at once.
#pragma once

#include <ark/cuda_for_cpu/cuda_launch.hpp>
#include <ark/cuda_for_cpu/devices.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

/// The attributes that programs set. Only those of cooperative launches have an effect: a stream
/// runs one kernel after another, and has no priority.
enum cudaLaunchAttributeID : int {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributePriority = 8,
};
union cudaLaunchAttributeValue {
  char pad[64];
  int cooperative;
  int programmaticStreamSerializationAllowed;
  int priority;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 ark_gridDim;  ///< arkc++ writes these names: gridDim and blockDim are macros
  dim3 ark_blockDim = {};
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
  cudaLaunchAttribute* attrs = nullptr;
  unsigned numAttrs = 0;
};

namespace ark::cuda_for_cpu {

inline launch_config shape_of(const cudaLaunchConfig_t& config) {
  bool cooperative = false;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    if (config.attrs[i].id == cudaLaunchAttributeCooperative)
      cooperative = config.attrs[i].val.cooperative != 0;
  }
  return {config.ark_gridDim, config.ark_blockDim, config.dynamicSmemBytes, config.stream,
          cooperative};
}

template <class... Parameters>
cudaError_t launch_as(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                      void** arguments) {
  const launch_config shape = shape_of(*config);
  return as_launch(
      "cudaLaunchKernelExC", [&] { launch_with_addresses(shape, kernel, arguments); },
      shape.collective);
}
template <class Untyped>
requires(std::is_void_v<Untyped>) cudaError_t
    launch_as(const cudaLaunchConfig_t*, Untyped*, void**) {
  reject_untyped<Untyped>();
  return cudaErrorNotSupported;
}

}  // namespace ark::cuda_for_cpu

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
  const ark::launch_config shape = ark::cuda_for_cpu::shape_of(*config);
  return ark::cuda_for_cpu::as_launch(
      "cudaLaunchKernelEx",
      [&] {
        ark::detail::pass_launch(shape, shape.grid, kernel, std::forward<Arguments>(arguments)...);
      },
      shape.collective);
}
#define cudaLaunchKernelExC(config, ...) \
  ark::cuda_for_cpu::launch_as(config, ARK_WITH_KERNEL(__VA_ARGS__))

/// In a kernel that is launched programmatically after another: it has ended.
inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}

// --- Attributes of kernels

enum cudaFuncAttribute : int {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};
enum cudaSharedCarveout : int {
  cudaSharedmemCarveoutDefault = -1,
  cudaSharedmemCarveoutMaxShared = 100,
  cudaSharedmemCarveoutMaxL1 = 0,
};
enum cudaFuncCache : int {
  cudaFuncCachePreferNone = 0,
  cudaFuncCachePreferShared = 1,
  cudaFuncCachePreferL1 = 2,
  cudaFuncCachePreferEqual = 3,
};
template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute, int) {
  return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaFuncSetCacheConfig(Kernel, cudaFuncCache) {
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }

/// Without effect: a CPU has no banks of shared memory.
enum cudaSharedMemConfig : int {
  cudaSharedMemBankSizeDefault = 0,
  cudaSharedMemBankSizeFourByte = 1,
  cudaSharedMemBankSizeEightByte = 2,
};
template <class Kernel>
cudaError_t cudaFuncSetSharedMemConfig(Kernel, cudaSharedMemConfig) {
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

/// Fixed values: g++ does not report the registers and memory of a kernel.
struct cudaFuncAttributes {
  std::size_t sharedSizeBytes = 0;
  std::size_t constSizeBytes = 0;
  std::size_t localSizeBytes = 0;
  int maxThreadsPerBlock = 1024;
  int numRegs = 32;
  int ptxVersion = 90;
  int binaryVersion = 90;
  int cacheModeCA = 0;
  int maxDynamicSharedSizeBytes = 227 << 10;
  int preferredShmemCarveout = cudaSharedmemCarveoutDefault;
};
template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel) {
  *attributes = {};
  return cudaSuccess;
}

template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int, std::size_t) {
  *blocks = 1;
  return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Kernel, int,
                                                                   std::size_t, unsigned) {
  *blocks = 1;
  return cudaSuccess;
}
/// Whole warps, and as many blocks as there are processors. limit: the most threads of a block; 0:
/// no limit.
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* blocks, int* threads, Kernel, std::size_t = 0,
                                               int limit = 0) {
  constexpr int preferred = 256, warp = 32;
  *threads = limit <= 0 || limit >= preferred ? preferred
             : limit < warp                   ? limit
                                              : limit / warp * warp;
  *blocks = ark::cuda_for_cpu::processors();
  return cudaSuccess;
}
/// shared_bytes: a function of the number of threads, which does not limit it here.
template <class Kernel, class SharedBytes>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* blocks, int* threads, Kernel kernel,
                                                           SharedBytes, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSize(blocks, threads, kernel, 0, limit);
}
