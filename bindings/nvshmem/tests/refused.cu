// What does not compile for the CPU executor, one line each, and the error that it gives.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void kernel(int*) {}
template <class T, int N>
__global__ void two(T*) {}

namespace cg = cooperative_groups;

void accepted(int* values, void** arguments) {
  nvshmem_int_wait_until(values, NVSHMEM_CMP_EQ, 1);
  nvshmemx_collective_launch((const void*)kernel, 1, 1, arguments, 0, 0);
  nvshmemx_collective_launch(kernel, 1, 1, arguments, 0, 0);
  nvshmemx_collective_launch(reinterpret_cast<const void*>(&kernel), 1, 1, arguments, 0, 0);
  nvshmemx_collective_launch((void*)two<int, 2>, 1, 1, arguments, 0, 0);
  nvshmemx_collective_launch(reinterpret_cast<void*>(two<int, 2>), 1, 1, arguments, 0, 0);
  ::cudaLaunchKernel((const void*)two<int, 2>, 1, 1, arguments);
  cudaLaunchKernel(&kernel, 1, 1, arguments);
  cudaLaunchConfig_t config{1, 1, 0, nullptr, nullptr, 0};
  cudaLaunchKernelExC(&config, (const void*)two<int, 2>, arguments);
}

#define TILE(T, n) __shared__ T a[n]

#if !defined(CONTROL)
// clang-format off
#include <cub/cub.cuh>      // refused: the CPU executor has no CUB: use cooperative_groups::reduce and scan, or compile with nvcc
#include <cuda/latch>       // refused: the CPU executor has no cuda::latch: use cuda::barrier, or compile with nvcc
#include <cuda/ptx>         // refused: the CPU executor has no PTX: use cuda::barrier and cuda::memcpy_async, or compile with nvcc
#include <cuda/semaphore>   // refused: the CPU executor has no cuda::counting_semaphore: use cuda::atomic, or compile with nvcc
#include <cuda_fp8.h>       // refused: the CPU executor has no numbers of 8 bits: use half or bfloat16, or compile with nvcc
#include <mma.h>            // refused: the CPU executor has no tensor cores: write the product as loops, or compile with nvcc
#include <cub/block/block_reduce.cuh>  // refused: the CPU executor has no CUB: use cooperative_groups::reduce and scan, or compile with nvcc
#include <thrust/device_vector.h>      // refused: the CPU executor has no Thrust: use the algorithms of the C++ library, or compile with nvcc
#include <cublas_v2.h>      // refused: the CPU executor has no cuBLAS: use a BLAS of the host, or compile with nvcc
#include <curand.h>         // refused: the CPU executor has no cuRAND: use a generator of the program, or compile with nvcc
#include <texture_types.h>  // refused: the CPU executor has no textures: read the memory instead, by __ldg, or compile with nvcc
#include <curand_kernel.h>  // refused: the CPU executor has no cuRAND: use a generator of the program, or compile with nvcc
texture<float, 2, cudaReadModeElementType> old_texture;  // refused: texture: not on the CPU executor: read the memory instead, by __ldg
surface<void, 2> old_surface;  // refused: surface: not on the CPU executor: read the memory instead, by __ldg
void refused(short* words, unsigned short* unsigned_words, float* reals, int* values, void** arguments) {
  nvshmem_short_wait_until(words, NVSHMEM_CMP_EQ, 1);  // refused: nvshmem_short_wait_until: ark waits for words of 4 and 8 bytes: use nvshmem_int_wait_until
  nvshmem_ushort_test_any(unsigned_words, 1, nullptr, NVSHMEM_CMP_EQ, 1);  // refused: nvshmem_ushort_test_any: ark waits for words of 4 and 8 bytes: use nvshmem_int_test_any
  nvshmem_short_wait_until_some_vector(words, 1, nullptr, nullptr, NVSHMEM_CMP_EQ, words);  // refused: nvshmem_short_wait_until_some_vector: ark waits for words of 4 and 8 bytes: use nvshmem_int_wait_until_some_vector
  nvshmemx_ushort_wait_until_all_on_stream(unsigned_words, 1, nullptr, NVSHMEM_CMP_EQ, 1, nullptr);  // refused: nvshmemx_ushort_wait_until_all_on_stream: ark has atomics and waits for words of 4 and 8 bytes: use nvshmemx_int_wait_until_all_on_stream
  const void* untyped = reinterpret_cast<const void*>(kernel);
  nvshmemx_collective_launch(untyped, 1, 1, arguments, 0, 0);  // refused: a launch on the CPU executor needs the kernel's type: write (const void*)kernel in the call itself
  void* also_untyped = reinterpret_cast<void*>(kernel);
  cudaLaunchKernel(also_untyped, 1, 1, arguments);  // refused: a launch on the CPU executor needs the kernel's type: write (const void*)kernel in the call itself
  cg::tiled_partition<64>(cg::this_thread_block());  // refused: thread_block_tile<Size>: accepted 1, 2, 4, 8, 16 or 32
  cg::tiled_partition<8>(cg::tiled_partition<4>(cg::this_thread_block()));  // refused: tiled_partition<Size>: accepted the parent's size or less
  cg::reduce(cg::this_thread_block(), 1, cg::plus<int>());  // refused: reductions and scans of a block: use tiled_partition<32>(block), and shared memory for the tiles' results
  __shared__ float tile[32];  // refused: __shared__ on the CPU executor: write ARK_SHARED(float[32], name);
  TILE(int, 4);  // refused: arkc++ -nvshmem rewrites declarations, also in headers; a macro may stand for the word alone
  __cluster_dims__(2, 1, 1);  // refused: __cluster_dims__: there are no clusters on the CPU executor
  cg::this_cluster();  // refused: this_cluster: not on the CPU executor: there are no clusters: use this_grid() in a cooperative launch
  cudaLaunchAttribute attribute{cudaLaunchAttributeClusterDimension, {}};  // refused: cudaLaunchAttributeClusterDimension: not on the CPU executor: there are no clusters
  cudaLaunchConfig_t config{1, 1, 0, nullptr, &attribute, 1};
  cudaLaunchKernelExC(&config, untyped, arguments);  // refused: a launch on the CPU executor needs the kernel's type
  cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal);  // refused: cudaStreamBeginCapture: not on the CPU executor: launch the graph's kernels on a stream
  cudaGraphExec_t graph = nullptr;
  cudaGraphLaunch(graph, nullptr);  // refused: cudaGraphLaunch: not on the CPU executor: launch the graph's kernels on a stream
  cudaTextureObject_t texture = 0;
  reals[0] = tex2D<float>(texture, 0.5f, 0.5f);  // refused: tex2D: not on the CPU executor: read the memory instead, by __ldg
  cudaChannelFormatDesc of_floats = cudaCreateChannelDesc<float>();  // refused: cudaCreateChannelDesc: not on the CPU executor: read the memory instead, by __ldg
  cudaResourceDesc resource;  // refused: cudaResourceDesc: not on the CPU executor: read the memory instead, by __ldg
  cudaTextureDesc description = {};  // refused: cudaTextureDesc: not on the CPU executor: read the memory instead, by __ldg
  cudaMemcpy3D(values);  // refused: cudaMemcpy3D: not on the CPU executor: use the calls of two dimensions for each plane
  cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);  // refused: cuLaunchKernel: not on the CPU executor: use the call of CUDA's runtime
  cuStreamWriteValue64(nullptr, 0, 1, 0);  // refused: cuStreamWriteValue64: not on the CPU executor: use nvshmemx_signal_op_on_stream
  nvshmemx_qp_create(4, values);  // refused: nvshmemx_qp_create: there are no queue pairs: use the call without qp, e.g. nvshmem_putmem_nbi
  nvshmemx_qp_float_put_nbi_block(reals, reals, 1, 0, NVSHMEMX_QP_DEFAULT);  // refused: nvshmemx_qp_float_put_nbi_block: there are no queue pairs: use nvshmemx_float_put_nbi_block
  nvshmemx_qp_int_get(values, values, 1, 0, nvshmemx_qp_handle_t());  // refused: nvshmemx_qp_int_get: there are no queue pairs: use nvshmem_int_get
  nvshmemx_qp_quiet_warp(0, values, 1);  // refused: nvshmemx_qp_quiet_warp: there are no queue pairs: use nvshmem_quiet and __syncwarp
  nvshmemx_qp_int_p(values, 1, 0, NVSHMEMX_QP_ANY);  // refused: nvshmemx_qp_int_p: there are no queue pairs: use nvshmem_int_p
  nvshmemx_signal_counted_wait_until(values, 4);  // refused: nvshmemx_signal_counted_wait_until: signals do not count bytes: use nvshmem_signal_wait_until
  nvshmemx_cumodule_init(values);  // refused: nvshmemx_cumodule_init: link the kernels into the program: ark finds them by itself
  nvshmemx_float_atomic_add(reals, 1.0f, 0);  // refused: nvshmemx_float_atomic_add: use ark_float_put_add with one element
  nvshmemx_double_atomic_fetch_add(reals, 1.0, 0);  // refused: nvshmemx_double_atomic_fetch_add: use nvshmem_uint64_atomic_compare_swap in a loop
  nvshmemx_half_atomic_add(reals, 1, 0);  // refused: nvshmemx_half_atomic_add: use ark::put_add with one element
  nvshmem_team_my_pe(NVSHMEMX_TEAM_SAME_MYPE_NODE);  // refused: NVSHMEMX_TEAM_SAME_MYPE_NODE: use the second team of nvshmem_team_split_2d
  nvshmemx_my_pe(NVSHMEMX_TEAM_NODE);  // refused: nvshmemx_my_pe: use nvshmem_team_my_pe
  nvshmemx_team_uniqueid_t id;
  nvshmemx_team_get_uniqueid(&id);  // refused: nvshmemx_team_get_uniqueid: use nvshmem_team_split_strided
}
// clang-format on
#endif
