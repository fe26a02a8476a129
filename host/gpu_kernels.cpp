#include "gpu_kernels.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/platform/clock.hpp>
#include <string>

#include "error/failure_report.hpp"
#include "error/log.hpp"
#include "gpu/kernels/fast_path.hpp"
#include "gpu/kernels/kernel_modules.hpp"

namespace ark {

namespace {

std::uint64_t inline_max_bytes(const config& values) {
  return detail::inline_limit(values.route, values.inline_bytes);
}

}  // namespace

gpu_kernels::gpu_kernels(pe_core& core) : core_(core) {
  core.state.on_failure = {
      [](void* self, errc code) noexcept { static_cast<gpu_kernels*>(self)->notify(code); }, this};
}

gpu_kernels::~gpu_kernels() { core_.state.on_failure = {}; }

void gpu_kernels::notify(errc code) noexcept {
  if (!built()) return;
  try {
    choice_->device->set_status(code);
  } catch (const std::exception& problem) {
    logger().error("telling kernels of a failure: {}", problem.what());
  }
}

const detail::ring_view* gpu_kernels::build(const gpu_choice& choice,
                                            const symmetric_memory& memory,
                                            std::span<const detail::peer_view> peers) {
  choice_ = &choice;
  if (!choice.device) return nullptr;
  const bool proxied = core_.state.host_ring_count != 0;
  const config& values = core_.values;
  choice.device->build_context({.host = core_.state,
                                .peers = peers,
                                .workspace = memory.kernel_workspace(),
                                .kernels_wait = choice.kernels_wait(values),
                                .check = values.check,
                                .inline_max_bytes = inline_max_bytes(values),
                                .proxied = proxied,
                                .ring_slots = values.ring_slots});
  built_.store(true, std::memory_order_release);
  if (core_.failed()) notify(device::status(core_.state));
  return proxied ? &choice.device->proxy_ring() : nullptr;
}

void gpu_kernels::set_program_pe(const cuda_pe& pe) {
  const auto last_pe = static_cast<unsigned>(core_.state.n_pes - 1);
  cuda_program_set(core_.layout.process_index, core_.layout.process_pes, last_pe, pe);
}

void gpu_kernels::open() {
  if (!choice_->device) return;
  const std::size_t unchecked = cuda_program_unchecked();
  if (core_.values.check && unchecked > 0 &&
      core_.how.read.source_of("ARK_CHECK") != config_source::built_in) {
    core_.how.downgrades.downgrade(
        "ARK_CHECK", "1", "kernels are not checked",
        fmt::format("{} translation units were compiled without ARK_CHECKED", unchecked),
        "nvcc -DARK_CHECKED=1");
  }
  const std::span peers(core_.state.peers, static_cast<std::size_t>(core_.state.n_pes));
  set_program_pe({choice_->device->context(), stores_to_peers(peers, core_.state.pe),
                  inline_max_bytes(core_.values), detail::load_acquire(&core_.state.heap_bytes)});
  core_.boot->barrier();  // now all contexts of the process are known
  choice_->device->write_program();
  watch_.add(core_, *this);
}

void gpu_kernels::close() noexcept {
  watch_.remove();
  if (!built()) return;
  try {
    for (CUstream_st* stream : streams_) choice_->device->stream_destroy(stream);
    streams_.clear();
    set_program_pe({});
    choice_->device->write_program();
  } catch (const std::exception& problem) {
    logger().error("finalize: {}", problem.what());
  }
}

void gpu_kernels::check_failure() noexcept {
  if (core_.failed()) return;
  if (const auto record = choice_->device->failure()) detail::failure_publish(core_.state, *record);
}

detail::device_state* gpu_kernels::context() {
  if (!choice_->device) {
    throw error(errc::unsupported,
                fmt::format("launch on a GPU: the heap of PE {} is in host memory: {} [{}]",
                            core_.state.pe, choice_->heap.why, choice_->heap.change));
  }
  choice_->device->write_program();
  return choice_->device->context();
}

std::size_t gpu_kernels::shared_bytes(std::size_t wanted) {
  context();
  return core_.layout.process_pes == 1
             ? wanted
             : detail::cuda_launcher_bytes(wanted, core_.layout.process_index);
}

std::size_t gpu_kernels::group_shared_bytes(std::size_t wanted, unsigned* pes) {
  context();
  if (!choice_->sharing.one_gpu_in_process) {
    throw error(errc::unsupported,
                fmt::format("launch: a group of the {} PEs of this process, which are on several "
                            "GPUs (PE {} on {}): one launch is of one GPU; set ARK_CUDA_DEVICE",
                            core_.layout.process_pes, core_.state.pe,
                            gpu_uuid_text(choice_->device->facts().uuid)));
  }
  *pes = core_.layout.process_pes;
  return core_.layout.process_pes == 1
             ? wanted
             : detail::cuda_launcher_bytes(wanted, detail::cuda_group_place);
}

unsigned gpu_kernels::engine_shares() {
  context();
  return core_.values.route == detail::route_policy::inline_only
             ? 0
             : static_cast<unsigned>(choice_->sharing.pes);
}

unsigned gpu_kernels::green_multiprocessors(CUstream_st* stream) {
  context();
  return choice_->device->green_multiprocessors(stream);
}

bool gpu_kernels::has_streams() const noexcept { return choice_->device && cuda_program(); }

CUstream_st* gpu_kernels::stream_create(unsigned multiprocessors) {
  context();
  CUstream_st* stream = choice_->device->stream_create(multiprocessors);
  const std::lock_guard lock(mutex_);
  streams_.push_back(stream);
  return stream;
}

/// False also of a stream that records a graph, and if the device does not report it.
bool gpu_kernels::is_idle(CUstream_st* stream) const noexcept {
  try {
    return !choice_->device->stream_in_use(stream);
  } catch (const error&) {
    return false;
  }
}

void gpu_kernels::stream_destroy(CUstream_st* stream) {
  const auto expect_ours = [&](bool ours) {
    if (ours) return;
    throw error(errc::invalid_argument,
                fmt::format("stream_destroy({}): not a stream that ark made for PE {}",
                            static_cast<const void*>(stream), core_.state.pe));
  };
  {
    const std::lock_guard lock(mutex_);
    expect_ours(std::find(streams_.begin(), streams_.end(), stream) != streams_.end());
  }
  std::string why;
  try {
    stream_sync(stream);
  } catch (const error& problem) {
    why = problem.what();  // includes a kernel's failure, which the PE's status keeps
  }
  if (!why.empty() && !is_idle(stream)) {
    logger().error("stream_destroy: {}; the stream stays until finalize", why);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    expect_ours(std::erase(streams_, stream) == 1);
  }
  choice_->device->stream_destroy(stream);
}

bool gpu_kernels::stream_query(CUstream_st* stream) {
  context();
  return choice_->device->stream_query(stream);
}

void gpu_kernels::stream_sync(CUstream_st* stream) {
  context();
  // Two deadlines: a wait inside the kernel times out first, and its record names the condition.
  const std::uint64_t deadline = detail::clock_ns() + 2 * core_.state.timeout_ns;
  while (!choice_->device->stream_query(stream)) {
    detail::yield();
    if (detail::clock_ns() > deadline) {
      throw error(errc::timeout,
                  fmt::format("stream_sync: PE {}: not done after {:.1f} s", core_.state.pe,
                              2e-9 * static_cast<double>(core_.state.timeout_ns)));
    }
  }
  notice_failure();
}

std::vector<CUstream_st*> gpu_kernels::all_streams() {
  std::vector<CUstream_st*> all{nullptr};
  const std::lock_guard lock(mutex_);
  all.insert(all.end(), streams_.begin(), streams_.end());
  return all;
}

void gpu_kernels::streams_sync() {
  if (!has_streams()) return;
  for (CUstream_st* stream : all_streams()) stream_sync(stream);
}

bool gpu_kernels::runs_alone(CUstream_st* stream) {
  context();
  const std::vector<CUstream_st*> all = all_streams();
  return std::all_of(all.begin(), all.end(),
                     [&](CUstream_st* one) { return one == stream || is_idle(one); });
}

}  // namespace ark
