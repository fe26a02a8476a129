#include "cpu_streams.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/device/state/context.hpp>
#include <ark/device/transfer/queue.hpp>
#include <cstdio>
#include <utility>

#include "error/failure_report.hpp"
#include "error/log.hpp"

namespace ark {

namespace {

/// Wait until the rings of `tenant`, and those of no tenant, have delivered what is posted now.
errc wait_own_drained(detail::device_state& state, unsigned tenant) {
  using namespace device::queue;
  const auto is_others = [&](unsigned ring, unsigned end) {
    const unsigned first = end - state.tenant_count;
    return ring >= first && ring < end && ring != first + tenant - 1;
  };
  errc code = errc::ok;
  for (unsigned i = 0; i < ring_total(state) && code == errc::ok; ++i) {
    const unsigned proxy_end = engine_ring_total(state) + state.host_ring_count;
    if (is_others(i, state.ring_count) || (state.host_ring_count != 0 && is_others(i, proxy_end)))
      continue;
    const std::uint64_t posted = ring_at(state, i).head();
    if (ring_at(state, i).done() < posted)
      code = wait_done(state, i, posted, detail::op_kind::quiet, -1);
  }
  return code;
}

}  // namespace

class cpu_streams::wait_scope {
 public:
  explicit wait_scope(cpu_streams& all) : all_(all) { count(1); }
  ~wait_scope() { count(-1u); }
  wait_scope(const wait_scope&) = delete;
  wait_scope& operator=(const wait_scope&) = delete;

 private:
  void count(unsigned more) {
    const std::lock_guard lock(all_.mutex_);
    all_.waiting_ += more;
  }
  cpu_streams& all_;
};

cpu_streams::cpu_streams(pe_core& core) : core_(core), streams_{core.executor->stream_create()} {}

detail::cpu_stream* cpu_streams::create(bool blocking) {
  free_released();
  const std::lock_guard lock(mutex_);
  streams_.push_back(core_.executor->stream_create(blocking ? streams_.front() : nullptr));
  return streams_.back();
}

detail::cpu_stream* cpu_streams::of_thread() {
  detail::cpu_stream*& mine = of_threads_[std::this_thread::get_id()];
  if (mine == nullptr) {
    mine = core_.executor->stream_create(streams_.front());
    streams_.push_back(mine);
  }
  return mine;
}

void cpu_streams::forget(detail::cpu_stream* stream) {
  const auto at = std::find(streams_.begin() + 1, streams_.end(), stream);
  if (at == streams_.end()) {
    throw error(errc::invalid_argument,
                fmt::format("stream_destroy({}): not a stream of PE {}",
                            static_cast<const void*>(stream), core_.state.pe));
  }
  streams_.erase(at);
}

void cpu_streams::release(detail::cpu_stream* stream) {
  {
    const std::lock_guard lock(mutex_);
    forget(stream);
    released_.push_back(stream);
  }
  free_released();
}

void cpu_streams::free_released() {
  const std::lock_guard lock(mutex_);
  if (waiting_ != 0) return;  // one of them may wait for a stream that another thread released
  std::erase_if(released_, [&](detail::cpu_stream* stream) {
    if (!core_.executor->stream_query(stream)) return false;
    errc failure = errc::ok;
    core_.executor->stream_destroy(stream, &failure);
    if (kept_failure_ == errc::ok) kept_failure_ = failure;
    return true;
  });
}

void cpu_streams::destroy(detail::cpu_stream* stream) {
  {
    const std::lock_guard lock(mutex_);
    forget(stream);
  }
  errc failure = errc::ok;
  const bool gone = core_.executor->stream_destroy(stream, &failure) == errc::ok;
  const std::lock_guard lock(mutex_);
  if (!gone) streams_.push_back(stream);  // finalize must know that its kernels are still running
  if (kept_failure_ == errc::ok) kept_failure_ = failure;
}

detail::cpu_stream* cpu_streams::own(const char* call, detail::cpu_stream* stream) {
  const std::lock_guard lock(mutex_);
  const auto handle = reinterpret_cast<std::uintptr_t>(stream);
  if (stream == nullptr || handle == detail::default_stream_handle) return streams_.front();
  if (handle == detail::thread_stream_handle) return of_thread();
  if (std::find(streams_.begin(), streams_.end(), stream) != streams_.end()) return stream;
  throw error(errc::invalid_argument,
              fmt::format("{}: stream {}: not a stream of PE {}; accepted: null, or what "
                          "stream_create gave this PE and stream_destroy has not taken",
                          call, static_cast<const void*>(stream), core_.state.pe));
}

void cpu_streams::sync(detail::cpu_stream* stream) {
  const wait_scope waits(*this);
  sync_own(own("stream_sync", stream));
}

void cpu_streams::sync_own(detail::cpu_stream* stream) {
  // Two deadlines: a wait inside the kernel that began after this one times out first, and its
  // record names the condition.
  const bool shared = core_.values.tenants != 0;
  const unsigned tenant = core_.executor->stream_tenant(stream);
  errc code = core_.executor->stream_sync(stream, 2 * core_.state.timeout_ns, !shared);
  // Another tenant's queue may never be empty.
  for (detail::device_state* pe : core_.layout.process_states) {
    if (shared && code == errc::ok) code = wait_own_drained(*pe, tenant);
  }
  if (code == errc::timeout) core_.executor->dump(stderr);
  if (code != errc::ok) throw_failure(code);
}

void cpu_streams::throw_failure(errc code) const {
  const errc sticky = device::status(core_.state);
  const char* const where =
      code == errc::timeout ? "; what runs or waits is on stderr" : "; the log lists the lanes";
  throw error(code, fmt::format("stream_sync: PE {}: {}{}", core_.state.pe, errc_name(code),
                                sticky == errc::ok
                                    ? where
                                    : "; first failure: " + failure_text(core_.state.failure)));
}

bool cpu_streams::query(detail::cpu_stream* stream) {
  return core_.executor->stream_query(own("stream_query", stream));
}

bool cpu_streams::ready(detail::cpu_stream* stream) {
  return core_.executor->stream_ready(own("stream_is_ready", stream));
}

bool cpu_streams::is_blocking(detail::cpu_stream* stream) {
  const detail::cpu_stream* const asked = own("stream_is_blocking", stream);
  return asked == own("stream_is_blocking", nullptr) || core_.executor->has_base(asked);
}

void cpu_streams::assign(detail::cpu_stream* stream, unsigned tenant) {
  core_.executor->stream_assign(own("tenant::assign", stream), tenant);
}

void cpu_streams::end_tenant(unsigned tenant) {
  const std::lock_guard lock(mutex_);
  for (detail::cpu_stream* stream : streams_) {
    if (core_.executor->stream_tenant(stream) == tenant) core_.executor->stream_assign(stream, 0);
  }
}

void cpu_streams::sync_all() {
  const wait_scope waits(*this);
  std::vector<detail::cpu_stream*> all;
  {
    const std::lock_guard lock(mutex_);
    all = streams_;
    all.insert(all.end(), released_.begin(), released_.end());
  }
  // The default stream last: waiting for it while others have work costs an extra kernel.
  std::for_each(all.rbegin(), all.rend(), [&](detail::cpu_stream* stream) { sync_own(stream); });
  errc kept = errc::ok;
  {
    const std::lock_guard lock(mutex_);
    kept = std::exchange(kept_failure_, errc::ok);
  }
  if (kept != errc::ok) throw_failure(kept);
}

bool cpu_streams::end() noexcept {
  streams_.insert(streams_.end(), released_.begin(), released_.end());
  released_.clear();
  bool ended = true;
  for (detail::cpu_stream* stream : streams_)
    ended = core_.executor->stream_destroy(stream) == errc::ok && ended;
  streams_.clear();
  if (ended || core_.executor->stop()) return true;
  logger().error("PE {}: a kernel still runs and does not yield: its memory is not freed",
                 core_.state.pe);
  return false;
}

void cpu_streams::launch(detail::launch_config request, const detail::kernel_call& call) {
  if (core_.state.host_copier != nullptr) {
    throw error(errc::unsupported,
                "launch on the CPU executor: the heap is in GPU memory, which its kernels cannot "
                "touch; compile them with nvcc, or set ARK_HEAP=host or cuda_host");
  }
  request.stream = own("launch", request.stream);
  if (request.group) {
    request.grid.z = core_.layout.process_pes;
    request.collective = true;
    return core_.executor->launch(request, call, &core_.state, {}, core_.layout.process_states);
  }
  executor::launch_group partners;
  if (request.collective)
    partners = {core_.layout.process_group + launches_++, core_.layout.process_pes,
                core_.layout.process_index};
  core_.executor->launch(request, call, &core_.state, partners);
}

}  // namespace ark
