// The fake driver's functions, by CUDA's names without the leading cu.
#pragma once

#include <cuda.h>

#include <cstddef>

namespace fake {

// driver.cpp, device.cpp
CUresult Init(unsigned flags);
CUresult GetErrorName(CUresult code, const char** text);
CUresult GetErrorString(CUresult code, const char** text);
CUresult DeviceGetCount(int* count);
CUresult DeviceGet(CUdevice* device, int number);
CUresult DeviceGetName(char* name, int bytes, CUdevice device);
CUresult DeviceGetUuid(CUuuid* uuid, CUdevice device);
CUresult DeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device);
CUresult DeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute, CUdevice from,
                               CUdevice to);
CUresult DeviceTotalMem(std::size_t* bytes, CUdevice device);
CUresult DevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
CUresult DevicePrimaryCtxRelease(CUdevice device);
CUresult CtxGetCurrent(CUcontext* context);
CUresult CtxSetCurrent(CUcontext context);
CUresult CtxGetDevice(CUdevice* device);
CUresult CtxPushCurrent(CUcontext context);
CUresult CtxPopCurrent(CUcontext* context);
CUresult CtxGetLimit(std::size_t* value, CUlimit limit);
CUresult CtxSetLimit(CUlimit limit, std::size_t value);
CUresult CtxEnablePeerAccess(CUcontext peer, unsigned flags);
CUresult ThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode);

// network.cpp
CUresult FlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                  CUflushGPUDirectRDMAWritesScope scope);

// segments.cpp
CUresult MemGetAllocationGranularity(std::size_t* bytes, const CUmemAllocationProp* prop,
                                     CUmemAllocationGranularity_flags which);
CUresult MemAddressReserve(CUdeviceptr* at, std::size_t bytes, std::size_t alignment,
                           CUdeviceptr wish, unsigned long long flags);
CUresult MemAddressFree(CUdeviceptr at, std::size_t bytes);
CUresult MemCreate(CUmemGenericAllocationHandle* handle, std::size_t bytes,
                   const CUmemAllocationProp* prop, unsigned long long flags);
CUresult MemRelease(CUmemGenericAllocationHandle handle);
CUresult MemMap(CUdeviceptr at, std::size_t bytes, std::size_t offset,
                CUmemGenericAllocationHandle handle, unsigned long long flags);
CUresult MemUnmap(CUdeviceptr at, std::size_t bytes);
CUresult MemSetAccess(CUdeviceptr at, std::size_t bytes, const CUmemAccessDesc* who,
                      std::size_t count);
CUresult MemExportToShareableHandle(void* out, CUmemGenericAllocationHandle handle,
                                    CUmemAllocationHandleType type, unsigned long long flags);
CUresult MemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shared,
                                      CUmemAllocationHandleType type);

// memory.cpp
CUresult MemHostRegister(void* at, std::size_t bytes, unsigned flags);
CUresult MemHostUnregister(void* at);
CUresult MemHostGetDevicePointer(CUdeviceptr* device, void* at, unsigned flags);
CUresult PointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr at);
CUresult MemGetAddressRange(CUdeviceptr* first, std::size_t* bytes, CUdeviceptr at);
CUresult MemAlloc(CUdeviceptr* at, std::size_t bytes);
CUresult MemFree(CUdeviceptr at);
CUresult IpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr at);
CUresult IpcOpenMemHandle(CUdeviceptr* at, CUipcMemHandle handle, unsigned flags);
CUresult IpcCloseMemHandle(CUdeviceptr at);

// kernel.cpp
CUresult ModuleLoadData(CUmodule* module, const void* image);
CUresult ModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUresult ModuleUnload(CUmodule module);
CUresult LaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                      CUstream stream, void** parameters, void** extra);

// ptx_modules.cpp
CUresult ModuleGetGlobal(CUdeviceptr* at, std::size_t* bytes, CUmodule module, const char* name);
CUresult FuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function);
CUresult FuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult LaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned shared_bytes, CUstream stream,
                                 void** parameters);

// graph.cpp
CUresult GraphCreate(CUgraph* graph, unsigned flags);
CUresult GraphDestroy(CUgraph graph);
CUresult GraphConditionalHandleCreate(CUgraphConditionalHandle* handle, CUgraph graph,
                                      CUcontext context, unsigned value, unsigned flags);
CUresult GraphAddNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* after,
                      const CUgraphEdgeData* edges, std::size_t count, CUgraphNodeParams* what);
CUresult GraphInstantiateWithFlags(CUgraphExec* ready, CUgraph graph, unsigned long long flags);
CUresult GraphLaunch(CUgraphExec ready, CUstream stream);
CUresult GraphExecDestroy(CUgraphExec ready);

// stream.cpp
CUresult MemcpyAsync(CUdeviceptr dest, CUdeviceptr source, std::size_t bytes, CUstream stream);
CUresult MemcpyBatchAsync(CUdeviceptr* dests, CUdeviceptr* sources, std::size_t* sizes,
                          std::size_t count, CUmemcpyAttributes* attributes,
                          std::size_t* attribute_firsts, std::size_t attribute_count,
                          std::size_t* failed, CUstream stream);
CUresult MemsetD8Async(CUdeviceptr dest, unsigned char value, std::size_t bytes, CUstream stream);
CUresult CtxGetStreamPriorityRange(int* least, int* greatest);
CUresult StreamGetGreenCtx(CUstream stream, CUgreenCtx* green);
CUresult GreenCtxGetDevResource(CUgreenCtx green, CUdevResource* out, CUdevResourceType type);
CUresult DeviceGetDevResource(CUdevice device, CUdevResource* out, CUdevResourceType type);
CUresult DevSmResourceSplitByCount(CUdevResource* groups, unsigned* count,
                                   const CUdevResource* whole, CUdevResource* remaining,
                                   unsigned flags, unsigned least);
CUresult DevResourceGenerateDesc(CUdevResourceDesc* desc, CUdevResource* groups, unsigned count);
CUresult GreenCtxCreate(CUgreenCtx* green, CUdevResourceDesc desc, CUdevice device, unsigned flags);
CUresult GreenCtxDestroy(CUgreenCtx green);
CUresult GreenCtxStreamCreate(CUstream* stream, CUgreenCtx green, unsigned flags, int priority);
CUresult StreamCreateWithPriority(CUstream* stream, unsigned flags, int priority);
CUresult StreamDestroy(CUstream stream);
CUresult StreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status);
CUresult StreamQuery(CUstream stream);
CUresult StreamWriteValue64(CUstream stream, CUdeviceptr at, cuuint64_t value, unsigned flags);

}  // namespace fake
