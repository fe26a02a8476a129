// Kernel launch: the same call for the CPU executor and for the GPU.
#pragma once

#include <ark/detail/simt/lane.hpp>
#include <ark/host.hpp>
#include <ark/simt.hpp>

#if ARK_CUDA
#include <ark/device/launch/launch_cuda.hpp>
#else
#include <ark/device/launch/launch_cpu.hpp>
#endif

namespace ark {

/// Queue `kernel(arguments...)` on a stream. Returns without waiting for the kernel.
///
/// Callable: host. kernel: an ARK_GLOBAL function; arguments are copied by value.
/// config: {grid, block, shared_bytes, stream, collective, engine_blocks, group}.
///   grid, block: the number of blocks, and of threads per block.
///   shared_bytes: dynamic shared memory per block.
///   stream: null is the default stream of the PE.
///   collective: every PE launches the kernel; all blocks are resident at once, and kernels may
///     wait for each other across PEs.
///   engine_blocks: the number of additional blocks in front of the grid's own blocks, for a kernel
///     that begins with an ark::engine_scope of the same number (<ark/engine.hpp>). If the kernel's
///     first parameter is ark::engine_blocks, the launch passes the number there, and `arguments`
///     are for the other parameters. By default such a kernel gets as many engine blocks as
///     a GPU has room for beside its grid, at most one for each 16 multiprocessors, but none if the
///     launch is neither collective nor a group and another stream of the PE has work or its own
///     records a graph; on the CPU executor none.
///   group: one launch for all PEs of this process. `grid` is the grid [x,y,1] of each PE, and
///     blockIdx.z is the index of the PE in the process: blockIdx.x and y are as in a separate
///     launch of each PE. All blocks are resident at once and may wait for each other. All PEs
///     receive the same arguments (see ark::own_address). The other PEs do not launch, and must not
///     finalize before the grid has ended.
/// Completion: stream_sync(stream) or device_sync().
/// Returns the number of engine blocks, and the reason for it.
/// Errors: throws ark::error: invalid_argument (a null kernel, sizes beyond CUDA's limits,
///   engine_blocks with a grid of more than one dimension, group with a grid of three dimensions, a
///   stream that does not belong to the PE), out_of_memory (a collective grid or a group that
///   cannot be resident at once), unsupported (a group of PEs on several GPUs, a heap that the
///   kernel cannot access), wrong_state (inside a kernel, or after stalled), not_initialized,
///   system_error (a CUDA call failed; with CUDA's text).
template <class... Parameters, class... Arguments>
launch_result launch(const launch_config& config, void (*kernel)(Parameters...),
                     Arguments&&... arguments) {
  static_assert(sizeof...(Parameters) ==
                    sizeof...(Arguments) + (detail::counts_engine_blocks<Parameters...> ? 1 : 0),
                "ark::launch: one argument for each parameter of the kernel, without its "
                "ark::engine_blocks, which the launch passes");
  return detail::launch_kernel<Parameters...>(config, kernel,
                                              std::forward<Arguments>(arguments)...);
}

/// Create an in-order stream of the calling thread's PE.
[[nodiscard]] ARK_API stream_t stream_create();
/// Wait for the kernels of the stream, then free it. If they have not ended after ARK_TIMEOUT, the
/// failure is logged and the stream remains until finalize. A failure of one of them that no
/// stream_sync has reported is thrown by the next device_sync or by finalize.
ARK_API void stream_destroy(stream_t stream);
/// Wait until the kernels of the stream have ended and the operations that they queued are
/// delivered.
///
/// Progress: waits at most twice ARK_TIMEOUT, so that a wait inside a kernel times out first and
///   its failure record names the cause. Kernels that compute for longer need a larger ARK_TIMEOUT.
/// Errors: throws ark::error: on the CPU executor, the code of the error that ended a kernel early
///   (divergence, stalled, aborted) or of a failed stream-ordered operation; timeout;
///   invalid_argument (a stream that does not belong to the PE). The stream remains usable, except
///   after stalled.
ARK_API void stream_sync(stream_t stream);
/// True if no work is queued or running on the stream.
[[nodiscard]] ARK_API bool stream_query(stream_t stream);
/// stream_sync for every stream of the calling thread's PE.
ARK_API void device_sync();

}  // namespace ark
