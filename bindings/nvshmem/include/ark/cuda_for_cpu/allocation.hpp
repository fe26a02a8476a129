// Device memory, pinned memory and managed memory are memory of the process. Results are set after
// a failure, too, because g++ would warn where a caller uses one without a test of the code.
#pragma once

#include <algorithm>
#include <ark/cuda_for_cpu/devices.hpp>
#include <ark/cuda_for_cpu/streams.hpp>
#include <ark/device/state/context.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>

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

/// host: also managed and registered memory, which host threads use at any time.
enum class allocation_kind : std::uint8_t { device, host };

/// Memory that CUDA knows. Any thread.
class known_memory {
 public:
  void add(const void* address, std::size_t bytes, allocation_kind kind) {
    const std::lock_guard lock(mutex_);
    ranges_[reinterpret_cast<std::uintptr_t>(address)] = {bytes, kind};
  }
  /// False if no range begins there.
  bool remove(const void* address) {
    const std::lock_guard lock(mutex_);
    return ranges_.erase(reinterpret_cast<std::uintptr_t>(address)) != 0;
  }
  [[nodiscard]] std::optional<allocation_kind> kind_of(const void* address) {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    const std::lock_guard lock(mutex_);
    const auto next = ranges_.upper_bound(number);
    if (next == ranges_.begin()) return std::nullopt;
    const auto& [first, found] = *std::prev(next);
    return number - first < found.bytes ? std::optional(found.kind) : std::nullopt;
  }

 private:
  struct range {
    std::size_t bytes;
    allocation_kind kind;
  };
  std::mutex mutex_;
  std::map<std::uintptr_t, range> ranges_;  ///< by their first address
};
struct memory_tables {
  known_memory allocated;
  known_memory registered;  ///< also variables whose address the program got from CUDA
};

/// Allocations of all shared libraries of the process. Never destroyed: static objects of the
/// program free memory in their destructors.
ARK_API inline memory_tables& memory() {
  alignas(memory_tables) static std::byte storage[sizeof(memory_tables)];
  static memory_tables* const all = new (storage) memory_tables;
  return *all;
}

/// Remove memory that is freed. Throws invalid_argument if cudaMalloc and its relatives have not
/// allocated it; null is accepted.
inline void forget_allocation(const void* address) {
  if (address == nullptr || memory().allocated.remove(address)) return;
  char shown[32];
  std::snprintf(shown, sizeof shown, "%p", address);
  throw error(errc::invalid_argument,
              std::string(shown) +
                  " is not the start of an allocation of cudaMalloc or its relatives (freed "
                  "before?); nvshmem_free frees the memory of nvshmem_malloc");
}

/// True of memory in the symmetric heap of this PE or of one whose heap is mapped.
inline bool is_symmetric(const void* address) {
  if (!ark::initialized()) return false;
  const ark::detail::device_state& state = device::context("ark_ptr");
  const std::uint64_t bytes = ark::detail::load_relaxed(&state.heap_bytes);
  const auto number = reinterpret_cast<std::uint64_t>(address);
  if (number - state.heap_base < bytes) return true;
  return std::any_of(state.peers, state.peers + state.n_pes, [&](const auto& peer) {
    return peer.route == ark::detail::peer_route::mapped && number - peer.heap_base < bytes;
  });
}
/// True of memory that host threads do not use on a GPU.
inline bool is_device_memory(const void* address) {
  return memory().allocated.kind_of(address) == allocation_kind::device || is_symmetric(address);
}
/// True of the program's own memory, which a GPU reads and writes by a copy in CUDA's memory.
inline bool is_pageable(const void* address) {
  return !memory().allocated.kind_of(address) && !memory().registered.kind_of(address) &&
         !is_symmetric(address);
}

/// More than the machine has is refused, as a GPU does; Linux would give some of it, and
/// AddressSanitizer ends the process. Out of line: a compiler may drop an unused allocation, and
/// the failure with it.
ARK_NOINLINE inline cudaError_t allocate(void** pointer, std::size_t bytes, allocation_kind kind) {
  constexpr std::size_t alignment = 256;  // CUDA's
  if (bytes > host_memory(_SC_PHYS_PAGES)) return remember(cudaErrorMemoryAllocation);
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* memory = bytes == 0 ? nullptr : std::aligned_alloc(alignment, whole);
  if (memory == nullptr && bytes != 0) return remember(cudaErrorMemoryAllocation);
  if (memory != nullptr) cuda_for_cpu::memory().allocated.add(memory, bytes, kind);
  *pointer = memory;
  return cudaSuccess;
}

template <class T>
cudaError_t allocate(T** pointer, std::size_t bytes, allocation_kind kind) {
  void* memory = nullptr;
  const cudaError_t code = allocate(&memory, bytes, kind);
  *pointer = static_cast<T*>(memory);
  return code;
}

inline void free_kernel(void* pointer) { std::free(pointer); }

}  // namespace ark::cuda_for_cpu

template <class T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  return ark::cuda_for_cpu::allocate(pointer, bytes, ark::cuda_for_cpu::allocation_kind::device);
}
template <class T>
cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned) {
  return ark::cuda_for_cpu::allocate(pointer, bytes, ark::cuda_for_cpu::allocation_kind::host);
}
template <class T>
cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc(pointer, bytes, flags);
}
template <class T>
cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned = cudaMemAttachGlobal) {
  return cudaHostAlloc(pointer, bytes, 0);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned) {
  *device = static_cast<T*>(host);
  return cudaSuccess;
}
/// Waits for all kernels of the PE, as CUDA does. Memory that is not there is refused, and a line
/// on stderr names it.
inline cudaError_t cudaFree(void* pointer) {
  return ark::cuda_for_cpu::as_cuda("cudaFree", [&] {
    if (ark::initialized()) ark::device_sync();
    ark::cuda_for_cpu::forget_allocation(pointer);
    std::free(pointer);
  });
}
inline cudaError_t cudaFreeHost(void* pointer) { return cudaFree(pointer); }
inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = ark::cuda_for_cpu::host_memory(_SC_AVPHYS_PAGES);
  *total = ark::cuda_for_cpu::host_memory(_SC_PHYS_PAGES);
  return cudaSuccess;
}
/// Kernels may use any memory of the process; asynchronous copies take this one as pinned.
inline cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  ark::cuda_for_cpu::memory().registered.add(pointer, bytes,
                                             ark::cuda_for_cpu::allocation_kind::host);
  return cudaSuccess;
}
inline cudaError_t cudaHostUnregister(void* pointer) {
  return ark::cuda_for_cpu::memory().registered.remove(pointer)
             ? cudaSuccess
             : ark::cuda_for_cpu::remember(cudaErrorHostMemoryNotRegistered);
}

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
    ark::cuda_for_cpu::forget_allocation(pointer);
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
