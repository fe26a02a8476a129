// Every function of the fake driver, with the version whose signature it has.
//
// cuda.h's macros turn some of the names into those of a version; the table's text is CUDA's plain
// name.
#pragma once

#include "fake_functions.hpp"

namespace fake {

struct table_row {
  const char* name;
  int version;
  void* function;
};

#define FAKE_ROW(name, version) \
  { "cu" #name, version, reinterpret_cast<void*>(&fake::name) }
inline const table_row table[] = {
    FAKE_ROW(Init, 2000),
    FAKE_ROW(GetErrorName, 6000),
    FAKE_ROW(GetErrorString, 6000),
    FAKE_ROW(DeviceGetCount, 2000),
    FAKE_ROW(DeviceGet, 2000),
    FAKE_ROW(DeviceGetName, 2000),
    FAKE_ROW(DeviceGetUuid, 11040),
    FAKE_ROW(DeviceGetAttribute, 2000),
    FAKE_ROW(DeviceGetP2PAttribute, 8000),
    FAKE_ROW(DeviceTotalMem, 3020),
    FAKE_ROW(DevicePrimaryCtxRetain, 7000),
    FAKE_ROW(DevicePrimaryCtxRelease, 11000),
    FAKE_ROW(CtxGetCurrent, 4000),
    FAKE_ROW(CtxSetCurrent, 4000),
    FAKE_ROW(CtxGetDevice, 2000),
    FAKE_ROW(CtxPushCurrent, 4000),
    FAKE_ROW(CtxPopCurrent, 4000),
    FAKE_ROW(CtxGetLimit, 3010),
    FAKE_ROW(CtxSetLimit, 3010),
    FAKE_ROW(CtxEnablePeerAccess, 4000),
    FAKE_ROW(ThreadExchangeStreamCaptureMode, 10010),
    FAKE_ROW(FlushGPUDirectRDMAWrites, 11030),
    FAKE_ROW(MemGetAllocationGranularity, 10020),
    FAKE_ROW(MemAddressReserve, 10020),
    FAKE_ROW(MemAddressFree, 10020),
    FAKE_ROW(MemCreate, 10020),
    FAKE_ROW(MemRelease, 10020),
    FAKE_ROW(MemMap, 10020),
    FAKE_ROW(MemUnmap, 10020),
    FAKE_ROW(MemSetAccess, 10020),
    FAKE_ROW(MemExportToShareableHandle, 10020),
    FAKE_ROW(MemImportFromShareableHandle, 10020),
    FAKE_ROW(MemHostRegister, 6050),
    FAKE_ROW(MemHostUnregister, 4000),
    FAKE_ROW(MemHostGetDevicePointer, 3020),
    FAKE_ROW(PointerGetAttribute, 4000),
    FAKE_ROW(MemGetAddressRange, 3020),
    FAKE_ROW(MemAlloc, 3020),
    FAKE_ROW(MemFree, 3020),
    FAKE_ROW(IpcGetMemHandle, 4010),
    FAKE_ROW(IpcOpenMemHandle, 11000),
    FAKE_ROW(IpcCloseMemHandle, 4010),
    FAKE_ROW(MemcpyAsync, 4000),
    FAKE_ROW(MemcpyBatchAsync, 12080),
    FAKE_ROW(MemsetD8Async, 3020),
    FAKE_ROW(ModuleLoadData, 2000),
    FAKE_ROW(ModuleGetFunction, 2000),
    FAKE_ROW(ModuleUnload, 2000),
    FAKE_ROW(LaunchKernel, 4000),
    FAKE_ROW(LaunchCooperativeKernel, 9000),
    FAKE_ROW(ModuleGetGlobal, 3020),
    FAKE_ROW(FuncGetAttribute, 2020),
    FAKE_ROW(FuncSetAttribute, 9000),
    FAKE_ROW(GraphCreate, 10000),
    FAKE_ROW(GraphDestroy, 10000),
    FAKE_ROW(GraphConditionalHandleCreate, 12030),
    FAKE_ROW(GraphAddNode, 12030),
    FAKE_ROW(GraphInstantiateWithFlags, 11040),
    FAKE_ROW(GraphLaunch, 10000),
    FAKE_ROW(GraphExecDestroy, 10000),
    FAKE_ROW(CtxGetStreamPriorityRange, 5050),
    FAKE_ROW(StreamCreateWithPriority, 5050),
    FAKE_ROW(StreamGetGreenCtx, 12040),
    FAKE_ROW(GreenCtxGetDevResource, 12040),
    FAKE_ROW(DeviceGetDevResource, 12040),
    FAKE_ROW(DevSmResourceSplitByCount, 12040),
    FAKE_ROW(DevResourceGenerateDesc, 12040),
    FAKE_ROW(GreenCtxCreate, 12040),
    FAKE_ROW(GreenCtxDestroy, 12040),
    FAKE_ROW(GreenCtxStreamCreate, 12050),
    FAKE_ROW(StreamDestroy, 4000),
    FAKE_ROW(StreamIsCapturing, 10000),
    FAKE_ROW(StreamQuery, 2000),
    FAKE_ROW(StreamWriteValue64, 11070),
};
#undef FAKE_ROW

}  // namespace fake
