// Parts of CUDA that the CPU executor does not have. A call does not compile, and the message names
// the replacement.
#pragma once

#include <ark/detail/portability.hpp>

#define ARK_CUDA_UNAVAILABLE(name, text)                                                    \
  template <class... Arguments>                                                             \
  int name(Arguments&&...) {                                                                \
    static_assert(sizeof...(Arguments) == ~0ull, #name ": not on the CPU executor: " text); \
    return 0;                                                                               \
  }

// clang-format off
#define ARK_CUDA_GRAPHS(X)                                                                       \
  X(cudaStreamBeginCapture) X(cudaStreamEndCapture) X(cudaStreamIsCapturing)                     \
  X(cudaStreamGetCaptureInfo) X(cudaGraphCreate) X(cudaGraphInstantiate) X(cudaGraphLaunch)      \
  X(cudaGraphUpload) X(cudaGraphExecUpdate) X(cudaGraphExecDestroy) X(cudaGraphDestroy)          \
  X(cudaGraphAddKernelNode)
#define ARK_CUDA_TEXTURES(X)                                                                     \
  X(tex1D) X(tex2D) X(tex3D) X(tex1Dfetch) X(tex1DLod) X(tex2DLod) X(surf2Dread) X(surf2Dwrite)  \
  X(cudaCreateTextureObject) X(cudaDestroyTextureObject) X(cudaCreateSurfaceObject)              \
  X(cudaCreateChannelDesc) X(cudaMallocArray) X(cudaMalloc3DArray) X(cudaFreeArray)              \
  X(cudaMemcpyToArray) X(cudaMemcpy2DToArray)
#define ARK_CUDA_DRIVER(X)                                                                       \
  X(cuInit) X(cuDeviceGet) X(cuDeviceGetAttribute) X(cuCtxCreate) X(cuCtxGetCurrent)             \
  X(cuCtxSetCurrent) X(cuModuleLoad) X(cuModuleGetFunction) X(cuLaunchKernel)                    \
  X(cuLaunchCooperativeKernel) X(cuMemAlloc) X(cuMemFree) X(cuMemcpyHtoD) X(cuMemcpyDtoH)        \
  X(cuStreamSynchronize) X(cuMemCreate) X(cuMemMap)
// clang-format on
#define ARK_CUDA_GRAPH(name) ARK_CUDA_UNAVAILABLE(name, "launch the graph's kernels on a stream")
#define ARK_CUDA_TEXTURE(name) ARK_CUDA_UNAVAILABLE(name, "read the memory instead, by __ldg")
#define ARK_CUDA_DRIVER_CALL(name) ARK_CUDA_UNAVAILABLE(name, "use the call of CUDA's runtime")
ARK_CUDA_GRAPHS(ARK_CUDA_GRAPH)
ARK_CUDA_TEXTURES(ARK_CUDA_TEXTURE)
ARK_CUDA_DRIVER(ARK_CUDA_DRIVER_CALL)
#undef ARK_CUDA_GRAPHS
#undef ARK_CUDA_GRAPH
#undef ARK_CUDA_TEXTURES
#undef ARK_CUDA_TEXTURE
#undef ARK_CUDA_DRIVER
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
template <class T>  // of a type, without arguments
cudaChannelFormatDesc cudaCreateChannelDesc() {
  static_assert(
      sizeof(T) == ~0ull,
      "cudaCreateChannelDesc: not on the CPU executor: read the memory instead, by __ldg");
  return {};
}

ARK_CUDA_UNAVAILABLE(cudaMemcpy3D, "use cudaMemcpy2D for each plane")
ARK_CUDA_UNAVAILABLE(cudaMemcpy3DAsync, "use cudaMemcpy2DAsync for each plane")
ARK_CUDA_UNAVAILABLE(cudaMalloc3D, "use cudaMallocPitch for all rows")
ARK_CUDA_UNAVAILABLE(cudaIpcGetMemHandle, "use memory of nvshmem_malloc, and nvshmem_ptr")
ARK_CUDA_UNAVAILABLE(cudaIpcOpenMemHandle, "use memory of nvshmem_malloc, and nvshmem_ptr")
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
