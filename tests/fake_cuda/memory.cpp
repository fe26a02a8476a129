// Registered host memory, and allocations of one piece.
#include <algorithm>
#include <map>
#include <mutex>

#include "fake_functions.hpp"
#include "fake_state.hpp"

namespace fake {
namespace {

std::mutex mutex;
std::map<void*, std::size_t> registered;

struct allocation {
  std::size_t bytes;
  CUmemGenericAllocationHandle handle;
};
std::map<CUdeviceptr, allocation> allocations;

}  // namespace

CUresult MemHostRegister(void* at, std::size_t bytes, unsigned) {
  if (const CUresult code = called("cuMemHostRegister"); code != CUDA_SUCCESS) return code;
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  const std::lock_guard lock(mutex);
  if (registered.count(at) != 0) return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  registered[at] = bytes;
  alive(1);
  return CUDA_SUCCESS;
}

CUresult MemHostUnregister(void* at) {
  const std::lock_guard lock(mutex);
  if (registered.erase(at) == 0) return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
  alive(-1);
  return called("cuMemHostUnregister");
}

CUresult MemHostGetDevicePointer(CUdeviceptr* device, void* at, unsigned) {
  if (const CUresult code = called("cuMemHostGetDevicePointer"); code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(mutex);
  if (registered.count(at) == 0) return CUDA_ERROR_INVALID_VALUE;
  *device = reinterpret_cast<CUdeviceptr>(at);
  return CUDA_SUCCESS;
}

CUresult PointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr at) {
  if (const CUresult code = called("cuPointerGetAttribute"); code != CUDA_SUCCESS) return code;
  const auto* seen = static_cast<std::byte*>(reach(at, 1));
  if (attribute != CU_POINTER_ATTRIBUTE_MEMORY_TYPE || seen == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  const bool hosts = seen == reinterpret_cast<std::byte*>(at);
  const std::lock_guard lock(mutex);
  const bool pinned = std::any_of(registered.begin(), registered.end(), [&](const auto& one) {
    const auto* first = static_cast<std::byte*>(one.first);
    return seen >= first && seen < first + one.second;
  });
  if (hosts && !pinned) return CUDA_ERROR_INVALID_VALUE;
  *static_cast<CUmemorytype*>(value) = hosts ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
  return CUDA_SUCCESS;
}

CUresult MemAlloc(CUdeviceptr* at, std::size_t bytes) {
  if (const CUresult code = called("cuMemAlloc"); code != CUDA_SUCCESS) return code;
  const int device = current_device();
  if (device < 0) return CUDA_ERROR_INVALID_CONTEXT;
  const within_driver here;
  std::size_t unit = 0;
  MemGetAllocationGranularity(&unit, nullptr, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  const std::size_t whole = (bytes + unit - 1) / unit * unit;
  CUmemAllocationProp prop{};
  prop.location.id = device;
  CUmemAccessDesc access{};
  access.location.id = device;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  allocation made{whole, 0};
  MemCreate(&made.handle, whole, &prop, 0);
  MemAddressReserve(at, whole, 0, 0, 0);
  MemMap(*at, whole, 0, made.handle, 0);
  MemSetAccess(*at, whole, &access, 1);
  const std::lock_guard lock(mutex);
  allocations[*at] = made;
  return CUDA_SUCCESS;
}

CUresult MemFree(CUdeviceptr at) {
  const std::lock_guard lock(mutex);
  const auto found = allocations.find(at);
  if (found == allocations.end()) return CUDA_ERROR_INVALID_VALUE;
  MemUnmap(at, found->second.bytes);
  MemAddressFree(at, found->second.bytes);
  MemRelease(found->second.handle);
  allocations.erase(found);
  return called("cuMemFree");
}

}  // namespace fake
