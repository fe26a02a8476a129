// The runtime's streams on the CPU executor, and launches.
#include <fmt/core.h>

#include <algorithm>
#include <ark/device/context.hpp>

#include "error/failure_report.hpp"
#include "error/log.hpp"
#include "runtime.hpp"

namespace ark {

detail::cpu_stream* runtime::stream_create() {
  detail::cpu_stream* stream = executor_->stream_create();
  const std::lock_guard lock(streams_mutex_);
  streams_.push_back(stream);
  return stream;
}

void runtime::stream_destroy(detail::cpu_stream* stream) {
  {
    const std::lock_guard lock(streams_mutex_);
    const auto at = std::find(streams_.begin() + 1, streams_.end(), stream);
    if (at == streams_.end()) {
      throw error(errc::invalid_argument, fmt::format("stream_destroy({}): not a stream of PE {}",
                                                      static_cast<const void*>(stream), state_.pe));
    }
    streams_.erase(at);
  }
  if (executor_->stream_destroy(stream) == errc::ok) return;
  const std::lock_guard lock(streams_mutex_);
  streams_.push_back(stream);  // finalize must know that its kernels still run
}

detail::cpu_stream* runtime::own_stream(const char* call, detail::cpu_stream* stream) {
  const std::lock_guard lock(streams_mutex_);
  if (stream == nullptr) return streams_.front();
  if (std::find(streams_.begin(), streams_.end(), stream) != streams_.end()) return stream;
  throw error(errc::invalid_argument,
              fmt::format("{}: stream {}: not a stream of PE {}; accepted: null, or what "
                          "stream_create gave this PE and stream_destroy has not taken",
                          call, static_cast<const void*>(stream), state_.pe));
}

void runtime::stream_sync(detail::cpu_stream* stream) {
  // Twice: a wait inside the kernel that began after this one gives up first, and it can say for
  // what.
  const errc code =
      executor_->stream_sync(own_stream("stream_sync", stream), 2 * state_.timeout_ns);
  if (code == errc::ok) return;
  const errc sticky = device::status(state_);
  throw error(code,
              fmt::format("stream_sync: PE {}: {}{}", state_.pe, errc_name(code),
                          sticky == errc::ok ? std::string("; the log tells which lanes")
                                             : "; first failure: " + failure_text(state_.failure)));
}

bool runtime::stream_query(detail::cpu_stream* stream) {
  return executor_->stream_query(own_stream("stream_query", stream));
}

void runtime::device_sync() {
  std::vector<detail::cpu_stream*> all;
  std::vector<CUstream_st*> on_gpu{nullptr};
  {
    const std::lock_guard lock(streams_mutex_);
    all = streams_;
    on_gpu.insert(on_gpu.end(), gpu_streams_.begin(), gpu_streams_.end());
  }
  for (detail::cpu_stream* stream : all) stream_sync(stream);
  if (has_gpu_streams()) {
    for (CUstream_st* stream : on_gpu) gpu_stream_sync(stream);
  }
}

bool runtime::end_grids() noexcept {
  bool ended = true;
  for (detail::cpu_stream* stream : streams_)
    ended = executor_->stream_destroy(stream) == errc::ok && ended;
  streams_.clear();
  if (ended || executor_->stop()) return true;
  logger().error("PE {}: a kernel still runs and never gives way: its memory is left to it",
                 state_.pe);
  return false;
}

void runtime::launch(detail::launch_config request, const detail::kernel_call& call) {
  if (state_.host_copier != nullptr) {
    throw error(errc::unsupported,
                "launch on the CPU executor: the heap is in GPU memory, which its kernels cannot "
                "touch; compile them with nvcc, or set ARK_HEAP=host");
  }
  request.stream = own_stream("launch", request.stream);
  if (request.group) {
    request.grid.z = process_pes_;
    request.collective = true;
    return executor_->launch(request, call, &state_, {}, process_states_);
  }
  executor::launch_group partners;
  if (request.collective) partners = {process_group_ + launches_++, process_pes_, process_index_};
  executor_->launch(request, call, &state_, partners);
}

}  // namespace ark
