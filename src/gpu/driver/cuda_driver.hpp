// The functions of CUDA's driver that ark calls. Only if libark is built with a CUDA toolkit.
//
// libark links no library of CUDA: it loads the driver when a GPU is first needed, so that the same
// libark runs on machines without one.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>

#include <cstddef>
#include <source_location>
#include <string>
#include <vector>

namespace ark {

/// A function of the driver before it is resolved: its name, and the version of CUDA whose
/// signature is needed.
struct cuda_entry {
  const char* name;
  int version;  ///< 1000 * major + 10 * minor, CUDA's format
  void* address = nullptr;
};

/// A resolved, callable function. Returns CUDA's code, for cuda_check.
template <class Pointer>
class cuda_function {
 public:
  cuda_function(std::vector<cuda_entry*>& all, const char* name, int version)
      : entry_{name, version} {
    all.push_back(&entry_);
  }
  cuda_function(const cuda_function&) = delete;
  cuda_function& operator=(const cuda_function&) = delete;

  /// False for a function that only newer drivers have.
  explicit operator bool() const noexcept { return entry_.address != nullptr; }

  template <class... Arguments>
  CUresult operator()(Arguments... arguments) const {
    return reinterpret_cast<Pointer>(entry_.address)(arguments...);
  }

 private:
  cuda_entry entry_;
};

/// The driver's functions, by CUDA's names without the leading cu. The constructor requires all of
/// them, except those marked newer. Streams given as null are the legacy default stream. Any
/// thread.
class cuda_driver {
 private:
  std::vector<cuda_entry*> all_, newer_;  // filled by the members' initialisers
  int version_ = 0;

  template <class Pointer>
  using function = cuda_function<Pointer>;

 public:
  /// The oldest driver that ark supports, and the first whose cuGetProcAddress reports why a symbol
  /// is missing.
  static constexpr int least_version = 12000;

  /// Load `library` and resolve every function. Throws ark::error{unsupported} with what is missing
  /// and a remedy. The library stays loaded.
  explicit cuda_driver(const char* library);
  cuda_driver(const cuda_driver&) = delete;
  cuda_driver& operator=(const cuda_driver&) = delete;

  /// The process's driver: loaded and initialised (cuInit) by the first call, permanently. Throws
  /// ark::error{unsupported}, equal in each call.
  static const cuda_driver& get();

  /// The highest version that the driver supports, e.g. 13000.
  [[nodiscard]] int version() const noexcept { return version_; }
  /// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"
  [[nodiscard]] std::string error_text(CUresult code) const;

  // The driver
  function<PFN_cuInit_v2000> init{all_, "cuInit", 2000};
  function<PFN_cuGetErrorName_v6000> get_error_name{all_, "cuGetErrorName", 6000};
  function<PFN_cuGetErrorString_v6000> get_error_string{all_, "cuGetErrorString", 6000};

  // Devices and contexts
  function<PFN_cuDeviceGetCount_v2000> device_get_count{all_, "cuDeviceGetCount", 2000};
  function<PFN_cuDeviceGet_v2000> device_get{all_, "cuDeviceGet", 2000};
  function<PFN_cuDeviceGetName_v2000> device_get_name{all_, "cuDeviceGetName", 2000};
  function<PFN_cuDeviceGetUuid_v11040> device_get_uuid{all_, "cuDeviceGetUuid", 11040};
  function<PFN_cuDeviceGetAttribute_v2000> device_get_attribute{all_, "cuDeviceGetAttribute", 2000};
  function<PFN_cuDeviceGetP2PAttribute_v8000> device_get_p2p_attribute{
      all_, "cuDeviceGetP2PAttribute", 8000};
  function<PFN_cuDeviceTotalMem_v3020> device_total_mem{all_, "cuDeviceTotalMem", 3020};
  function<PFN_cuDevicePrimaryCtxRetain_v7000> primary_retain{all_, "cuDevicePrimaryCtxRetain",
                                                              7000};
  function<PFN_cuDevicePrimaryCtxRelease_v11000> primary_release{all_, "cuDevicePrimaryCtxRelease",
                                                                 11000};
  function<PFN_cuCtxGetCurrent_v4000> ctx_get_current{all_, "cuCtxGetCurrent", 4000};
  function<PFN_cuCtxSetCurrent_v4000> ctx_set_current{all_, "cuCtxSetCurrent", 4000};
  function<PFN_cuCtxGetDevice_v2000> ctx_get_device{all_, "cuCtxGetDevice", 2000};
  function<PFN_cuCtxPushCurrent_v4000> ctx_push_current{all_, "cuCtxPushCurrent", 4000};
  function<PFN_cuCtxPopCurrent_v4000> ctx_pop_current{all_, "cuCtxPopCurrent", 4000};
  function<PFN_cuCtxGetLimit_v3010> ctx_get_limit{all_, "cuCtxGetLimit", 3010};
  function<PFN_cuCtxSetLimit_v3010> ctx_set_limit{all_, "cuCtxSetLimit", 3010};
  function<PFN_cuCtxEnablePeerAccess_v4000> ctx_enable_peer_access{all_, "cuCtxEnablePeerAccess",
                                                                   4000};

  function<PFN_cuThreadExchangeStreamCaptureMode_v10010> exchange_capture_mode{
      all_, "cuThreadExchangeStreamCaptureMode", 10010};
  function<PFN_cuFlushGPUDirectRDMAWrites_v11030> flush_gpu_direct_rdma_writes{
      all_, "cuFlushGPUDirectRDMAWrites", 11030};

  // Memory that is mapped piece by piece
  function<PFN_cuMemGetAllocationGranularity_v10020> mem_granularity{
      all_, "cuMemGetAllocationGranularity", 10020};
  function<PFN_cuMemAddressReserve_v10020> mem_address_reserve{all_, "cuMemAddressReserve", 10020};
  function<PFN_cuMemAddressFree_v10020> mem_address_free{all_, "cuMemAddressFree", 10020};
  function<PFN_cuMemCreate_v10020> mem_create{all_, "cuMemCreate", 10020};
  function<PFN_cuMemRelease_v10020> mem_release{all_, "cuMemRelease", 10020};
  function<PFN_cuMemMap_v10020> mem_map{all_, "cuMemMap", 10020};
  function<PFN_cuMemUnmap_v10020> mem_unmap{all_, "cuMemUnmap", 10020};
  function<PFN_cuMemSetAccess_v10020> mem_set_access{all_, "cuMemSetAccess", 10020};
  function<PFN_cuMemGetAddressRange_v3020> mem_get_address_range{all_, "cuMemGetAddressRange",
                                                                 3020};
  function<PFN_cuMemExportToShareableHandle_v10020> mem_export{all_, "cuMemExportToShareableHandle",
                                                               10020};
  function<PFN_cuMemImportFromShareableHandle_v10020> mem_import{
      all_, "cuMemImportFromShareableHandle", 10020};

  // Allocations of one piece that other processes open
  function<PFN_cuIpcGetMemHandle_v4010> ipc_get_mem_handle{all_, "cuIpcGetMemHandle", 4010};
  function<PFN_cuIpcOpenMemHandle_v11000> ipc_open_mem_handle{all_, "cuIpcOpenMemHandle", 11000};
  function<PFN_cuIpcCloseMemHandle_v4010> ipc_close_mem_handle{all_, "cuIpcCloseMemHandle", 4010};

  // Memory of the host and of one device, and moving bytes
  function<PFN_cuMemHostRegister_v6050> mem_host_register{all_, "cuMemHostRegister", 6050};
  function<PFN_cuMemHostUnregister_v4000> mem_host_unregister{all_, "cuMemHostUnregister", 4000};
  function<PFN_cuMemHostGetDevicePointer_v3020> mem_host_get_device_pointer{
      all_, "cuMemHostGetDevicePointer", 3020};
  function<PFN_cuPointerGetAttribute_v4000> pointer_get_attribute{all_, "cuPointerGetAttribute",
                                                                  4000};
  function<PFN_cuMemAlloc_v3020> mem_alloc{all_, "cuMemAlloc", 3020};
  function<PFN_cuMemFree_v3020> mem_free{all_, "cuMemFree", 3020};
  function<PFN_cuMemcpyAsync_v4000> memcpy_async{all_, "cuMemcpyAsync", 4000};
  function<PFN_cuMemcpyBatchAsync_v12080> memcpy_batch_async{newer_, "cuMemcpyBatchAsync", 12080};
  function<PFN_cuMemsetD8Async_v3020> memset_d8_async{all_, "cuMemsetD8Async", 3020};

  // Kernels of libark's own
  function<PFN_cuModuleLoadData_v2000> module_load_data{all_, "cuModuleLoadData", 2000};
  function<PFN_cuModuleGetFunction_v2000> module_get_function{all_, "cuModuleGetFunction", 2000};
  function<PFN_cuModuleUnload_v2000> module_unload{all_, "cuModuleUnload", 2000};
  function<PFN_cuLaunchKernel_v4000> launch_kernel{all_, "cuLaunchKernel", 4000};

  // Graphs
  function<PFN_cuGraphCreate_v10000> graph_create{all_, "cuGraphCreate", 10000};
  function<PFN_cuGraphDestroy_v10000> graph_destroy{all_, "cuGraphDestroy", 10000};
  function<PFN_cuGraphConditionalHandleCreate_v12030> graph_conditional_handle_create{
      newer_, "cuGraphConditionalHandleCreate", 12030};
  function<PFN_cuGraphAddNode_v12030> graph_add_node{newer_, "cuGraphAddNode", 12030};
  function<PFN_cuGraphInstantiateWithFlags_v11040> graph_instantiate_with_flags{
      all_, "cuGraphInstantiateWithFlags", 11040};
  function<PFN_cuGraphLaunch_v10000> graph_launch{all_, "cuGraphLaunch", 10000};
  function<PFN_cuGraphExecDestroy_v10000> graph_exec_destroy{all_, "cuGraphExecDestroy", 10000};

  // Streams
  function<PFN_cuCtxGetStreamPriorityRange_v5050> ctx_get_stream_priority_range{
      all_, "cuCtxGetStreamPriorityRange", 5050};
  function<PFN_cuStreamCreateWithPriority_v5050> stream_create_with_priority{
      all_, "cuStreamCreateWithPriority", 5050};
  function<PFN_cuStreamGetGreenCtx_v12040> stream_get_green_ctx{newer_, "cuStreamGetGreenCtx",
                                                                12040};
  function<PFN_cuGreenCtxGetDevResource_v12040> green_ctx_get_dev_resource{
      newer_, "cuGreenCtxGetDevResource", 12040};
  function<PFN_cuDeviceGetDevResource_v12040> device_get_dev_resource{
      newer_, "cuDeviceGetDevResource", 12040};
  function<PFN_cuDevSmResourceSplitByCount_v12040> dev_sm_resource_split_by_count{
      newer_, "cuDevSmResourceSplitByCount", 12040};
  function<PFN_cuDevResourceGenerateDesc_v12040> dev_resource_generate_desc{
      newer_, "cuDevResourceGenerateDesc", 12040};
  function<PFN_cuGreenCtxCreate_v12040> green_ctx_create{newer_, "cuGreenCtxCreate", 12040};
  function<PFN_cuGreenCtxDestroy_v12040> green_ctx_destroy{newer_, "cuGreenCtxDestroy", 12040};
  function<PFN_cuGreenCtxStreamCreate_v12050> green_ctx_stream_create{
      newer_, "cuGreenCtxStreamCreate", 12050};
  function<PFN_cuStreamDestroy_v4000> stream_destroy{all_, "cuStreamDestroy", 4000};
  function<PFN_cuStreamIsCapturing_v10000> stream_is_capturing{all_, "cuStreamIsCapturing", 10000};
  function<PFN_cuStreamQuery_v2000> stream_query{all_, "cuStreamQuery", 2000};
  function<PFN_cuStreamWriteValue64_v11070> stream_write_value_64{all_, "cuStreamWriteValue64",
                                                                  11070};
};

/// Subject of a call, for its error.
struct cuda_call_subject {
  int device = -1;        ///< device number; -1: none
  std::size_t bytes = 0;  ///< 0: no size
};

/// Throws unless `code` is success: call, device, size, CUDA's own text and the place. The code is
/// out_of_memory or unsupported if CUDA reports that, otherwise system_error.
void cuda_check(CUresult code, const char* call, cuda_call_subject about = {},
                const std::source_location& where = std::source_location::current());
/// cuda_check() for destructors: logs. At the process's end CUDA may be finalized already, which is
/// no failure.
void cuda_warn(CUresult code, const char* call, cuda_call_subject about = {}) noexcept;

/// An address in the type of CUDA's driver.
[[nodiscard]] inline CUdeviceptr device_pointer(const void* at) noexcept {
  return reinterpret_cast<CUdeviceptr>(at);
}

}  // namespace ark
