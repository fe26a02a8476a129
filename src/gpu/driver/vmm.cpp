#include "gpu/driver/vmm.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <utility>

namespace ark {

namespace {

constexpr auto handle_type = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;

/// Properties of memory that network cards may access, if the device supports that.
CUmemAllocationProp properties(const cuda_device& device, bool shared) {
  CUmemAllocationProp prop{};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = device.number();
  prop.allocFlags.gpuDirectRDMACapable =
      device.attribute(CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED) != 0 ? 1 : 0;
  prop.requestedHandleTypes = shared ? handle_type : CU_MEM_HANDLE_TYPE_NONE;
  return prop;
}

}  // namespace

std::string vmm_obstacle(const cuda_device& device, bool shared) {
  const gpu_facts facts = device.facts();
  if (!facts.maps_memory) {
    return fmt::format("device {} maps no memory piece by piece (no virtual memory management)",
                       device.number());
  }
  if (shared && !facts.passes_memory) {
    return fmt::format("device {} passes no memory to other processes as file descriptors",
                       device.number());
  }
  try {
    const vmm_memory probe(device, vmm_granularity(device), shared);
    if (shared) static_cast<void>(probe.export_fd());
  } catch (const error& problem) {
    if (problem.code() == errc::out_of_memory) throw;
    return problem.what();
  }
  return {};
}

std::size_t vmm_granularity(const cuda_device& device) {
  const cuda_scope current(device);
  const CUmemAllocationProp prop = properties(device, true);
  std::size_t bytes = 0;
  cuda_check(
      cuda_driver::get().mem_granularity(&bytes, &prop, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
      "cuMemGetAllocationGranularity", {device.number()});
  return bytes;
}

void vmm_allow(const cuda_device& device, std::byte* at, std::size_t bytes) {
  const cuda_scope current(device);
  CUmemAccessDesc access{};
  access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  access.location.id = device.number();
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  cuda_check(cuda_driver::get().mem_set_access(device_pointer(at), bytes, &access, std::size_t{1}),
             "cuMemSetAccess", {device.number(), bytes});
}

vmm_memory::vmm_memory(const cuda_device& device, std::size_t bytes, bool shared)
    : device_(device), bytes_(bytes) {
  const cuda_scope current(device);
  const CUmemAllocationProp prop = properties(device, shared);
  cuda_check(cuda_driver::get().mem_create(&handle_, bytes, &prop, 0ull), "cuMemCreate",
             {device.number(), bytes});
}

vmm_memory::vmm_memory(const cuda_device& device, std::size_t bytes, const unique_fd& exported)
    : device_(device), bytes_(bytes) {
  const cuda_scope current(device);
  void* const as_pointer = reinterpret_cast<void*>(static_cast<std::intptr_t>(exported.get()));
  cuda_check(cuda_driver::get().mem_import(&handle_, as_pointer, handle_type),
             "cuMemImportFromShareableHandle", {device.number(), bytes});
}

vmm_memory::~vmm_memory() {
  cuda_warn(cuda_driver::get().mem_release(handle_), "cuMemRelease", {device_.number(), bytes_});
}

unique_fd vmm_memory::export_fd() const {
  const cuda_scope current(device_);
  int fd = -1;
  cuda_check(cuda_driver::get().mem_export(&fd, handle_, handle_type, 0ull),
             "cuMemExportToShareableHandle", {device_.number(), bytes_});
  return unique_fd(fd);
}

vmm_region::vmm_region(const cuda_device& device, std::size_t bytes)
    : device_(&device), bytes_(bytes) {
  const cuda_scope current(device);
  const CUresult code =
      cuda_driver::get().mem_address_reserve(&base_, bytes, std::size_t{0}, CUdeviceptr{0}, 0ull);
  if (code == CUDA_ERROR_OUT_OF_MEMORY) {
    throw error(errc::out_of_memory,
                fmt::format("cuMemAddressReserve on device {} of {} bytes: no room in the address "
                            "space; a smaller ARK_HEAP_RESERVE would help",
                            device.number(), bytes));
  }
  cuda_check(code, "cuMemAddressReserve", {device.number(), bytes});
}

vmm_region::~vmm_region() {
  if (base_ == 0) return;
  while (!pieces_.empty()) unmap(pieces_.back().offset);
  if (is_part_) return;
  cuda_warn(cuda_driver::get().mem_address_free(base_, bytes_), "cuMemAddressFree",
            {device_->number(), bytes_});
}

void vmm_region::swap(vmm_region& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(base_, other.base_);
  std::swap(bytes_, other.bytes_);
  std::swap(is_part_, other.is_part_);
  std::swap(pieces_, other.pieces_);
}

void vmm_region::map(std::size_t offset, const vmm_memory& memory) {
  const cuda_scope current(*device_);
  pieces_.reserve(pieces_.size() + 1);
  cuda_check(cuda_driver::get().mem_map(base_ + offset, memory.bytes(), std::size_t{0},
                                        memory.get(), 0ull),
             "cuMemMap", {device_->number(), memory.bytes()});
  pieces_.push_back({offset, memory.bytes()});
  try {
    vmm_allow(*device_, base() + offset, memory.bytes());
  } catch (...) {
    unmap(offset);
    throw;
  }
}

void vmm_region::unmap(std::size_t offset) noexcept {
  const auto found = std::find_if(pieces_.begin(), pieces_.end(),
                                  [&](const piece& one) { return one.offset == offset; });
  if (found == pieces_.end()) return;
  cuda_warn(cuda_driver::get().mem_unmap(base_ + offset, found->bytes), "cuMemUnmap",
            {device_->number(), found->bytes});
  pieces_.erase(found);
}

}  // namespace ark
