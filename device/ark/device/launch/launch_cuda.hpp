// ark::launch for the GPU. Header only: it uses the caller's own CUDA runtime.
#pragma once

#include <cuda_runtime.h>

#include <ark/detail/platform/cuda_unit.hpp>
#include <ark/device/launch/launch_grid.hpp>
#include <ark/device/launch/shared_limit.hpp>
#include <ark/device/state/context.hpp>
#include <utility>

namespace ark {

using stream_t = cudaStream_t;
using launch_config = detail::launch_settings<stream_t>;

namespace detail {

/// The PE's context in memory that the GPU reads. Throws unsupported if the heap is not in such
/// memory. Writes the tables of translation units that were loaded after ark's start.
ARK_API device_state* cuda_context_of_caller();

/// The dynamic shared memory of the caller's launch of a kernel that needs `wanted` bytes. Throws
/// the errors of cuda_context_of_caller.
ARK_API std::size_t cuda_launch_shared_bytes(std::size_t wanted);

/// The dynamic shared memory of one launch for all PEs of the caller's process; *pes receives their
/// number. Also throws unsupported if they are not on one GPU.
ARK_API std::size_t cuda_group_shared_bytes(std::size_t wanted, unsigned* pes);

/// The PEs that share the room of the caller's GPU for engine blocks; 0: launches add none. Throws
/// the errors of cuda_context_of_caller.
ARK_API unsigned cuda_engine_shares();

/// The multiprocessors of the green context to which `stream` belongs; 0 if its kernels may run on
/// all of the GPU. Null is the legacy default stream. Throws the errors of cuda_context_of_caller.
ARK_API unsigned cuda_green_multiprocessors(CUstream_st* stream);

/// True if none of the PE's streams but `stream` has work: those of ark::stream_create, and the
/// legacy default stream, which null stands for. Other streams are not known. Throws the errors of
/// cuda_context_of_caller.
ARK_API bool cuda_runs_alone(CUstream_st* stream);

/// The legacy stream for null, also if null means a stream of the calling thread (--default-stream
/// per-thread): libark queries and waits for the stream that all threads share.
inline cudaStream_t stream_of(const ark::launch_config& config) {
  return config.stream != nullptr ? config.stream : cudaStreamLegacy;
}

/// Number of blocks of a kernel that run at once in a stream.
struct cuda_room {
  unsigned per_multiprocessor, multiprocessors;  ///< blocks; for the stream's kernels
};
inline cuda_room room_of(const cudaLaunchConfig_t& launch, const void* kernel,
                         cudaStream_t stream) {
  int gpu = 0, per_multiprocessor = 0, multiprocessors = 0;
  cuda_check(cudaGetDevice(&gpu), "cudaGetDevice");
  cuda_check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, gpu),
             "cudaDeviceGetAttribute");
  const dim3 block = launch.blockDim;
  cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                 &per_multiprocessor, kernel, static_cast<int>(block.x * block.y * block.z),
                 launch.dynamicSmemBytes),
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  const unsigned green = cuda_green_multiprocessors(stream);
  return {static_cast<unsigned>(per_multiprocessor),
          green != 0 ? green : static_cast<unsigned>(multiprocessors)};
}

/// Blocks of the kernel wait for each other across PEs, so all of them must be able to run at once.
inline void check_group_fits(const cudaLaunchConfig_t& launch, const void* kernel,
                             cudaStream_t stream) {
  const cuda_room room = room_of(launch, kernel, stream);
  check_group_room(launch.gridDim, room.per_multiprocessor, room.multiprocessors);
}

/// True if a kernel that is launched now shares the GPU with no other one that ark knows of. False
/// while the stream records a graph, which may run beside anything.
inline bool launch_is_alone(const ark::launch_config& config) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cuda_check(cudaStreamIsCapturing(stream_of(config), &status), "cudaStreamIsCapturing");
  return status == cudaStreamCaptureStatusNone && cuda_runs_alone(config.stream);
}

template <class... Parameters, class... Arguments>
void pass_launch(const cudaLaunchConfig_t& launch, void (*kernel)(Parameters...),
                 Arguments&&... arguments) {
  cuda_check(cudaLaunchKernelEx(&launch, kernel, Parameters(std::forward<Arguments>(arguments))...),
             "cudaLaunchKernelEx");
}

template <class... Parameters, class... Arguments>
launch_result launch_kernel(const ark::launch_config& config, void (*kernel)(Parameters...),
                            Arguments&&... arguments) {
  check_kernel(reinterpret_cast<const void*>(kernel));
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t launch{};
  launch.blockDim = config.block;
  unsigned pes_of_group = 1;
  if (config.group) {
    check_group_grid(config.grid);
    launch.dynamicSmemBytes = cuda_group_shared_bytes(config.shared_bytes, &pes_of_group);
  } else {
    launch.dynamicSmemBytes = cuda_launch_shared_bytes(config.shared_bytes);
  }
  allow_shared_bytes(reinterpret_cast<const void*>(kernel), launch.dynamicSmemBytes);
  std::optional<launch_result> engine = engine_without_room<Parameters...>(config.engine_blocks);
  if (!engine) {
    const bool resident = config.collective || config.group;
    engine = engine_beside_others(resident, resident || launch_is_alone(config));
  }
  if (!engine) {
    const cuda_room room = room_of(launch, reinterpret_cast<const void*>(kernel), config.stream);
    engine = engine_in_room(config.grid, config.block, cuda_engine_shares(),
                            std::uint64_t{room.per_multiprocessor} * room.multiprocessors,
                            room.multiprocessors);
  }
  launch.gridDim = grid_with_engine(config.grid, engine->engine_blocks);
  if (config.group) launch.gridDim.z = pes_of_group;
  if (config.group) check_group_fits(launch, reinterpret_cast<const void*>(kernel), config.stream);
  launch.stream = stream_of(config);
  launch.attrs = &attribute;
  launch.numAttrs = config.collective || config.group ? 1 : 0;
  if constexpr (counts_engine_blocks<Parameters...>) {
    pass_launch<Parameters...>(launch, kernel, ark::engine_blocks{engine->engine_blocks},
                               std::forward<Arguments>(arguments)...);
  } else {
    pass_launch<Parameters...>(launch, kernel, std::forward<Arguments>(arguments)...);
  }
  return *engine;
}

}  // namespace detail
}  // namespace ark
