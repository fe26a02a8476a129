// Memory as ark's symmetric heap on GPUs: a physical allocation behind a reserved
// range.
#pragma once

#include <cstddef>
#include <string>

#include "driver.hpp"

namespace ark_probe {

/// At least `bytes` of the GPU's memory, mapped read and write, exportable as a file descriptor
/// where the machine can. Errors of the constructor: cuda_error.
class vmm_memory {
 public:
  vmm_memory(std::size_t bytes, int device, bool exportable) {
    CUmemAllocationProp how = {};
    how.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    how.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    how.location.id = device;
    if (exportable) how.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    std::size_t unit = 0;
    check(granularity_(&unit, &how, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
          "cuMemGetAllocationGranularity");
    bytes_ = (bytes + unit - 1) / unit * unit;
    const std::string size = "(" + std::to_string(bytes_) + " bytes)";
    check(create_(&handle_, bytes_, &how, 0), "cuMemCreate" + size);
    created_ = true;
    try {
      check(reserve_(&at_, bytes_, 0, 0, 0), "cuMemAddressReserve" + size);
      check(map_(at_, bytes_, 0, handle_, 0), "cuMemMap" + size);
      mapped_ = true;
      CUmemAccessDesc access = {};
      access.location = how.location;
      access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
      check(access_(at_, bytes_, &access, 1), "cuMemSetAccess" + size);
    } catch (...) {
      destroy();
      throw;
    }
  }
  ~vmm_memory() { destroy(); }
  vmm_memory(const vmm_memory&) = delete;
  vmm_memory& operator=(const vmm_memory&) = delete;

  [[nodiscard]] void* data() const { return reinterpret_cast<void*>(at_); }

 private:
  void destroy() {
    if (mapped_) unmap_(at_, bytes_);
    if (at_ != 0) free_(at_, bytes_);
    if (created_) release_(handle_);
  }

  template <class Function>
  static Function function(const char* symbol) {
    return driver_function<Function>(symbol);
  }
  PFN_cuMemGetAllocationGranularity_v10020 granularity_ =
      function<PFN_cuMemGetAllocationGranularity_v10020>("cuMemGetAllocationGranularity");
  PFN_cuMemCreate_v10020 create_ = function<PFN_cuMemCreate_v10020>("cuMemCreate");
  PFN_cuMemRelease_v10020 release_ = function<PFN_cuMemRelease_v10020>("cuMemRelease");
  PFN_cuMemAddressReserve_v10020 reserve_ =
      function<PFN_cuMemAddressReserve_v10020>("cuMemAddressReserve");
  PFN_cuMemAddressFree_v10020 free_ = function<PFN_cuMemAddressFree_v10020>("cuMemAddressFree");
  PFN_cuMemMap_v10020 map_ = function<PFN_cuMemMap_v10020>("cuMemMap");
  PFN_cuMemUnmap_v10020 unmap_ = function<PFN_cuMemUnmap_v10020>("cuMemUnmap");
  PFN_cuMemSetAccess_v10020 access_ = function<PFN_cuMemSetAccess_v10020>("cuMemSetAccess");

  CUmemGenericAllocationHandle handle_ = 0;
  CUdeviceptr at_ = 0;
  std::size_t bytes_ = 0;
  bool created_ = false, mapped_ = false;
};

}  // namespace ark_probe
