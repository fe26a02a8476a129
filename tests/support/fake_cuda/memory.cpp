// Registered host memory, and allocations of one piece, also those of other processes.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "fake_functions.hpp"
#include "fake_state.hpp"

namespace fake {
namespace {

std::mutex mutex;
std::map<void*, std::size_t> registered;

struct allocation {
  std::size_t bytes;
  CUmemGenericAllocationHandle handle;
  int shown = -1;  ///< the memory's descriptor, where other processes look for it
};
std::map<CUdeviceptr, allocation> allocations;  ///< of cuMemAlloc
std::map<CUdeviceptr, allocation> opened;       ///< other processes', by cudaIpc

/// What a CUipcMemHandle has in it. Whoever opens one holds a lock on the memory's file, which goes
/// with the process, too.
struct ipc_handle {
  pid_t pid;
  int fd;
  ino_t inode;  ///< the descriptor may be something else by now
  std::size_t bytes;
};
static_assert(sizeof(ipc_handle) <= sizeof(CUipcMemHandle));

ino_t inode_of(int fd) {
  struct stat status {};
  return fstat(fd, &status) == 0 ? status.st_ino : 0;
}

CUdeviceptr map_all(const allocation& it, int device) {
  CUmemAccessDesc access{};
  access.location.id = device;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  CUdeviceptr at = 0;
  MemAddressReserve(&at, it.bytes, 0, 0, 0);
  MemMap(at, it.bytes, 0, it.handle, 0);
  MemSetAccess(at, it.bytes, &access, 1);
  return at;
}

void unmap_all(CUdeviceptr at, const allocation& it) {
  const within_driver here;
  MemUnmap(at, it.bytes);
  MemAddressFree(at, it.bytes);
  MemRelease(it.handle);
}

/// False if it is not of those.
bool piece_attribute(void* value, CUpointer_attribute attribute, const piece_facts& piece) {
  if (attribute == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) {
    *static_cast<int*>(value) = piece.device;
  } else if (attribute == CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE) {
    *static_cast<unsigned*>(value) = piece.rdma ? 1 : 0;
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool is_pageable(std::uint64_t at) {
  if (reach(at, 1) != reinterpret_cast<void*>(at)) return false;
  const auto* seen = reinterpret_cast<const std::byte*>(at);
  const std::lock_guard lock(mutex);
  return std::none_of(registered.begin(), registered.end(), [seen](const auto& one) {
    const auto* first = static_cast<std::byte*>(one.first);
    return seen >= first && seen < first + one.second;
  });
}

CUresult MemHostRegister(void* at, std::size_t bytes, unsigned) {
  if (const CUresult code = called("cuMemHostRegister"); code != CUDA_SUCCESS) return code;
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (const CUresult code = settled("cuMemHostRegister"); code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(mutex);
  if (registered.count(at) != 0) return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  registered[at] = bytes;
  alive(1);
  return CUDA_SUCCESS;
}

CUresult MemHostUnregister(void* at) {
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (const CUresult code = settled("cuMemHostUnregister"); code != CUDA_SUCCESS) return code;
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
  piece_facts piece{};
  if (find_piece(at, &piece) && piece_attribute(value, attribute, piece)) return CUDA_SUCCESS;
  const auto* seen = static_cast<std::byte*>(reach(at, 1));
  if (attribute != CU_POINTER_ATTRIBUTE_MEMORY_TYPE || seen == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  if (is_pageable(at)) return CUDA_ERROR_INVALID_VALUE;
  const bool hosts = seen == reinterpret_cast<std::byte*>(at);
  *static_cast<CUmemorytype*>(value) = hosts ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
  return CUDA_SUCCESS;
}

CUresult MemGetAddressRange(CUdeviceptr* first, std::size_t* bytes, CUdeviceptr at) {
  if (const CUresult code = called("cuMemGetAddressRange"); code != CUDA_SUCCESS) return code;
  piece_facts piece{};
  if (!find_piece(at, &piece)) return CUDA_ERROR_NOT_FOUND;
  *first = piece.at;
  *bytes = piece.bytes;
  return CUDA_SUCCESS;
}

CUresult MemAlloc(CUdeviceptr* at, std::size_t bytes) {
  if (const CUresult code = called("cuMemAlloc"); code != CUDA_SUCCESS) return code;
  const int device = current_device();
  if (device < 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (const CUresult code = settled("cuMemAlloc"); code != CUDA_SUCCESS) return code;
  const within_driver here;
  std::size_t unit = 0;
  MemGetAllocationGranularity(&unit, nullptr, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  CUmemAllocationProp prop{};
  prop.location.id = device;
  allocation made{(bytes + unit - 1) / unit * unit, 0};
  MemCreate(&made.handle, made.bytes, &prop, 0);
  *at = map_all(made, device);
  const std::lock_guard lock(mutex);
  allocations[*at] = made;
  return CUDA_SUCCESS;
}

CUresult MemFree(CUdeviceptr at) {
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (const CUresult code = settled("cuMemFree"); code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(mutex);
  const auto found = allocations.find(at);
  if (found == allocations.end()) return CUDA_ERROR_INVALID_VALUE;
  if (found->second.shown >= 0) {
    if (flock(found->second.shown, LOCK_EX | LOCK_NB) != 0) {
      std::fputs("fake CUDA driver: cuMemFree of what another process has open\n", stderr);
      std::abort();
    }
    close(found->second.shown);
  }
  unmap_all(at, found->second);
  allocations.erase(found);
  return called("cuMemFree");
}

CUresult IpcGetMemHandle(CUipcMemHandle* out, CUdeviceptr at) {
  if (const CUresult code = called("cuIpcGetMemHandle"); code != CUDA_SUCCESS) return code;
  if (fake_cuda_settings()->ipc == 0) return CUDA_ERROR_NOT_SUPPORTED;
  const std::lock_guard lock(mutex);
  const auto found = allocations.find(at);
  if (found == allocations.end()) return CUDA_ERROR_INVALID_VALUE;
  allocation& it = found->second;
  const within_driver here;
  if (it.shown < 0) {
    MemExportToShareableHandle(&it.shown, it.handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0);
  }
  const ipc_handle made{getpid(), it.shown, inode_of(it.shown), it.bytes};
  *out = {};
  std::memcpy(out, &made, sizeof made);
  return CUDA_SUCCESS;
}

CUresult IpcOpenMemHandle(CUdeviceptr* at, CUipcMemHandle given, unsigned flags) {
  if (const CUresult code = called("cuIpcOpenMemHandle"); code != CUDA_SUCCESS) return code;
  ipc_handle handle{};
  std::memcpy(&handle, &given, sizeof handle);
  if (current_device() < 0 || handle.pid == getpid()) return CUDA_ERROR_INVALID_CONTEXT;
  if (flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult code = settled("cuIpcOpenMemHandle"); code != CUDA_SUCCESS) return code;
  const std::string path =
      "/proc/" + std::to_string(handle.pid) + "/fd/" + std::to_string(handle.fd);
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return CUDA_ERROR_INVALID_HANDLE;
  if (inode_of(fd) != handle.inode || flock(fd, LOCK_SH | LOCK_NB) != 0) {
    close(fd);
    return CUDA_ERROR_INVALID_HANDLE;
  }
  const within_driver here;
  allocation theirs{handle.bytes, 0};
  MemImportFromShareableHandle(&theirs.handle, reinterpret_cast<void*>(std::intptr_t{fd}),
                               CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
  close(fd);  // the lock is its copy's as well
  *at = map_all(theirs, current_device());
  const std::lock_guard lock(mutex);
  opened[*at] = theirs;
  return CUDA_SUCCESS;
}

CUresult IpcCloseMemHandle(CUdeviceptr at) {
  if (current_device() < 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (const CUresult code = settled("cuIpcCloseMemHandle"); code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(mutex);
  const auto found = opened.find(at);
  if (found == opened.end()) return CUDA_ERROR_INVALID_VALUE;
  unmap_all(at, found->second);
  opened.erase(found);
  return called("cuIpcCloseMemHandle");
}

}  // namespace fake
