// Device memory, pinned memory and managed memory are memory of the process. Results are set after
// a failure, too, because g++ would warn where a caller uses one without a test of the code.
#pragma once

#include <ark/cuda_for_cpu/devices.hpp>
#include <ark/cuda_for_cpu/streams.hpp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <unordered_set>

using CUdeviceptr = unsigned long long;

enum : unsigned {
  cudaMemAttachGlobal = 1,
  cudaMemAttachHost = 2,
  cudaHostAllocDefault = 0,
  cudaHostAllocPortable = 1,
  cudaHostAllocMapped = 2,
  cudaHostAllocWriteCombined = 4,
  cudaHostRegisterDefault = 0,
  cudaHostRegisterPortable = 1,
  cudaHostRegisterMapped = 2,
  cudaHostRegisterIoMemory = 4,
  cudaHostRegisterReadOnly = 8,
};

namespace ark::cuda_for_cpu {

/// The addresses of memory that has not been freed. Any thread.
class live_memory {
 public:
  void add(const void* address) {
    const std::lock_guard lock(mutex_);
    addresses_.insert(address);
  }
  /// Throws invalid_argument if there is no such memory; null is accepted.
  void remove(const void* address) {
    const std::lock_guard lock(mutex_);
    if (address != nullptr && addresses_.erase(address) == 0) throw unknown(address);
  }

 private:
  static error unknown(const void* address) {
    char shown[32];
    std::snprintf(shown, sizeof shown, "%p", address);
    return {errc::invalid_argument,
            std::string(shown) +
                " is not the start of an allocation of cudaMalloc or its relatives (freed "
                "before?); nvshmem_free frees the memory of nvshmem_malloc"};
  }
  std::mutex mutex_;
  std::unordered_set<const void*> addresses_;
};

/// Of all shared libraries of the process. Never destroyed: static objects of the program free
/// memory in their destructors.
ARK_API inline live_memory& allocations() {
  alignas(live_memory) static std::byte storage[sizeof(live_memory)];
  static live_memory* const all = new (storage) live_memory;
  return *all;
}

/// More than the machine has is refused, as a GPU does; Linux would give some of it, and
/// AddressSanitizer ends the process. Out of line: a compiler may drop an unused allocation, and
/// the failure with it.
ARK_NOINLINE inline cudaError_t allocate(void** pointer, std::size_t bytes) {
  constexpr std::size_t alignment = 256;  // CUDA's
  if (bytes > host_memory(_SC_PHYS_PAGES)) return remember(cudaErrorMemoryAllocation);
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* memory = bytes == 0 ? nullptr : std::aligned_alloc(alignment, whole);
  if (memory == nullptr && bytes != 0) return remember(cudaErrorMemoryAllocation);
  if (memory != nullptr) allocations().add(memory);
  *pointer = memory;
  return cudaSuccess;
}

/// Wait for the kernels of the PE, as CUDA does before a copy by the null stream.
template <class Body>
cudaError_t after_kernels(const char* call, Body body) {
  return as_cuda(call, [&] {
    if (ark::initialized()) ark::device_sync();
    body();
  });
}

inline void free_kernel(void* pointer) { std::free(pointer); }

}  // namespace ark::cuda_for_cpu

template <class T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t code = ark::cuda_for_cpu::allocate(&memory, bytes);
  *pointer = static_cast<T*>(memory);
  return code;
}
template <class T>
cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned = 0) {
  return cudaMalloc(pointer, bytes);
}
template <class T>
cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned) {
  return cudaMalloc(pointer, bytes);
}
template <class T>
cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned = cudaMemAttachGlobal) {
  return cudaMalloc(pointer, bytes);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned) {
  *device = static_cast<T*>(host);
  return cudaSuccess;
}
/// Memory that is not there is refused, and a line on stderr names it.
inline cudaError_t cudaFree(void* pointer) {
  return ark::cuda_for_cpu::after_kernels("cudaFree", [&] {
    ark::cuda_for_cpu::allocations().remove(pointer);
    std::free(pointer);
  });
}
inline cudaError_t cudaFreeHost(void* pointer) { return cudaFree(pointer); }
inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = ark::cuda_for_cpu::host_memory(_SC_AVPHYS_PAGES);
  *total = ark::cuda_for_cpu::host_memory(_SC_PHYS_PAGES);
  return cudaSuccess;
}
/// Any memory of the process may be used by kernels.
inline cudaError_t cudaHostRegister(void*, std::size_t, unsigned) { return cudaSuccess; }
inline cudaError_t cudaHostUnregister(void*) { return cudaSuccess; }

/// Rows that begin at multiples of 512 bytes.
template <class T>
cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  constexpr std::size_t alignment = 512;
  *pitch = (width + alignment - 1) / alignment * alignment;
  return cudaMalloc(pointer, *pitch * height);
}

// --- In the order of a stream. The memory is there at once, and is freed when the stream is there.

template <class T>
cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t) {
  return cudaMalloc(pointer, bytes);
}
inline cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return ark::cuda_for_cpu::as_cuda("cudaFreeAsync", [&] {
    ark::cuda_for_cpu::allocations().remove(pointer);
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::free_kernel, pointer);
  });
}

/// Pools keep nothing.
struct ark_memory_pool;
using cudaMemPool_t = ark_memory_pool*;
enum cudaMemPoolAttr : int { cudaMemPoolAttrReleaseThreshold = 4 };
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  *pool = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return cudaDeviceGetDefaultMemPool(pool, device);
}
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) { return cudaSuccess; }
template <class T>
cudaError_t cudaMallocFromPoolAsync(T** pointer, std::size_t bytes, cudaMemPool_t,
                                    cudaStream_t stream) {
  return cudaMallocAsync(pointer, bytes, stream);
}

// --- Hints for managed memory, without effect, as CUDA 12 and as CUDA 13 have them.

enum cudaMemoryAdvise : int {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5,
  cudaMemAdviseUnsetAccessedBy = 6,
};
enum : int { cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2 };
enum cudaMemLocationType : int { cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2 };
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};
inline cudaError_t cudaMemAdvise(const void*, std::size_t, cudaMemoryAdvise, int) {
  return cudaSuccess;
}
inline cudaError_t cudaMemAdvise(const void*, std::size_t, cudaMemoryAdvise, cudaMemLocation) {
  return cudaSuccess;
}
inline cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, int, cudaStream_t = nullptr) {
  return cudaSuccess;
}
inline cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned,
                                        cudaStream_t = nullptr) {
  return cudaSuccess;
}

/// All memory is managed: both sides read and write it.
enum cudaMemoryType : int {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3,
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
};
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                            const void* pointer) {
  void* const address = const_cast<void*>(pointer);
  *attributes = {cudaMemoryTypeManaged, 0, address, address};
  return cudaSuccess;
}
