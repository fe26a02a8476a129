// Device memory in pieces: address ranges, handles over memfds, mappings.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "fake_functions.hpp"
#include "fake_state.hpp"

namespace fake {
namespace {

constexpr std::size_t granularity = 2 << 20;
/// Of a piece's file, before its device's number.
const std::string file_name = "fake-cuda-";

struct handle {
  int fd;
  std::size_t bytes;
  piece_facts facts;
};
struct range {
  std::size_t bytes;
  std::byte* second;  ///< where the driver itself reaches what is mapped here
};
struct mapping {
  std::size_t bytes;
  bool accessible;
  piece_facts facts;
};
std::mutex mutex;
std::map<std::uint64_t, range> ranges;
std::set<handle*> handles;
std::map<std::uint64_t, mapping> mappings;

CUresult add_handle(CUmemGenericAllocationHandle* out, int fd, std::size_t bytes,
                    const piece_facts& facts) {
  auto* made = new handle{fd, bytes, facts};
  const std::lock_guard lock(mutex);
  handles.insert(made);
  alive(1);
  *out = reinterpret_cast<CUmemGenericAllocationHandle>(made);
  return CUDA_SUCCESS;
}

handle* known(CUmemGenericAllocationHandle number) {
  auto* it = reinterpret_cast<handle*>(number);
  return handles.count(it) != 0 ? it : nullptr;
}

/// Address space that nobody may touch, at `at` if that is not null.
void* hide(void* at, std::size_t bytes) {
  return mmap(at, bytes, PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at == nullptr ? 0 : MAP_FIXED), -1, 0);
}

/// The range that holds all of [at, at + bytes), or ranges.end().
std::map<std::uint64_t, range>::iterator range_around(std::uint64_t at, std::size_t bytes) {
  auto found = ranges.upper_bound(at);
  if (found == ranges.begin()) return ranges.end();
  --found;
  const std::uint64_t offset = at - found->first;
  const bool inside = offset < found->second.bytes && bytes <= found->second.bytes - offset;
  return inside ? found : ranges.end();
}

/// The device of the piece whose file, perhaps another process's, is `fd`; -1: it is none.
int device_behind(int fd) {
  char link[64] = {};
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  if (readlink(path.c_str(), link, sizeof link - 1) <= 0) return -1;
  const char* name = std::strstr(link, file_name.c_str());
  return name == nullptr ? -1 : std::atoi(name + file_name.size());
}

bool all_accessible(std::uint64_t at, std::size_t bytes) {
  const std::uint64_t end = at + bytes;
  while (at < end) {
    auto found = mappings.upper_bound(at);
    if (found == mappings.begin()) return false;
    --found;
    const std::uint64_t behind = found->first + found->second.bytes;
    if (at >= behind || !found->second.accessible) return false;
    at = behind;
  }
  return true;
}

/// Kernels that the CPU plays at present.
int played_kernels = 0;

/// Of device memory at its own address, with settings open == 2.
int protection() { return played_kernels > 0 ? PROT_READ | PROT_WRITE : PROT_NONE; }

/// For programs; the driver's own allocations are pieces all the same.
bool maps_memory() { return within_driver::now() || fake_cuda_settings()->vmm != 0; }

}  // namespace

void* reach(std::uint64_t at, std::size_t bytes) {
  const std::lock_guard lock(mutex);
  const auto found = range_around(at, 1);
  if (found == ranges.end()) return reinterpret_cast<void*>(at);  // the host's own
  if (range_around(at, bytes) == ranges.end() || !all_accessible(at, bytes)) return nullptr;
  return found->second.second + (at - found->first);
}

bool find_piece(std::uint64_t at, piece_facts* facts) {
  const std::lock_guard lock(mutex);
  auto found = mappings.upper_bound(at);
  if (found == mappings.begin()) return false;
  --found;
  if (at - found->first >= found->second.bytes) return false;
  *facts = found->second.facts;
  return true;
}

CUresult MemGetAllocationGranularity(std::size_t* bytes, const CUmemAllocationProp*,
                                     CUmemAllocationGranularity_flags) {
  *bytes = granularity;
  return called("cuMemGetAllocationGranularity");
}

CUresult MemAddressReserve(CUdeviceptr* at, std::size_t bytes, std::size_t, CUdeviceptr,
                           unsigned long long) {
  if (const CUresult code = called("cuMemAddressReserve"); code != CUDA_SUCCESS) return code;
  if (!maps_memory()) return CUDA_ERROR_NOT_SUPPORTED;
  if (bytes == 0 || bytes % granularity != 0) return CUDA_ERROR_INVALID_VALUE;
  void* first = hide(nullptr, bytes);
  void* second = hide(nullptr, bytes);
  if (first == MAP_FAILED || second == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
  const std::lock_guard lock(mutex);
  *at = reinterpret_cast<std::uint64_t>(first);
  ranges[*at] = {bytes, static_cast<std::byte*>(second)};
  alive(1);
  return CUDA_SUCCESS;
}

CUresult MemAddressFree(CUdeviceptr at, std::size_t bytes) {
  const std::lock_guard lock(mutex);
  const auto found = ranges.find(at);
  if (found == ranges.end() || found->second.bytes != bytes) return CUDA_ERROR_INVALID_VALUE;
  const auto mapped = mappings.lower_bound(at);
  if (mapped != mappings.end() && mapped->first < at + bytes) return CUDA_ERROR_INVALID_VALUE;
  munmap(reinterpret_cast<void*>(at), bytes);
  munmap(found->second.second, bytes);
  ranges.erase(found);
  alive(-1);
  return called("cuMemAddressFree");
}

CUresult MemCreate(CUmemGenericAllocationHandle* out, std::size_t bytes,
                   const CUmemAllocationProp* prop, unsigned long long) {
  if (const CUresult code = called("cuMemCreate"); code != CUDA_SUCCESS) return code;
  if (!maps_memory()) return CUDA_ERROR_NOT_SUPPORTED;
  if (bytes == 0 || bytes % granularity != 0 || !known_device(prop->location.id)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (prop->requestedHandleTypes != 0 && fake_cuda_settings()->posix_fd == 0) {
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  const bool rdma = prop->allocFlags.gpuDirectRDMACapable != 0;
  if (rdma && fake_cuda_settings()->rdma_vmm == 0) return CUDA_ERROR_NOT_SUPPORTED;
  const std::string name = file_name + std::to_string(prop->location.id);
  const int fd = memfd_create(name.c_str(), MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, static_cast<off_t>(bytes)) != 0) return CUDA_ERROR_OUT_OF_MEMORY;
  // CUDA promises nothing about what is in there.
  const std::uint64_t rubbish = 0xa5a5a5a5a5a5a5a5;
  for (std::size_t at = 0; at < bytes; at += 4096) {
    if (pwrite(fd, &rubbish, sizeof rubbish, static_cast<off_t>(at)) != sizeof rubbish) {
      close(fd);
      return CUDA_ERROR_OUT_OF_MEMORY;
    }
  }
  return add_handle(out, fd, bytes, {0, bytes, prop->location.id, rdma || within_driver::now()});
}

CUresult MemRelease(CUmemGenericAllocationHandle number) {
  const std::lock_guard lock(mutex);
  handle* it = known(number);
  if (it == nullptr) return CUDA_ERROR_INVALID_VALUE;
  close(it->fd);  // mappings of it stay
  handles.erase(it);
  delete it;
  alive(-1);
  return called("cuMemRelease");
}

CUresult MemMap(CUdeviceptr at, std::size_t bytes, std::size_t offset,
                CUmemGenericAllocationHandle number, unsigned long long) {
  if (const CUresult code = called("cuMemMap"); code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(mutex);
  const handle* it = known(number);
  const auto around = range_around(at, bytes);
  if (it == nullptr || around == ranges.end() || bytes > it->bytes || offset != 0 ||
      at % granularity != 0) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const auto show = [&](void* where) {
    return mmap(where, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, it->fd, 0) == where;
  };
  const int open = fake_cuda_settings()->open;
  auto* const theirs = reinterpret_cast<void*>(at);
  if (!show(around->second.second + (at - around->first)) || (open != 0 && !show(theirs)) ||
      (open == 2 && mprotect(theirs, bytes, protection()) != 0)) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  mappings[at] = {bytes, false, {at, bytes, it->facts.device, it->facts.rdma}};
  return CUDA_SUCCESS;
}

CUresult MemUnmap(CUdeviceptr at, std::size_t bytes) {
  piece_facts piece{};
  if (!find_piece(at, &piece)) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult code = settled("cuMemUnmap", piece.device); code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(mutex);
  const auto found = mappings.find(at);
  if (found == mappings.end() || found->second.bytes != bytes) return CUDA_ERROR_INVALID_VALUE;
  const auto around = range_around(at, bytes);
  hide(around->second.second + (at - around->first), bytes);
  hide(reinterpret_cast<void*>(at), bytes);
  mappings.erase(found);
  return called("cuMemUnmap");
}

CUresult MemSetAccess(CUdeviceptr at, std::size_t bytes, const CUmemAccessDesc* who, std::size_t) {
  if (const CUresult code = called("cuMemSetAccess"); code != CUDA_SUCCESS) return code;
  if (who->flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE || !known_device(who->location.id)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const CUresult code = settled("cuMemSetAccess", who->location.id);
  if (code != CUDA_SUCCESS) return code;
  const std::lock_guard lock(mutex);
  const auto found = mappings.find(at);
  if (found == mappings.end() || found->second.bytes != bytes) return CUDA_ERROR_INVALID_VALUE;
  if (fake_cuda_settings()->peers == 0 && found->second.facts.device != who->location.id)
    return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  found->second.accessible = true;
  return CUDA_SUCCESS;
}

CUresult MemExportToShareableHandle(void* out, CUmemGenericAllocationHandle number,
                                    CUmemAllocationHandleType type, unsigned long long) {
  if (const CUresult code = called("cuMemExportToShareableHandle"); code != CUDA_SUCCESS)
    return code;
  const std::lock_guard lock(mutex);
  const handle* it = known(number);
  if (it == nullptr || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  const int fd = fcntl(it->fd, F_DUPFD_CLOEXEC, 0);
  std::memcpy(out, &fd, sizeof fd);
  return CUDA_SUCCESS;
}

CUresult MemImportFromShareableHandle(CUmemGenericAllocationHandle* out, void* shared,
                                      CUmemAllocationHandleType) {
  if (const CUresult code = called("cuMemImportFromShareableHandle"); code != CUDA_SUCCESS)
    return code;
  const int fd =
      fcntl(static_cast<int>(reinterpret_cast<std::intptr_t>(shared)), F_DUPFD_CLOEXEC, 0);
  struct stat status {};
  if (fd < 0 || fstat(fd, &status) != 0) return CUDA_ERROR_INVALID_VALUE;
  const int device = device_behind(fd);
  if (device < 0) return CUDA_ERROR_INVALID_VALUE;
  return add_handle(out, fd, static_cast<std::size_t>(status.st_size),
                    {0, static_cast<std::size_t>(status.st_size), device, true});
}

void kernels_played(int difference) {
  const std::lock_guard lock(mutex);
  const int before = protection();
  played_kernels += difference;
  if (fake_cuda_settings()->open != 2 || protection() == before) return;
  for (const auto& [at, piece] : mappings) {
    if (mprotect(reinterpret_cast<void*>(at), piece.bytes, protection()) != 0) std::abort();
  }
}

}  // namespace fake
