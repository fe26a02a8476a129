#include "runtime.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/device/order.hpp>

#include "gpu/memory/gpu_copier.hpp"
#include "heap/placement.hpp"
#include "info/routes.hpp"
#include "shared_executor.hpp"

namespace ark {

namespace {

constexpr std::uint64_t goodbye_ns = 500'000'000;

/// A PE that checks waits for the others' records. A heap of another size, or one that grows by
/// another amount, would be full on some PEs only.
constexpr struct {
  const char* name;
  std::uint64_t (*value)(const config&);
} settings_of_all[] = {
    {"ARK_CHECK", [](const config& c) { return std::uint64_t{c.check}; }},
    {"ARK_SYMMETRIC_SIZE", [](const config& c) { return std::uint64_t{c.symmetric_size}; }},
    {"ARK_HEAP_SEGMENT", [](const config& c) { return std::uint64_t{c.heap_segment}; }},
};

}  // namespace

runtime::runtime(std::unique_ptr<bootstrap> boot, start_settings& how)
    : how_(how), config_(how.read.values), boot_(std::move(boot)) {}

void runtime::start() {
  listen_for_failures();
  exchange_pe_info();
  check_schedule();
  executor_ = shared_executor_acquire(config_, static_cast<unsigned>(boot_->local_size()),
                                      process_pes_, how_.downgrades);
  choose_heap();
  build_heap();
  watch_heartbeats();
  build_state();
  check_forced_route(gather_routes(), how_.downgrades);
  build_rings();
  build_trace();
  build_engine();
  build_plans();
  build_kernels();
  build_proxy();
  open_kernels();
  boot_->barrier();
  started_ = true;
}

runtime::~runtime() {
  if (proxy_progress_.run != nullptr) executor_->progress_remove(proxy_progress_);
  depart(failed() || !started_ ? liveness::departure::failed : liveness::departure::in_order);
  if (watch_) watch_->stop();
  if (proxy_) proxy_->leave(goodbye_ns);
  if (transport_ && (failed() || !started_)) transport_->abandon();
  proxy_thread_.reset();  // it reports to the watch
  const std::optional<lost_pe> gone = watch_ ? watch_->lost() : std::nullopt;
  if (gone && gone->ended) boot_->remember(*gone);
  if (plan_progress_.run != nullptr) executor_->progress_remove(plan_progress_);
  if (progress_.run != nullptr) executor_->progress_remove(progress_);
  end_kernels();
  static_cast<void>(end_grids());
  if (trace_) trace_->write();
}

/// What every PE tells all others first.
struct runtime::pe_hello {
  placement where;
  detail::device_state* state;  ///< means something to the PEs of its process
  std::uint64_t agreed[std::size(settings_of_all)];
};

void runtime::exchange_pe_info() {
  pe_hello me{placement_of_this_process(), &state_, {}};
  for (std::size_t i = 0; i < std::size(settings_of_all); ++i)
    me.agreed[i] = settings_of_all[i].value(config_);
  std::vector<pe_hello> all(static_cast<std::size_t>(boot_->size()));
  boot_->allgather(&me, sizeof me, all.data());
  agree_on_settings(all);
  place_in_process(all);
}

/// Of the settings that a PE cannot have for itself.
void runtime::agree_on_settings(std::span<const pe_hello> all) {
  for (std::size_t i = 0; i < std::size(settings_of_all); ++i) {
    const std::uint64_t first = all[0].agreed[i];
    for (std::size_t pe = 1; pe < all.size(); ++pe) {
      if (all[pe].agreed[i] == first) continue;
      throw error(errc::asymmetric,
                  fmt::format("{} is {} on PE 0 and {} on PE {}; accepted: the same on every PE",
                              settings_of_all[i].name, first, all[pe].agreed[i], pe));
    }
  }
}

void runtime::place_in_process(std::span<const pe_hello> all) {
  liveness::settings values;
  values.rank = boot_->rank();
  const placement mine = all[static_cast<std::size_t>(values.rank)].where;
  for (const pe_hello& member : all) {
    values.members.push_back(member.where);
    processes_.push_back(member.where.process);
    hosts_.push_back(member.where.host);
    if (member.where.process == mine.process) process_states_.push_back(member.state);
  }
  const auto here = [&](const placement& other) { return other.process == mine.process; };
  const auto first = values.members.begin();
  process_pes_ = static_cast<unsigned>(std::count_if(first, values.members.end(), here));
  process_index_ = static_cast<unsigned>(std::count_if(first, first + values.rank, here));
  host_index_ =
      static_cast<int>(std::count(hosts_.begin(), hosts_.begin() + values.rank, mine.host));
  // The same for the PEs of a process, and only they are in a launch group.
  process_group_ = mine.process;
  // Known before the deadlines of those who wait for it; but a busy machine is no silence.
  constexpr std::uint64_t shortest_ns = 1'000'000'000;
  values.silence_ns = std::min(config_.liveness_ns, std::max(config_.timeout_ns / 2, shortest_ns));
  values.noticed = [this](const lost_pe& who) { lost(who); };
  state_.pe = values.rank;
  watch_ = std::make_unique<liveness>(std::move(values));
  boot_->watch(watch_->query());
}

/// From now on every wait of this PE ends with peer_failed.
void runtime::lost(const lost_pe& who) noexcept {
  failure_record record;
  record.code = errc::peer_failed;
  record.op = detail::op_kind::liveness;
  record.pe = state_.pe;
  record.peer = who.pe;
  who.how.copy(record.detail, sizeof record.detail - 1);
  detail::failure_publish(state_, record);
}

void runtime::watch_heartbeats() {
  std::vector<heartbeats*> signs;
  for (int pe = 0; pe < boot_->size(); ++pe) {
    std::byte* base = board_ ? board_->peer_base(pe) : memory_->peer_base(pe);
    const std::uint64_t offset = board_ ? 0 : state_.workspace.heartbeats;
    signs.push_back(base == nullptr ? nullptr : reinterpret_cast<heartbeats*>(base + offset));
  }
  watch_->watch_heartbeats(std::move(signs));
}

bool runtime::failed() const noexcept { return device::status(state_) != errc::ok; }

void runtime::depart(liveness::departure how) noexcept {
  if (!watch_) return;
  const errc code = device::status(state_);
  const int culprit = code == errc::peer_failed ? state_.failure.peer : -1;
  watch_->leave(how, culprit);
}

void runtime::leave_early() noexcept {
  depart(liveness::departure::early);
  if (proxy_) proxy_->leave(goodbye_ns);
}

void runtime::build_state() {
  const int pes = boot_->size();
  peers_.resize(static_cast<std::size_t>(pes));
  for (int pe = 0; pe < pes; ++pe) {
    std::byte* base = memory_->peer_base(pe);
    auto& peer = peers_[static_cast<std::size_t>(pe)];
    const bool mapped = base != nullptr && (!config_.proxy_everywhere || pe == boot_->rank());
    peer.route = mapped ? detail::peer_route::mapped : detail::peer_route::proxy;
    peer.heap_base = mapped ? reinterpret_cast<std::uint64_t>(base) : 0;
  }
  expected_arrivals_.assign(static_cast<std::size_t>(pes), 0);
  collectives_.expected_arrivals = expected_arrivals_.data();
  state_.n_pes = pes;
  state_.heap_base = reinterpret_cast<std::uint64_t>(memory_->local_base());
  state_.heap_reserved = memory_->reserved();
  state_.heap_bytes = memory_->committed();
  state_.peers = peers_.data();
  state_.inline_max_bytes = detail::inline_limit(config_.route, config_.inline_bytes);
  state_.host_inline_max_bytes = detail::host_inline_limit(config_.route);
  state_.timeout_ns = config_.timeout_ns;
  state_.collectives = &collectives_;
  if (config_.check) state_.checks = &checks_;
  if (gpu_) adapt_state();
}

void runtime::check_schedule() {
  if (config_.sched == "fifo" || process_pes_ == processes_.size()) return;
  how_.downgrades.downgrade(
      "ARK_SCHED", fmt::format("{} with exact repetition", config_.sched),
      "repeated within each process only",
      fmt::format("the {} PEs are in several processes, which run side by side", processes_.size()),
      "run the PEs in one process (ark::local_run)");
}

void runtime::build_rings() {
  const bool proxied = std::any_of(peers_.begin(), peers_.end(), [](const auto& peer) {
    return peer.route == detail::peer_route::proxy;
  });
  state_.ring_count = config_.rings;
  state_.sm_ring_count = config_.rings;
  state_.host_ring_count = proxied ? 1 : 0;
  for (unsigned i = 0; i < device::queue::ring_total(state_); ++i) {
    rings_.push_back(ring_memory_.emplace_back(config_.ring_slots).view());
  }
  state_.rings = rings_.data();
  build_sm_workspace();
}

void runtime::build_sm_workspace() {
  sm_rings_ = std::make_unique<detail::sm_ring[]>(state_.sm_ring_count);
  sm_workspace_.rings = sm_rings_.get();
  sm_workspace_.options = engine_options();
  if (executor_->config().order.kind != policy_kind::fifo) {
    // As the CPU engine's random order: small pieces, many places to change the order at.
    sm_workspace_.options = {.tiny_bytes = 8, .large_bytes = 64, .chunk_bytes = 64, .burst = 1};
  }
  state_.sm = &sm_workspace_;
}

detail::sm_options runtime::engine_options() const {
  return {.large_bytes = 4 * config_.chunk_bytes, .chunk_bytes = config_.chunk_bytes};
}

/// Before those who are given the rings: their views say whether they are traced.
void runtime::build_trace() {
  if (config_.trace == trace_mode::off) return;
  const trace_options wanted{config_.trace, config_.trace_prefix};
  trace_ = std::make_unique<trace_recorder>(wanted, state_.pe, rings_, state_.host_ring_count);
  for (unsigned i = 0; i < state_.sm_ring_count; ++i)
    trace_->ring(state_.ring_count + i).attach(detail::sm_window_words * 64);
  state_.trace = trace_.get();
}

void runtime::build_engine() {
  cpu_engine_options opts;
  opts.trace = trace_.get();
  opts.chunk_bytes = config_.chunk_bytes;
  opts.copier = state_.host_copier;
  const schedule order = executor_->config().order;
  if (order.kind != policy_kind::fifo) {
    opts.order = engine_order::random;
    opts.seed = order.seed * 1000003 + static_cast<std::uint64_t>(state_.pe);
  }
  engine_ = std::make_unique<cpu_engine>(state_, std::span(rings_).first(config_.rings), opts);
  progress_ = {
      [](void* self, unsigned budget) { return static_cast<cpu_engine*>(self)->progress(budget); },
      [](void* self) { return static_cast<cpu_engine*>(self)->idle(); }, engine_.get()};
  add_progress(progress_);
  streams_.push_back(executor_->stream_create());
}

void runtime::build_plans() {
  cpu_copy_options opts;
  opts.chunk_bytes = config_.chunk_bytes;
  const schedule order = executor_->config().order;
  if (order.kind != policy_kind::fifo) {
    opts.order = engine_order::random;
    opts.seed = order.seed * 1000033 + static_cast<std::uint64_t>(state_.pe);
  }
  plans_ = std::make_unique<plan_set>(state_, opts,
                                      state_.host_copier != nullptr ? gpu_.get() : nullptr);
  plan_progress_ = {[](void* self, unsigned budget) {
                      return static_cast<cpu_copy_engine*>(self)->progress(budget);
                    },
                    [](void* self) { return static_cast<cpu_copy_engine*>(self)->idle(); },
                    &plans_->engine()};
  add_progress(plan_progress_);
}

void runtime::add_progress(const executor::progress_source& source) {
  // A seed chooses among the sources by their place in the executor's table: it must not depend on
  // which PE's thread came first.
  const bool in_turn = executor_->config().order.kind != policy_kind::fifo && process_pes_ > 1;
  for (int turn = 0; turn < (in_turn ? state_.n_pes : 1); ++turn) {
    if (!in_turn || turn == state_.pe) executor_->progress_add(source);
    if (in_turn) boot_->barrier();
  }
}

bool runtime::quiesce() {
  if (failed()) return false;
  device_sync();
  if (device::quiet() != errc::ok) return false;
  boot_->barrier();
  if (state_.host_copier != nullptr) {
    plans_->end();  // writes to others' heaps, which none looks at any more, and all still have
    boot_->barrier();
  }
  return !failed();
}

}  // namespace ark
