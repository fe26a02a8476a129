// A leased engine: a kernel of ark's own that, for a bounded time, carries out what kernels without
// engine blocks queue. docs/gpu-engines.md.
#pragma once

#include <ark/detail/portability.hpp>
#include <cstdint>

namespace ark {

/// Start an SM engine of `blocks` blocks, in a kernel of its own, for the calling thread's PE.
/// While it is resident, kernels of any launch queue to it what is not small enough to be stored
/// inline. Without one they store by themselves on a GPU, and queue to the CPU's engine on the CPU
/// executor. If one is resident it is asked to leave, and the new one follows it.
///
/// Callable: host. blocks: 1 to 64. seconds: more than 0, at most ARK_TIMEOUT. idle_seconds: more
///   than 0.
/// Completion: returns at once. What kernels queue is delivered when their PE's quiet says so, not
///   when they end: buffers must be there until then.
/// Progress: it ends by itself, and delivers what it has been posted first: after `seconds`, after
///   `idle_seconds` in which nobody posts, and soon after a failure of the PE. Nothing renews it
///   but another call. What waits for the whole device (cudaDeviceSynchronize, cudaFree) waits for
///   it: no longer than that. Host calls of ark that promise delivery park it (engine_park): fence,
///   quiet and the calls that contain one (barrier_all, collectives, finalize) before they wait;
///   stream_sync and device_sync once the kernels that they wait for have ended.
/// Errors: throws ark::error: invalid_argument, not_initialized, unsupported (this libark brings no
///   machine code for the PE's GPU), system_error (what CUDA says).
ARK_API void engine_lease(unsigned blocks, double seconds, double idle_seconds = 0.1);

/// Ask the leased engine to leave, and wait until it has delivered all that it was posted, at most
/// three times ARK_TIMEOUT. Nothing if there is none. Callable: host.
/// Errors: throws ark::error: timeout, which is the PE's failure then. A PE that has failed before
///   delivers nothing: ark::status() tells.
ARK_API void engine_park();

struct engine_lease_info {
  bool resident = false;     ///< started, and not ended yet
  std::uint64_t served = 0;  ///< descriptors that leased engines of this PE have taken so far
};
/// Of the calling thread's PE. Callable: host. Errors: as engine_lease.
[[nodiscard]] ARK_API engine_lease_info engine_lease_query();

/// Leases an engine, and parks it at the end of the scope. Does not throw from its destructor: it
/// logs.
class leased_engine {
 public:
  explicit leased_engine(unsigned blocks, double seconds, double idle_seconds = 0.1) {
    engine_lease(blocks, seconds, idle_seconds);
  }
  ~leased_engine() { park(); }
  leased_engine(const leased_engine&) = delete;
  leased_engine& operator=(const leased_engine&) = delete;

 private:
  ARK_API static void park() noexcept;
};

}  // namespace ark

/// As ark::engine_lease; returns 0, or the errc with the reason logged and in ark::last_error().
ARK_API int ark_engine_lease(int blocks, double seconds);
/// As ark::engine_park; returns as ark_engine_lease.
ARK_API int ark_engine_park();
