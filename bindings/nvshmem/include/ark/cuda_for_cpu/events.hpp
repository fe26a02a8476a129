// Events: marks in streams, whose time and arrival programs read.
#pragma once

#include <ark/cuda_for_cpu/streams.hpp>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/clock.hpp>
#include <ark/device/state/context.hpp>
#include <cstdint>
#include <memory>

namespace ark::cuda_for_cpu {

/// Concurrency: one thread records; streams and any thread read.
struct event {
  bool timed = true;
  std::uint64_t recorded = 0;   ///< marks queued so far
  std::uint64_t reached = 0;    ///< number of the last mark that its stream has reached. Release
  std::uint64_t time_ns = 0;    ///< time of that mark
  std::shared_ptr<event> self;  ///< until cudaEventDestroy; kernels that use the event share it
};

/// One thread: the mark of a stream.
inline void mark_kernel(std::shared_ptr<event> mark, std::uint64_t number) {
  mark->time_ns = ark::detail::clock_ns();
  ark::detail::store_release(&mark->reached, number);
}

struct awaited_event {
  const event* mark;
  std::uint64_t number;
};
inline bool is_reached(void* awaited) {
  const auto* wanted = static_cast<const awaited_event*>(awaited);
  return ark::detail::load_acquire(&wanted->mark->reached) >= wanted->number;
}

/// Wait for a mark, on a host thread as long as ark::stream_sync does, in a kernel at most
/// ARK_TIMEOUT.
inline errc await(awaited_event wanted) {
  const ark::detail::device_state& state = device::context("cudaEventSynchronize");
  ark::detail::wait_info info;
  info.op = ark::detail::op_kind::stream_sync;
  info.status = &state.status;
  info.timeout_ns = device::place::on_lane() ? state.timeout_ns : 2 * state.timeout_ns;
  return ark::detail::wait(is_reached, &wanted, info);
}

/// One thread: the stream waits for a mark of another.
inline void await_kernel(std::shared_ptr<event> mark, std::uint64_t number) {
  if (const errc code = await({mark.get(), number}); code != errc::ok)
    ark::detail::kernel_failed(code);
}

}  // namespace ark::cuda_for_cpu

using cudaEvent_t = ark::cuda_for_cpu::event*;
enum : unsigned {
  cudaEventDefault = 0,
  cudaEventBlockingSync = 1,
  cudaEventDisableTiming = 2,
  cudaEventInterprocess = 4,
};

inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags = cudaEventDefault) {
  const auto created = std::make_shared<ark::cuda_for_cpu::event>();
  created->self = created;
  *event = created.get();
  (*event)->timed = (flags & cudaEventDisableTiming) == 0;
  return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreate(event, flags);
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) {
  return ark::cuda_for_cpu::as_cuda("cudaEventRecord", [&] {
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::mark_kernel, event->self,
                event->recorded + 1);
    ++event->recorded;
  });
}
enum : unsigned { cudaEventRecordDefault = 0 };
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr,
                                            unsigned = cudaEventRecordDefault) {
  return cudaEventRecord(event, stream);
}
inline cudaError_t cudaEventQuery(cudaEvent_t event) {
  ark::cuda_for_cpu::awaited_event last{event, event->recorded};
  return ark::cuda_for_cpu::is_reached(&last) ? cudaSuccess : cudaErrorNotReady;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (cudaEventQuery(event) == cudaSuccess) return cudaSuccess;
  return ark::cuda_for_cpu::as_cuda("cudaEventSynchronize", [&] {
    const ark::errc code = ark::cuda_for_cpu::await({event, event->recorded});
    if (code != ark::errc::ok) {
      throw ark::error(code, "mark " + std::to_string(event->recorded) +
                                 " of the event; reached: " +
                                 std::to_string(ark::detail::load_acquire(&event->reached)));
    }
  });
}
/// Does not wait for the marks of the event.
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  event->self.reset();
  return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  *milliseconds = 0;
  if (!begin->timed || !end->timed || begin->recorded == 0 || end->recorded == 0)
    return ark::cuda_for_cpu::remember(cudaErrorInvalidResourceHandle);
  if (cudaEventQuery(begin) != cudaSuccess || cudaEventQuery(end) != cudaSuccess)
    return cudaErrorNotReady;
  const auto ns = static_cast<std::int64_t>(end->time_ns - begin->time_ns);
  *milliseconds = static_cast<float>(static_cast<double>(ns) * 1e-6);
  return cudaSuccess;
}
enum : unsigned { cudaEventWaitDefault = 0 };
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                       unsigned = cudaEventWaitDefault) {
  return ark::cuda_for_cpu::as_cuda("cudaStreamWaitEvent", [&] {
    ark::launch({1, 1, 0, stream}, ark::cuda_for_cpu::await_kernel, event->self, event->recorded);
  });
}
