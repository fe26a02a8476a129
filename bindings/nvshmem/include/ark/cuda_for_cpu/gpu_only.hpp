// Parts of CUDA that the CPU executor does not have. A use does not compile, and the message names
// the replacement. nvshmem.cuda_names compares the names with CUDA's headers.
#pragma once

#include <ark/detail/platform/portability.hpp>

#define ARK_CUDA_UNAVAILABLE(name, text)                                                    \
  template <class... Arguments>                                                             \
  int name(Arguments&&...) {                                                                \
    static_assert(sizeof...(Arguments) == ~0ull, #name ": not on the CPU executor: " text); \
    return 0;                                                                               \
  }
#define ARK_CUDA_NO_TYPE(name, text)                                                          \
  struct name {                                                                               \
    template <class... Arguments>                                                             \
    name(Arguments&&...) {                                                                    \
      static_assert(sizeof...(Arguments) == ~0ull, #name ": not on the CPU executor: " text); \
    }                                                                                         \
  };

// clang-format off
#define ARK_CUDA_CLUSTERS_CALLS(X)                                                               \
  X(cudaOccupancyMaxActiveClusters) X(cudaOccupancyMaxPotentialClusterSize)
#define ARK_CUDA_CLUSTERS_TYPES(X)                                                               \
  X(cudaClusterSchedulingPolicy)
#define ARK_CUDA_GRAPHS_CALLS(X)                                                                 \
  X(cudaDeviceGetGraphMemAttribute) X(cudaDeviceGraphMemTrim)                                    \
  X(cudaDeviceSetGraphMemAttribute) X(cudaGraphAddChildGraphNode) X(cudaGraphAddDependencies)    \
  X(cudaGraphAddEmptyNode) X(cudaGraphAddEventRecordNode) X(cudaGraphAddEventWaitNode)           \
  X(cudaGraphAddExternalSemaphoresSignalNode) X(cudaGraphAddExternalSemaphoresWaitNode)          \
  X(cudaGraphAddHostNode) X(cudaGraphAddKernelNode) X(cudaGraphAddMemAllocNode)                  \
  X(cudaGraphAddMemFreeNode) X(cudaGraphAddMemcpyNode) X(cudaGraphAddMemcpyNode1D)               \
  X(cudaGraphAddMemcpyNodeFromSymbol) X(cudaGraphAddMemcpyNodeToSymbol)                          \
  X(cudaGraphAddMemsetNode) X(cudaGraphAddNode) X(cudaGraphChildGraphNodeGetGraph)               \
  X(cudaGraphClone) X(cudaGraphConditionalHandleCreate) X(cudaGraphCreate)                       \
  X(cudaGraphDebugDotPrint) X(cudaGraphDestroy) X(cudaGraphDestroyNode)                          \
  X(cudaGraphEventRecordNodeGetEvent) X(cudaGraphEventRecordNodeSetEvent)                        \
  X(cudaGraphEventWaitNodeGetEvent) X(cudaGraphEventWaitNodeSetEvent)                            \
  X(cudaGraphExecChildGraphNodeSetParams) X(cudaGraphExecDestroy)                                \
  X(cudaGraphExecEventRecordNodeSetEvent) X(cudaGraphExecEventWaitNodeSetEvent)                  \
  X(cudaGraphExecExternalSemaphoresSignalNodeSetParams)                                          \
  X(cudaGraphExecExternalSemaphoresWaitNodeSetParams) X(cudaGraphExecGetFlags)                   \
  X(cudaGraphExecHostNodeSetParams) X(cudaGraphExecKernelNodeSetParams)                          \
  X(cudaGraphExecMemcpyNodeSetParams) X(cudaGraphExecMemcpyNodeSetParams1D)                      \
  X(cudaGraphExecMemcpyNodeSetParamsFromSymbol) X(cudaGraphExecMemcpyNodeSetParamsToSymbol)      \
  X(cudaGraphExecMemsetNodeSetParams) X(cudaGraphExecNodeSetParams) X(cudaGraphExecUpdate)       \
  X(cudaGraphExternalSemaphoresSignalNodeGetParams)                                              \
  X(cudaGraphExternalSemaphoresSignalNodeSetParams)                                              \
  X(cudaGraphExternalSemaphoresWaitNodeGetParams)                                                \
  X(cudaGraphExternalSemaphoresWaitNodeSetParams) X(cudaGraphGetEdges) X(cudaGraphGetNodes)      \
  X(cudaGraphGetRootNodes) X(cudaGraphHostNodeGetParams) X(cudaGraphHostNodeSetParams)           \
  X(cudaGraphInstantiate) X(cudaGraphInstantiateWithFlags) X(cudaGraphInstantiateWithParams)     \
  X(cudaGraphKernelNodeCopyAttributes) X(cudaGraphKernelNodeGetAttribute)                        \
  X(cudaGraphKernelNodeGetParams) X(cudaGraphKernelNodeSetAttribute)                             \
  X(cudaGraphKernelNodeSetParams) X(cudaGraphLaunch) X(cudaGraphMemAllocNodeGetParams)           \
  X(cudaGraphMemFreeNodeGetParams) X(cudaGraphMemcpyNodeGetParams)                               \
  X(cudaGraphMemcpyNodeSetParams) X(cudaGraphMemcpyNodeSetParams1D)                              \
  X(cudaGraphMemcpyNodeSetParamsFromSymbol) X(cudaGraphMemcpyNodeSetParamsToSymbol)              \
  X(cudaGraphMemsetNodeGetParams) X(cudaGraphMemsetNodeSetParams) X(cudaGraphNodeFindInClone)    \
  X(cudaGraphNodeGetDependencies) X(cudaGraphNodeGetDependentNodes) X(cudaGraphNodeGetEnabled)   \
  X(cudaGraphNodeGetType) X(cudaGraphNodeSetEnabled) X(cudaGraphNodeSetParams)                   \
  X(cudaGraphReleaseUserObject) X(cudaGraphRemoveDependencies) X(cudaGraphRetainUserObject)      \
  X(cudaGraphUpload) X(cudaStreamBeginCapture) X(cudaStreamBeginCaptureToGraph)                  \
  X(cudaStreamEndCapture) X(cudaStreamGetCaptureInfo) X(cudaStreamIsCapturing)                   \
  X(cudaStreamUpdateCaptureDependencies) X(cudaThreadExchangeStreamCaptureMode)                  \
  X(cudaUserObjectCreate) X(cudaUserObjectRelease) X(cudaUserObjectRetain)
#define ARK_CUDA_GRAPHS_TYPES(X)                                                                 \
  X(cudaChildGraphNodeParams) X(cudaConditionalNodeParams) X(cudaEventRecordNodeParams)          \
  X(cudaEventWaitNodeParams) X(cudaExternalSemaphoreSignalNodeParams)                            \
  X(cudaExternalSemaphoreSignalNodeParamsV2) X(cudaExternalSemaphoreWaitNodeParams)              \
  X(cudaExternalSemaphoreWaitNodeParamsV2) X(cudaGraphChildGraphNodeOwnership)                   \
  X(cudaGraphConditionalHandle) X(cudaGraphConditionalHandleFlags)                               \
  X(cudaGraphConditionalNodeType) X(cudaGraphDebugDotFlags) X(cudaGraphDeviceNode_t)             \
  X(cudaGraphExecUpdateResult) X(cudaGraphInstantiateFlags) X(cudaGraphInstantiateResult)        \
  X(cudaGraphKernelNodeField) X(cudaGraphKernelNodeUpdate) X(cudaGraphMemAttributeType)          \
  X(cudaGraphNodeParams) X(cudaGraphNodeType) X(cudaGraphNode_t) X(cudaHostNodeParams)           \
  X(cudaHostNodeParamsV2) X(cudaKernelNodeParams) X(cudaKernelNodeParamsV2)                      \
  X(cudaMemAllocNodeParams) X(cudaMemAllocNodeParamsV2) X(cudaMemFreeNodeParams)                 \
  X(cudaMemcpyNodeParams) X(cudaStreamCaptureStatus)                                             \
  X(cudaStreamUpdateCaptureDependenciesFlags) X(cudaUserObjectFlags)                             \
  X(cudaUserObjectRetainFlags) X(cudaUserObject_t)
#define ARK_CUDA_INTEROP_CALLS(X)                                                                \
  X(cudaDestroyExternalMemory) X(cudaDestroyExternalSemaphore)                                   \
  X(cudaExternalMemoryGetMappedBuffer) X(cudaGraphicsMapResources)                               \
  X(cudaGraphicsResourceGetMappedMipmappedArray) X(cudaGraphicsResourceGetMappedPointer)         \
  X(cudaGraphicsResourceSetMapFlags) X(cudaGraphicsSubResourceGetMappedArray)                    \
  X(cudaGraphicsUnmapResources) X(cudaGraphicsUnregisterResource) X(cudaImportExternalMemory)    \
  X(cudaImportExternalSemaphore) X(cudaSignalExternalSemaphoresAsync)                            \
  X(cudaWaitExternalSemaphoresAsync)
#define ARK_CUDA_INTEROP_TYPES(X)                                                                \
  X(cudaExternalMemoryBufferDesc) X(cudaExternalMemoryHandleDesc)                                \
  X(cudaExternalMemoryHandleType) X(cudaExternalMemory_t) X(cudaExternalSemaphoreHandleDesc)     \
  X(cudaExternalSemaphoreHandleType) X(cudaExternalSemaphoreSignalParams)                        \
  X(cudaExternalSemaphoreWaitParams) X(cudaExternalSemaphore_t) X(cudaGraphicsCubeFace)          \
  X(cudaGraphicsMapFlags) X(cudaGraphicsRegisterFlags) X(cudaGraphicsResource)                   \
  X(cudaGraphicsResource_t)
#define ARK_CUDA_IPC_CALLS(X)                                                                    \
  X(cudaIpcCloseMemHandle) X(cudaIpcGetEventHandle) X(cudaIpcGetMemHandle)                       \
  X(cudaIpcOpenEventHandle) X(cudaIpcOpenMemHandle)
#define ARK_CUDA_LOADING_CALLS(X)                                                                \
  X(cudaFuncGetName) X(cudaFuncGetParamInfo) X(cudaGetDriverEntryPoint)                          \
  X(cudaGetDriverEntryPointByVersion) X(cudaGetFuncBySymbol) X(cudaGetKernel)                    \
  X(cudaKernelSetAttributeForDevice) X(cudaLibraryEnumerateKernels) X(cudaLibraryGetGlobal)      \
  X(cudaLibraryGetKernel) X(cudaLibraryGetKernelCount) X(cudaLibraryGetManaged)                  \
  X(cudaLibraryGetUnifiedFunction) X(cudaLibraryLoadData) X(cudaLibraryLoadFromFile)             \
  X(cudaLibraryUnload)
#define ARK_CUDA_LOADING_TYPES(X)                                                                \
  X(cudaDriverEntryPointQueryResult) X(cudaFunction_t) X(cudaGetDriverEntryPointFlags)           \
  X(cudaJitOption) X(cudaJit_CacheMode) X(cudaJit_Fallback) X(cudaKernel_t)                      \
  X(cudaLibraryOption) X(cudaLibrary_t)
#define ARK_CUDA_OTHERS_CALLS(X)                                                                 \
  X(cudaCtxResetPersistingL2Cache) X(cudaDeviceFlushGPUDirectRDMAWrites)                         \
  X(cudaDeviceGetByPCIBusId) X(cudaDeviceGetCacheConfig)                                         \
  X(cudaDeviceGetHostAtomicCapabilities) X(cudaDeviceGetNvSciSyncAttributes)                     \
  X(cudaDeviceGetP2PAtomicCapabilities) X(cudaDeviceGetP2PAttribute)                             \
  X(cudaDeviceRegisterAsyncNotification) X(cudaDeviceUnregisterAsyncNotification)                \
  X(cudaGetDeviceFlags) X(cudaGetExportTable) X(cudaHostGetFlags) X(cudaInitDevice)              \
  X(cudaLogsCurrent) X(cudaLogsDumpToFile) X(cudaLogsDumpToMemory) X(cudaLogsRegisterCallback)   \
  X(cudaLogsUnregisterCallback) X(cudaMemDiscardAndPrefetchBatchAsync)                           \
  X(cudaMemDiscardBatchAsync) X(cudaMemPrefetchBatchAsync) X(cudaMemRangeGetAttribute)           \
  X(cudaMemRangeGetAttributes) X(cudaMemcpyBatchAsync)                                           \
  X(cudaOccupancyAvailableDynamicSMemPerBlock) X(cudaSetValidDevices)                            \
  X(cudaStreamAttachMemAsync) X(cudaStreamCopyAttributes) X(cudaStreamGetAttribute)              \
  X(cudaStreamGetDevice) X(cudaStreamGetId) X(cudaStreamSetAttribute)
#define ARK_CUDA_OTHERS_TYPES(X)                                                                 \
  X(cudaAccessPolicyWindow) X(cudaAccessProperty) X(cudaAsyncCallbackEntry)                      \
  X(cudaAsyncCallbackHandle_t) X(cudaAsyncNotificationInfo) X(cudaAtomicOperation)               \
  X(cudaAtomicOperationCapability) X(cudaCGScope) X(cudaDataType_t) X(cudaDeviceNumaConfig)      \
  X(cudaDeviceP2PAttr) X(cudaEmulationMantissaControl_t)                                         \
  X(cudaEmulationSpecialValuesSupport_t) X(cudaEmulationStrategy_t)                              \
  X(cudaFlushGPUDirectRDMAWritesOptions) X(cudaFlushGPUDirectRDMAWritesScope)                    \
  X(cudaFlushGPUDirectRDMAWritesTarget) X(cudaGPUDirectRDMAWritesOrdering)                       \
  X(cudaLaunchMemSyncDomain) X(cudaLogIterator) X(cudaLogsCallbackHandle)                        \
  X(cudaMemRangeAttribute) X(cudaMemcpyAttributes) X(cudaMemcpyFlags)                            \
  X(cudaMemcpySrcAccessOrder) X(cudaMemsetParams) X(cudaMemsetParamsV2) X(cudaRoundMode)         \
  X(cudaSynchronizationPolicy) X(cudaUUID_t) X(cudalibraryHostUniversalFunctionAndDataTable)
#define ARK_CUDA_POOLS_CALLS(X)                                                                  \
  X(cudaDeviceSetMemPool) X(cudaMemGetDefaultMemPool) X(cudaMemGetMemPool)                       \
  X(cudaMemPoolCreate) X(cudaMemPoolDestroy) X(cudaMemPoolExportPointer)                         \
  X(cudaMemPoolExportToShareableHandle) X(cudaMemPoolGetAccess) X(cudaMemPoolGetAttribute)       \
  X(cudaMemPoolImportFromShareableHandle) X(cudaMemPoolImportPointer) X(cudaMemPoolSetAccess)    \
  X(cudaMemSetMemPool)
#define ARK_CUDA_POOLS_TYPES(X)                                                                  \
  X(cudaMemAccessDesc) X(cudaMemAccessFlags) X(cudaMemAllocationHandleType)                      \
  X(cudaMemAllocationType) X(cudaMemPoolProps) X(cudaMemPoolPtrExportData)
#define ARK_CUDA_TEXTURES_CALLS(X)                                                               \
  X(cudaArrayGetInfo) X(cudaArrayGetMemoryRequirements) X(cudaArrayGetPlane)                     \
  X(cudaArrayGetSparseProperties) X(cudaBindSurfaceToArray) X(cudaBindTexture)                   \
  X(cudaBindTexture2D) X(cudaBindTextureToArray) X(cudaCreateChannelDesc)                        \
  X(cudaCreateSurfaceObject) X(cudaCreateTextureObject) X(cudaDestroySurfaceObject)              \
  X(cudaDestroyTextureObject) X(cudaDeviceGetTexture1DLinearMaxWidth)                            \
  X(cudaExternalMemoryGetMappedMipmappedArray) X(cudaFreeArray) X(cudaFreeMipmappedArray)        \
  X(cudaGetChannelDesc) X(cudaGetMipmappedArrayLevel) X(cudaGetSurfaceObjectResourceDesc)        \
  X(cudaGetTextureObjectResourceDesc) X(cudaGetTextureObjectResourceViewDesc)                    \
  X(cudaGetTextureObjectTextureDesc) X(cudaGetTextureReference) X(cudaMalloc3DArray)             \
  X(cudaMallocArray) X(cudaMallocMipmappedArray) X(cudaMemcpy2DArrayToArray)                     \
  X(cudaMemcpy2DFromArray) X(cudaMemcpy2DFromArrayAsync) X(cudaMemcpy2DToArray)                  \
  X(cudaMemcpy2DToArrayAsync) X(cudaMemcpyArrayToArray) X(cudaMemcpyFromArray)                   \
  X(cudaMemcpyFromArrayAsync) X(cudaMemcpyToArray) X(cudaMemcpyToArrayAsync)                     \
  X(cudaMipmappedArrayGetMemoryRequirements) X(cudaMipmappedArrayGetSparseProperties)            \
  X(cudaUnbindTexture) X(surf1Dread) X(surf1Dwrite) X(surf2DLayeredread) X(surf2DLayeredwrite)   \
  X(surf2Dread) X(surf2Dwrite) X(surf3Dread) X(surf3Dwrite) X(tex1D) X(tex1DGrad)                \
  X(tex1DLayered) X(tex1DLod) X(tex1Dfetch) X(tex2D) X(tex2DGrad) X(tex2DLayered) X(tex2DLod)    \
  X(tex2Dgather) X(tex3D) X(tex3DGrad) X(tex3DLod) X(texCubemap)
#define ARK_CUDA_TEXTURES_TYPES(X)                                                               \
  X(cudaArray) X(cudaArrayMemoryRequirements) X(cudaArraySparseProperties)                       \
  X(cudaChannelFormatKind) X(cudaExternalMemoryMipmappedArrayDesc) X(cudaMipmappedArray)         \
  X(cudaMipmappedArray_const_t) X(cudaMipmappedArray_t) X(cudaResourceDesc)                      \
  X(cudaResourceType) X(cudaResourceViewDesc) X(cudaResourceViewFormat)                          \
  X(cudaSurfaceBoundaryMode) X(cudaSurfaceFormatMode) X(cudaSurfaceObject_t)                     \
  X(cudaTextureAddressMode) X(cudaTextureDesc) X(cudaTextureFilterMode) X(cudaTextureReadMode)   \
  X(surfaceReference) X(textureReference)
#define ARK_CUDA_VOLUMES_CALLS(X)                                                                \
  X(cudaMemcpy3D) X(cudaMemcpy3DAsync) X(cudaMemcpy3DBatchAsync) X(cudaMemcpy3DPeer)             \
  X(cudaMemcpy3DPeerAsync) X(cudaMemset3D) X(cudaMemset3DAsync) X(make_cudaExtent) X(make_cudaPitchedPtr) X(make_cudaPos)
#define ARK_CUDA_VOLUMES_TYPES(X)                                                                \
  X(cudaExtent) X(cudaMemcpy3DBatchOp) X(cudaMemcpy3DOperand) X(cudaMemcpy3DOperandType)         \
  X(cudaMemcpy3DParms) X(cudaMemcpy3DPeerParms) X(cudaOffset3D) X(cudaPitchedPtr) X(cudaPos)
#define ARK_CUDA_DRIVER_CALLS(X)                                                                       \
  X(cuInit) X(cuDeviceGet) X(cuDeviceGetAttribute) X(cuCtxCreate) X(cuCtxGetCurrent)             \
  X(cuCtxSetCurrent) X(cuModuleLoad) X(cuModuleGetFunction) X(cuLaunchKernel)                    \
  X(cuLaunchCooperativeKernel) X(cuMemAlloc) X(cuMemFree) X(cuMemcpyHtoD) X(cuMemcpyDtoH)        \
  X(cuStreamSynchronize) X(cuMemCreate) X(cuMemMap)
// clang-format on
#define ARK_CUDA_CLUSTER_CALL(name) \
  ARK_CUDA_UNAVAILABLE(name, "there are no clusters: use a cooperative launch and global memory")
#define ARK_CUDA_CLUSTER_TYPE(name) \
  ARK_CUDA_NO_TYPE(name, "there are no clusters: use a cooperative launch and global memory")
#define ARK_CUDA_GRAPH_CALL(name) \
  ARK_CUDA_UNAVAILABLE(name, "launch the graph's kernels on a stream")
#define ARK_CUDA_GRAPH_TYPE(name) ARK_CUDA_NO_TYPE(name, "launch the graph's kernels on a stream")
#define ARK_CUDA_INTEROP_CALL(name)                                                   \
  ARK_CUDA_UNAVAILABLE(name,                                                          \
                       "there is no graphics and no other device: use memory of the " \
                       "program")
#define ARK_CUDA_INTEROP_TYPE(name) \
  ARK_CUDA_NO_TYPE(name, "there is no graphics and no other device: use memory of the program")
#define ARK_CUDA_IPC_CALL(name) \
  ARK_CUDA_UNAVAILABLE(name, "use memory of nvshmem_malloc, and nvshmem_ptr")
#define ARK_CUDA_LOADED_CALL(name) \
  ARK_CUDA_UNAVAILABLE(name, "link the kernel with the program, and launch it by its name")
#define ARK_CUDA_LOADED_TYPE(name) \
  ARK_CUDA_NO_TYPE(name, "link the kernel with the program, and launch it by its name")
#define ARK_CUDA_OTHER_CALL(name) \
  ARK_CUDA_UNAVAILABLE(name, "leave it out, or use a call that docs/nvshmem.md lists")
#define ARK_CUDA_OTHER_TYPE(name) \
  ARK_CUDA_NO_TYPE(name, "leave it out, or use a call that docs/nvshmem.md lists")
#define ARK_CUDA_POOL_CALL(name) \
  ARK_CUDA_UNAVAILABLE(name, "use cudaMallocAsync, which has one pool")
#define ARK_CUDA_POOL_TYPE(name) ARK_CUDA_NO_TYPE(name, "use cudaMallocAsync, which has one pool")
#define ARK_CUDA_TEXTURE_CALL(name) ARK_CUDA_UNAVAILABLE(name, "read the memory instead, by __ldg")
#define ARK_CUDA_TEXTURE_TYPE(name) ARK_CUDA_NO_TYPE(name, "read the memory instead, by __ldg")
#define ARK_CUDA_VOLUME_CALL(name) \
  ARK_CUDA_UNAVAILABLE(name, "use the calls of two dimensions for each plane")
#define ARK_CUDA_VOLUME_TYPE(name) \
  ARK_CUDA_NO_TYPE(name, "use the calls of two dimensions for each plane")
#define ARK_CUDA_DRIVER_CALL(name) ARK_CUDA_UNAVAILABLE(name, "use the call of CUDA's runtime")
ARK_CUDA_CLUSTERS_CALLS(ARK_CUDA_CLUSTER_CALL)
ARK_CUDA_CLUSTERS_TYPES(ARK_CUDA_CLUSTER_TYPE)
ARK_CUDA_GRAPHS_CALLS(ARK_CUDA_GRAPH_CALL)
ARK_CUDA_GRAPHS_TYPES(ARK_CUDA_GRAPH_TYPE)
ARK_CUDA_INTEROP_CALLS(ARK_CUDA_INTEROP_CALL)
ARK_CUDA_INTEROP_TYPES(ARK_CUDA_INTEROP_TYPE)
ARK_CUDA_IPC_CALLS(ARK_CUDA_IPC_CALL)
ARK_CUDA_LOADING_CALLS(ARK_CUDA_LOADED_CALL)
ARK_CUDA_LOADING_TYPES(ARK_CUDA_LOADED_TYPE)
ARK_CUDA_OTHERS_CALLS(ARK_CUDA_OTHER_CALL)
ARK_CUDA_OTHERS_TYPES(ARK_CUDA_OTHER_TYPE)
ARK_CUDA_POOLS_CALLS(ARK_CUDA_POOL_CALL)
ARK_CUDA_POOLS_TYPES(ARK_CUDA_POOL_TYPE)
ARK_CUDA_TEXTURES_CALLS(ARK_CUDA_TEXTURE_CALL)
ARK_CUDA_TEXTURES_TYPES(ARK_CUDA_TEXTURE_TYPE)
ARK_CUDA_VOLUMES_CALLS(ARK_CUDA_VOLUME_CALL)
ARK_CUDA_VOLUMES_TYPES(ARK_CUDA_VOLUME_TYPE)
ARK_CUDA_DRIVER_CALLS(ARK_CUDA_DRIVER_CALL)
#undef ARK_CUDA_CLUSTERS_CALLS
#undef ARK_CUDA_CLUSTER_CALL
#undef ARK_CUDA_CLUSTERS_TYPES
#undef ARK_CUDA_CLUSTER_TYPE
#undef ARK_CUDA_GRAPHS_CALLS
#undef ARK_CUDA_GRAPH_CALL
#undef ARK_CUDA_GRAPHS_TYPES
#undef ARK_CUDA_GRAPH_TYPE
#undef ARK_CUDA_INTEROP_CALLS
#undef ARK_CUDA_INTEROP_CALL
#undef ARK_CUDA_INTEROP_TYPES
#undef ARK_CUDA_INTEROP_TYPE
#undef ARK_CUDA_IPC_CALLS
#undef ARK_CUDA_IPC_CALL
#undef ARK_CUDA_LOADING_CALLS
#undef ARK_CUDA_LOADED_CALL
#undef ARK_CUDA_LOADING_TYPES
#undef ARK_CUDA_LOADED_TYPE
#undef ARK_CUDA_OTHERS_CALLS
#undef ARK_CUDA_OTHER_CALL
#undef ARK_CUDA_OTHERS_TYPES
#undef ARK_CUDA_OTHER_TYPE
#undef ARK_CUDA_POOLS_CALLS
#undef ARK_CUDA_POOL_CALL
#undef ARK_CUDA_POOLS_TYPES
#undef ARK_CUDA_POOL_TYPE
#undef ARK_CUDA_TEXTURES_CALLS
#undef ARK_CUDA_TEXTURE_CALL
#undef ARK_CUDA_TEXTURES_TYPES
#undef ARK_CUDA_TEXTURE_TYPE
#undef ARK_CUDA_VOLUMES_CALLS
#undef ARK_CUDA_VOLUME_CALL
#undef ARK_CUDA_VOLUMES_TYPES
#undef ARK_CUDA_VOLUME_TYPE
#undef ARK_CUDA_DRIVER_CALLS
#undef ARK_CUDA_DRIVER_CALL

// The types that stand before such calls.
using cudaGraph_t = struct ark_no_graph*;
using cudaGraphExec_t = struct ark_no_graph*;
enum cudaStreamCaptureMode : int {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2,
};
using cudaTextureObject_t = unsigned long long;
using cudaArray_t = struct ark_no_array*;
struct cudaChannelFormatDesc {};
enum : int {
  cudaReadModeElementType,
  cudaReadModeNormalizedFloat,
  cudaAddressModeWrap,
  cudaAddressModeClamp,
  cudaAddressModeMirror,
  cudaAddressModeBorder,
  cudaFilterModePoint,
  cudaFilterModeLinear,
  cudaTextureType1D,
  cudaTextureType2D,
  cudaTextureType3D,
  cudaSurfaceType2D,
};
template <class T, int = 1, int = 0>
struct texture {
  static_assert(sizeof(T) == ~0ull,
                "texture: not on the CPU executor: read the memory instead, by __ldg");
};
template <class T, int = 1>
struct surface {
  static_assert(sizeof(T) == ~0ull,
                "surface: not on the CPU executor: read the memory instead, by __ldg");
};
template <class T>  // of a type, without arguments
cudaChannelFormatDesc cudaCreateChannelDesc() {
  static_assert(
      sizeof(T) == ~0ull,
      "cudaCreateChannelDesc: not on the CPU executor: read the memory instead, by __ldg");
  return {};
}

ARK_CUDA_UNAVAILABLE(cudaMalloc3D, "use cudaMallocPitch for all rows")
ARK_CUDA_UNAVAILABLE(cuStreamWriteValue32, "use nvshmemx_signal_op_on_stream")
ARK_CUDA_UNAVAILABLE(cuStreamWriteValue64, "use nvshmemx_signal_op_on_stream")
ARK_CUDA_UNAVAILABLE(cuStreamWaitValue32, "use nvshmemx_signal_wait_until_on_stream")
ARK_CUDA_UNAVAILABLE(cuStreamWaitValue64, "use nvshmemx_signal_wait_until_on_stream")

// Clusters of blocks. The constant is a call, which gives the message; the keyword is a message.
ARK_CUDA_UNAVAILABLE(cudaLaunchAttributeClusterDimension,
                     "there are no clusters: use a cooperative launch and global memory")
#define cudaLaunchAttributeClusterDimension cudaLaunchAttributeClusterDimension()
#define __cluster_dims__(...) \
  _Pragma(                    \
      "GCC error \"__cluster_dims__: there are no clusters on the CPU executor: use a \
cooperative launch and global memory\"")
