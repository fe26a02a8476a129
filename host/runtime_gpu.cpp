// The runtime's part of a GPU: choosing it, what the host's own calls need there, and its kernels.
#include <fmt/core.h>
#include <sched.h>

#include <algorithm>
#include <ark/detail/clock.hpp>
#include <ark/device/context.hpp>
#include <cstring>
#include <memory>
#include <optional>

#include "error/failure_report.hpp"
#include "error/joined.hpp"
#include "error/log.hpp"
#include "gpu/kernels/kernel_modules.hpp"
#include "info/routes.hpp"
#include "runtime.hpp"

namespace ark {

namespace {

/// What PEs tell each other about where their heaps are to be.
struct heap_vote {
  heap_kind kind;
  errc problem;
  bool hindered;  ///< `kind` is cuda, and cannot be had
};

}  // namespace

void runtime::open_gpu() {
  const bool automatic = config_.heap == heap_kind::automatic;
  if (config_.heap == heap_kind::host) {
    heap_choice_ = {heap_kind::host, "ARK_HEAP=host", "ARK_HEAP=auto, cuda, cuda_ipc or cuda_host"};
  } else if (automatic && !cuda_program()) {
    heap_choice_ = {heap_kind::host, "no part of the program was compiled by nvcc",
                    "compile kernels with nvcc, or ARK_HEAP=cuda or cuda_host"};
  } else {
    try {
      gpu_ = std::make_unique<gpu>(gpu::request{
          config_.cuda_device, host_index_, config_.timeout_ns, process_pes_, config_.plan_armed});
      heap_choice_ = {automatic ? heap_kind::cuda : config_.heap,
                      automatic ? "the program has kernels for GPUs, and there is one"
                                : fmt::format("ARK_HEAP={}", heap_kind_name(config_.heap)),
                      "ARK_HEAP=host"};
    } catch (const error& problem) {
      if (!automatic || problem.code() != errc::unsupported) throw;
      heap_choice_ = {heap_kind::host, problem.what(), "ARK_HEAP=cuda makes this an error"};
      logger().info("heap in host memory: {}", problem.what());
    }
  }
}

void runtime::choose_heap() {
  std::optional<error> problem;
  std::string obstacle;
  try {
    open_gpu();
    if (heap_choice_.kind == heap_kind::cuda) obstacle = gpu_->mapping_obstacle(shares_host());
  } catch (const error& mine) {
    problem = mine;
  }
  const heap_vote vote{heap_choice_.kind, problem ? problem->code() : errc::ok, !obstacle.empty()};
  std::vector<heap_vote> all(processes_.size());
  boot_->allgather(&vote, sizeof vote, all.data());
  if (problem) throw *problem;
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (all[pe].problem != errc::ok) {
      throw error(all[pe].problem,
                  fmt::format("ARK_HEAP: PE {} has no heap: {}", pe, errc_name(all[pe].problem)));
    }
    if (all[pe].kind != all[0].kind) {
      throw error(
          errc::asymmetric,
          fmt::format("ARK_HEAP: the heap of PE 0 is {}, that of PE {} is {}; accepted: the "
                      "same on every PE ({} here: {})",
                      heap_kind_name(all[0].kind), pe, heap_kind_name(all[pe].kind),
                      heap_kind_name(heap_choice_.kind), heap_choice_.why));
    }
  }
  const auto hindered =
      std::find_if(all.begin(), all.end(), [](auto& one) { return one.hindered; });
  if (hindered != all.end())
    fall_back_to_ipc(static_cast<std::size_t>(hindered - all.begin()), obstacle);
  if (gpu_) find_gpu_sharing();
}

void runtime::fall_back_to_ipc(std::size_t pe, const std::string& obstacle) {
  const std::string why =
      obstacle.empty() ? fmt::format("PE {} cannot have cuda, as its log says", pe) : obstacle;
  const char* const change =
      "a driver and a container that pass device memory on as file descriptors; ARK_HEAP=cuda_ipc "
      "asks for what there is";
  how_.downgrades.downgrade("ARK_HEAP", "cuda", "cuda_ipc used, which cannot grow", why, change);
  heap_choice_ = {heap_kind::cuda_ipc, why, change};
}

bool runtime::shares_host() const {
  const auto me = static_cast<std::size_t>(boot_->rank());
  for (std::size_t pe = 0; pe < hosts_.size(); ++pe) {
    if (hosts_[pe] == hosts_[me] && processes_[pe] != processes_[me]) return true;
  }
  return false;
}

void runtime::find_gpu_sharing() {
  const auto me = static_cast<std::size_t>(boot_->rank());
  const gpu_place mine{gpu_->facts().uuid, hosts_[me], processes_[me]};
  std::vector<gpu_place> all(processes_.size());
  boot_->allgather(&mine, sizeof mine, all.data());
  gpu_sharing_ = gpu_sharing_of(all, me, gpu_->facts().mps);
  if (heap_is_on_gpu(heap_choice_.kind)) find_gpus_apart(all);
}

void runtime::find_gpus_apart(std::span<const gpu_place> all) {
  const auto me = static_cast<std::size_t>(boot_->rank());
  const std::size_t pes = all.size();
  std::vector<std::string> why(pes);
  std::vector<std::uint8_t> mine(pes);
  for (std::size_t pe = 0; pe < pes; ++pe) {
    if (all[pe].host != all[me].host || all[pe].uuid == all[me].uuid) continue;
    why[pe] = gpu_->obstacle_between(all[pe].uuid);
    mine[pe] = why[pe].empty() ? 0 : 1;
  }
  const std::uint8_t any = std::find(mine.begin(), mine.end(), 1) != mine.end() ? 1 : 0;
  std::vector<std::uint8_t> anywhere(pes);
  boot_->allgather(&any, sizeof any, anywhere.data());
  if (std::find(anywhere.begin(), anywhere.end(), 1) == anywhere.end()) return;
  std::vector<std::uint8_t> rows(pes * pes);
  boot_->allgather(mine.data(), pes, rows.data());
  std::vector<std::size_t> who;
  for (std::size_t pe = 0; pe < pes; ++pe) {
    if (why[pe].empty() && rows[pe * pes + me] != 0)
      why[pe] = fmt::format("PE {} has found that its GPU and this one are apart", pe);
    if (!why[pe].empty()) who.push_back(pe);
  }
  apart_ = std::move(why);
  if (who.empty()) return;
  how_.downgrades.downgrade("ARK_HEAP", heap_kind_name(heap_choice_.kind),
                            fmt::format("the proxy, to PE {}", joined(who, ", ")),
                            apart_[who.front()], gpu_pair_change);
}

bool runtime::kernels_wait() const noexcept {
  return config_.cuda_wait_always || gpu_sharing_.mode != gpu_mode::time_sliced;
}

/// True if the program's kernels cannot run anywhere else.
bool runtime::kernels_are_on_gpu() const noexcept {
  return gpu_ && (cuda_program() || heap_is_on_gpu(heap_choice_.kind));
}

void runtime::adapt_state() {
  if (config_.route == detail::route_policy::queue_only && kernels_are_on_gpu()) {
    how_.downgrades.downgrade("ARK_ROUTE", "queue", "inline in launches without engine_blocks",
                              "on a GPU nothing else drains a ring",
                              "launch with engine_blocks, or ARK_HEAP=host");
  }
  if (!heap_is_on_gpu(heap_choice_.kind)) return;
  if (const std::string why = gpu_->arming_obstacle(); !why.empty()) {
    const bool graph = gpu_->arming() == plan_arming::graph;
    how_.downgrades.downgrade(
        "ARK_PLAN_ARMED", graph ? "streams" : "graph", graph ? "graph" : "streams", why,
        graph ? "CUDA_MODULE_LOADING=EAGER with CUDA_DEVICE_MAX_CONNECTIONS=32, or "
                "ARK_PLAN_ARMED=graph"
              : "a newer NVIDIA driver, or ARK_PLAN_ARMED=streams");
  }
  if (const std::string hazard = gpu_->arming_hazard(); !hazard.empty()) {
    how_.downgrades.downgrade("ARK_PLAN_ARMED", "streams", "streams that may hold others up",
                              hazard,
                              "CUDA_MODULE_LOADING=EAGER with CUDA_DEVICE_MAX_CONNECTIONS=32, or a "
                              "driver of CUDA 12.4 or newer, which has graphs for plans");
  }
  state_.host_copier = &gpu_->copier();
  // The engine has the copier.
  state_.inline_max_bytes = 0;
  state_.host_inline_max_bytes = 0;
  if (state_.checks == nullptr) return;
  state_.checks = nullptr;  // they read the heap as they please
  if (how_.read.source_of("ARK_CHECK") == config_source::built_in) return;
  how_.downgrades.downgrade("ARK_CHECK", "1", "only kernels are checked",
                            "the heap is in GPU memory, which host calls cannot look into",
                            "ARK_HEAP=host or cuda_host");
}

/// Before any thread that may find a failure.
void runtime::listen_for_failures() {
  state_.on_failure = {
      [](void* self, errc code) noexcept { static_cast<runtime*>(self)->notify_kernels(code); },
      this};
}

void runtime::notify_kernels(errc code) noexcept {
  if (!kernels_built_.load(std::memory_order_acquire)) return;
  try {
    gpu_->set_status(code);
  } catch (const std::exception& problem) {
    logger().error("telling kernels of a failure: {}", problem.what());
  }
}

/// The context of the kernels on a GPU, before the proxy that serves its ring.
void runtime::build_kernels() {
  if (!gpu_) return;
  const bool proxied = state_.host_ring_count != 0;
  gpu_->build_context(
      {.host = state_,
       .peers = peers_,
       .workspace = kernel_workspace_,
       .kernels_wait = kernels_wait(),
       .adds_in_bulk = heap_is_on_gpu(heap_choice_.kind) && gpu_sharing_.only_gpu,
       .check = config_.check,
       .inline_max_bytes = detail::inline_limit(config_.route, config_.inline_bytes),
       .engine = engine_options(),
       .sm_rings = config_.rings,
       .proxied = proxied,
       .ring_slots = config_.ring_slots});
  kernels_built_.store(true, std::memory_order_release);
  if (failed()) notify_kernels(device::status(state_));
  if (!proxied) return;
  rings_.push_back(gpu_->proxy_ring());
  state_.rings = rings_.data();
  state_.kernel_ring_count = 1;
}

/// From here on launches find it.
void runtime::open_kernels() {
  if (!gpu_) return;
  const std::size_t unchecked = cuda_program_unchecked();
  if (config_.check && unchecked > 0 &&
      how_.read.source_of("ARK_CHECK") != config_source::built_in) {
    how_.downgrades.downgrade(
        "ARK_CHECK", "1", "kernels are not checked",
        fmt::format("{} translation units were compiled without ARK_CHECKED", unchecked),
        "nvcc -DARK_CHECKED=1");
  }
  cuda_program_set(process_index_, process_pes_, gpu_->context());
  boot_->barrier();  // now all contexts of the process are known
  gpu_->write_program();
  kernel_watch_ = {[](void* self, unsigned) {
                     static_cast<runtime*>(self)->notice_kernels();
                     return false;
                   },
                   [](void*) { return true; }, this};
  add_progress(kernel_watch_);
}

void runtime::end_kernels() noexcept {
  if (kernel_watch_.run != nullptr) executor_->progress_remove(kernel_watch_);
  if (!kernels_built_.load(std::memory_order_acquire)) return;
  try {
    for (CUstream_st* stream : gpu_streams_) gpu_->stream_destroy(stream);
    cuda_program_set(process_index_, process_pes_, nullptr);
    gpu_->write_program();
  } catch (const std::exception& problem) {
    logger().error("finalize: {}", problem.what());
  }
}

void runtime::check_kernels() noexcept {
  if (failed()) return;
  if (const auto record = gpu_->failure()) detail::failure_publish(state_, *record);
}

namespace {

void copier_failed(detail::device_state& state, detail::op_kind op, const std::exception& problem) {
  failure_record record;
  const auto* known = dynamic_cast<const error*>(&problem);
  record.code = known != nullptr ? known->code() : errc::aborted;
  record.op = op;
  record.pe = state.pe;
  std::string_view(problem.what()).copy(record.detail, sizeof record.detail - 1);
  detail::failure_publish(state, record);
}

}  // namespace

void detail::heap_read(device_state& state, const void* at, void* into,
                       std::size_t bytes) noexcept {
  try {
    return state.host_copier->copy(into, at, bytes);
  } catch (const std::exception& problem) {
    copier_failed(state, op_kind::get, problem);
  }
  std::memset(into, 0, bytes);
}

errc detail::heap_add(device_state& state, std::uint64_t* word, std::uint64_t value,
                      std::uint64_t* before) noexcept {
  try {
    *before = state.host_copier->amo(amo_op::add, reinterpret_cast<std::byte*>(word), sizeof *word,
                                     value, 0);
    return errc::ok;
  } catch (const std::exception& problem) {
    copier_failed(state, op_kind::amo, problem);
    return device::status(state);
  }
}

detail::device_state* runtime::kernel_context() {
  if (!gpu_) {
    throw error(errc::unsupported,
                fmt::format("launch on a GPU: the heap of PE {} is in host memory: {} [{}]",
                            state_.pe, heap_choice_.why, heap_choice_.change));
  }
  gpu_->write_program();
  return gpu_->context();
}

std::size_t runtime::kernel_shared_bytes(std::size_t wanted) {
  kernel_context();
  return process_pes_ == 1 ? wanted : detail::cuda_launcher_bytes(wanted, process_index_);
}

std::size_t runtime::group_shared_bytes(std::size_t wanted, unsigned* pes) {
  kernel_context();
  if (!gpu_sharing_.one_gpu_in_process) {
    throw error(errc::unsupported,
                fmt::format("launch: a group of the {} PEs of this process, which are on several "
                            "GPUs (PE {} on {}): one launch is of one GPU; set ARK_CUDA_DEVICE",
                            process_pes_, state_.pe, gpu_uuid_text(gpu_->facts().uuid)));
  }
  *pes = process_pes_;
  return process_pes_ == 1 ? wanted : detail::cuda_launcher_bytes(wanted, detail::cuda_group_place);
}

// --- CUDA's streams
// -------------------------------------------------------------------------------

bool runtime::has_gpu_streams() const noexcept { return gpu_ && cuda_program(); }

CUstream_st* runtime::gpu_stream_create() {
  kernel_context();
  CUstream_st* stream = gpu_->stream_create();
  const std::lock_guard lock(streams_mutex_);
  gpu_streams_.push_back(stream);
  return stream;
}

void runtime::gpu_stream_destroy(CUstream_st* stream) {
  {
    const std::lock_guard lock(streams_mutex_);
    if (std::erase(gpu_streams_, stream) == 0) {
      throw error(errc::invalid_argument,
                  fmt::format("stream_destroy({}): not a stream that ark made for PE {}",
                              static_cast<const void*>(stream), state_.pe));
    }
  }
  gpu_stream_sync(stream);
  gpu_->stream_destroy(stream);
}

bool runtime::gpu_stream_query(CUstream_st* stream) {
  kernel_context();
  return gpu_->stream_query(stream);
}

void runtime::gpu_stream_sync(CUstream_st* stream) {
  kernel_context();
  // Twice: a wait inside the kernel gives up first, and it can say for what.
  const std::uint64_t deadline = detail::clock_ns() + 2 * state_.timeout_ns;
  while (!gpu_->stream_query(stream)) {
    detail::yield();
    if (detail::clock_ns() > deadline) {
      throw error(errc::timeout,
                  fmt::format("stream_sync: PE {}: not done after {:.1f} s", state_.pe,
                              2e-9 * static_cast<double>(state_.timeout_ns)));
    }
  }
  notice_kernels();
}

}  // namespace ark
