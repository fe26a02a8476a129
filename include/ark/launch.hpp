// Launching kernels: the same call for the CPU executor and for the GPU.
#pragma once

#include <ark/detail/lane.hpp>
#include <ark/host.hpp>
#include <ark/simt.hpp>

#if ARK_CUDA
#include <ark/detail/launch_cuda.hpp>
#else
#include <ark/detail/launch_cpu.hpp>
#endif

namespace ark {

/// Queue `kernel(arguments...)` on a stream; returns at once.
///
/// Callable: host. kernel: an ARK_GLOBAL function; arguments are copied by value.
/// config: {grid, block, shared_bytes, stream, collective, engine_blocks, group}. grid, block:
///   blocks, and threads of a block; shared_bytes: dynamic shared memory of a block; stream: null
///   is the PE's default stream; collective: every PE launches, and kernels may wait for each other
///   across PEs: all blocks are resident at once; engine_blocks: so many blocks more, in front of
///   the grid's own, for a kernel that begins with an ark::engine_scope of the same number; group:
///   this one launch is for all PEs of this process. Each has `grid` [x,y,1] in it, and so the same
///   blockIdx.x and y as in a launch of its own; along z are the PEs. All blocks are resident at
///   once, and may wait for each other. Arguments are the same for all PEs (ark::own_address). The
///   other PEs do not launch, and stay until it has ended.
/// Completion: stream_sync(stream) or device_sync().
/// Errors: throws ark::error: invalid_argument (a null kernel, sizes beyond CUDA's limits, engine
///   blocks of a grid of more than one dimension, a group's of three, or not a stream of the PE),
///   out_of_memory (a collective grid or a group that cannot be resident at once), unsupported (a
///   group of PEs on several GPUs), wrong_state (inside a kernel), not_initialized.
template <class... Parameters, class... Arguments>
void launch(const launch_config& config, void (*kernel)(Parameters...), Arguments&&... arguments) {
  detail::launch_kernel<Parameters...>(config, kernel, std::forward<Arguments>(arguments)...);
}

/// A new in-order stream of the calling thread's PE.
[[nodiscard]] ARK_API stream_t stream_create();
/// Waits for the stream's kernels, then frees it. If they have not ended after ARK_TIMEOUT the
/// failure is logged, and the stream stays until finalize.
ARK_API void stream_destroy(stream_t stream);
/// Wait until the stream's kernels have ended and what they queued has been delivered.
///
/// Progress: waits at most twice ARK_TIMEOUT, so that a wait inside a kernel gives up first and
///   names its cause. Kernels that compute for longer need a larger ARK_TIMEOUT.
/// Errors: throws ark::error with the code of what ended a kernel early (divergence, stalled,
///   aborted) or failed a stream-ordered call, or timeout; invalid_argument if it is not a stream
///   of the PE. The stream is usable again afterwards, except after stalled.
ARK_API void stream_sync(stream_t stream);
/// True if nothing is queued or running on the stream.
[[nodiscard]] ARK_API bool stream_query(stream_t stream);
/// stream_sync for every stream of the calling thread's PE.
ARK_API void device_sync();

}  // namespace ark
