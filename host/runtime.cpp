#include "runtime.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <ark/detail/check_state.hpp>
#include <ark/device/order.hpp>
#include <cstring>

#include "cuda/copier.hpp"
#include "error/failure.hpp"
#include "error/log.hpp"
#include "info/routes.hpp"
#include "loopback/loopback.hpp"
#include "memory/host_shm.hpp"
#include "memory/placement.hpp"
#include "shared_executor.hpp"
#include "ucx/devices.hpp"
#include "ucx/ucx.hpp"

namespace ark {

namespace {

constexpr std::size_t barrier_flag_count = 64;
constexpr std::uint64_t goodbye_ns = 500'000'000;

constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

constexpr std::size_t check_bytes(std::size_t pes) {
  return sizeof(detail::check_workspace) +
         pes * (sizeof(detail::collective_record) + sizeof(std::uint64_t));
}

constexpr std::size_t workspace_bytes(std::size_t pes) {
  return (barrier_flag_count + pes) * sizeof(std::uint64_t) + check_bytes(pes);
}

}  // namespace

runtime::runtime(std::unique_ptr<bootstrap> boot, start_settings& how)
    : how_(how), config_(how.read.values), boot_(std::move(boot)) {}

void runtime::start() {
  listen_for_failures();
  place_in_process();
  check_schedule();
  executor_ = shared_executor_acquire(config_, static_cast<unsigned>(boot_->local_size()),
                                      process_pes_, how_.downgrades);
  choose_heap();
  build_heap();
  watch_pulses();
  build_state();
  check_forced_route(gather_routes(), how_.downgrades);
  build_rings();
  build_trace();
  build_engine();
  build_plans();
  build_proxy();
  build_kernels();
  boot_->barrier();
  started_ = true;
}

runtime::~runtime() {
  if (proxy_progress_.run != nullptr) executor_->progress_remove(proxy_progress_);
  depart(failed() || !started_);
  if (watch_) watch_->stop();
  if (proxy_) proxy_->leave(goodbye_ns);
  if (transport_ && (failed() || !started_)) transport_->abandon();
  proxy_thread_.reset();  // it reports to the watch
  const std::optional<lost_pe> gone = watch_ ? watch_->lost() : std::nullopt;
  if (gone && gone->ended) boot_->remember(*gone);
  if (plan_progress_.run != nullptr) executor_->progress_remove(plan_progress_);
  if (progress_.run != nullptr) executor_->progress_remove(progress_);
  end_kernels();
  for (detail::cpu_stream* stream : streams_) executor_->stream_destroy(stream);
  if (trace_) trace_->write();
}

void runtime::place_in_process() {
  const placement mine = placement_of_this_process();
  liveness::settings values;
  values.rank = boot_->rank();
  values.members.resize(static_cast<std::size_t>(boot_->size()));
  boot_->allgather(&mine, sizeof mine, values.members.data());
  for (const placement& member : values.members) {
    processes_.push_back(member.process);
    hosts_.push_back(member.host);
  }
  const auto here = [&](const placement& other) { return other.process == mine.process; };
  const auto first = values.members.begin();
  process_pes_ = static_cast<unsigned>(std::count_if(first, values.members.end(), here));
  process_index_ = static_cast<unsigned>(std::count_if(first, first + values.rank, here));
  host_index_ =
      static_cast<int>(std::count(hosts_.begin(), hosts_.begin() + values.rank, mine.host));
  process_group_ = mine.process;  // the same for the PEs of a process, and only they meet in a gang
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

void runtime::watch_pulses() {
  std::vector<life_signs*> signs;
  for (int pe = 0; pe < boot_->size(); ++pe) {
    std::byte* base = board_ ? board_->peer_base(pe) : memory_->peer_base(pe);
    const std::uint64_t offset = board_ ? 0 : state_.workspace.life_signs;
    signs.push_back(base == nullptr ? nullptr : reinterpret_cast<life_signs*>(base + offset));
  }
  watch_->watch_pulses(std::move(signs));
}

/// What the watch asks of other hosts, by the proxy's messages.
class runtime::proxy_watch final : public remote_watch {
 public:
  proxy_watch(proxy::proxy& over, proxy::progress_thread& thread) : over_(over), thread_(thread) {}
  void ping(int pe) override {
    over_.ping(pe);
    thread_.wake();
  }
  [[nodiscard]] std::uint64_t heard_ns(int pe) const override { return over_.heard_ns(pe); }
  void give_up(int pe) override {
    over_.give_up(pe);
    thread_.wake();
  }
  void announce(int to, int lost, std::uint64_t how) override {
    over_.announce(to, lost, how);
    thread_.wake();
  }

 private:
  proxy::proxy& over_;
  proxy::progress_thread& thread_;
};

bool runtime::failed() const noexcept { return device::status(state_) != errc::ok; }

void runtime::depart(bool in_the_middle) noexcept {
  if (!watch_) return;
  const errc code = device::status(state_);
  const int culprit = code == errc::peer_failed ? state_.failure.peer : -1;
  watch_->leave(in_the_middle, culprit);
}

void runtime::build_heap() {
  const auto pes = static_cast<std::size_t>(boot_->size());
  const std::size_t views = gpu_ ? 2 : 1;  // the host's words, and the kernels'
  const std::size_t workspace = views * (workspace_bytes(pes) + 4 * detail::cache_line);
  const job_link link{
      boot_->rank(), boot_->size(), config_.timeout_ns,
      [this](const void* in, std::size_t bytes, void* out) { boot_->allgather(in, bytes, out); }};
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t first = round_up(workspace + detail::cache_line + config_.symmetric_size, page);
  if (config_.heap_reserve < first &&
      how_.read.source_of("ARK_HEAP_RESERVE") != config_source::built_in) {
    how_.downgrades.downgrade(
        "ARK_HEAP_RESERVE", fmt::format("{} bytes", config_.heap_reserve),
        fmt::format("{} bytes reserved", first),
        fmt::format("ARK_SYMMETRIC_SIZE asks for {} bytes at init", config_.symmetric_size),
        "set ARK_HEAP_RESERVE above ARK_SYMMETRIC_SIZE");
  }
  const std::size_t reserve = round_up(std::max(config_.heap_reserve, first), page);
  if (gpu_) {
    memory_ = gpu_->make_heap(heap_choice_.kind, link, reserve);
  } else {
    memory_ = std::make_unique<host_shm>(link, reserve);
  }
  memory_->grow(round_up(first, memory_->segment_unit()));
  heap_ = std::make_unique<symmetric_heap>(memory_->committed());
  state_.workspace = allocate_workspace();
  if (gpu_) kernel_workspace_ = allocate_workspace();
  if (heap_choice_.kind == heap_kind::cuda) {
    board_ = std::make_unique<host_shm>(link, page);
    board_->grow(page);
  }
}

/// The library's own words, once for everybody who counts epochs of its own.
detail::workspace_layout runtime::allocate_workspace() {
  const auto pes = static_cast<std::size_t>(boot_->size());
  detail::workspace_layout layout;
  layout.barrier_flags = heap_->allocate(barrier_flag_count * 8, detail::cache_line);
  layout.arrivals = heap_->allocate(pes * sizeof(std::uint64_t), detail::cache_line);
  layout.life_signs = heap_->allocate(sizeof(life_signs), detail::cache_line);
  layout.checks = heap_->allocate(check_bytes(pes), detail::cache_line);
  return layout;
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
  state_.inline_max_bytes = config_.inline_bytes;
  state_.timeout_ns = config_.timeout_ns;
  state_.routing = config_.route;
  state_.collectives = &collectives_;
  agree_on_checks();
  if (config_.check) state_.checks = &checks_;
  if (gpu_) adapt_state();
}

/// A PE that checks waits for the others' records: all check, or none.
void runtime::agree_on_checks() {
  const std::uint8_t mine = config_.check ? 1 : 0;
  std::vector<std::uint8_t> all(static_cast<std::size_t>(boot_->size()));
  boot_->allgather(&mine, sizeof mine, all.data());
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (all[pe] == all[0]) continue;
    throw error(errc::asymmetric,
                fmt::format("ARK_CHECK is {} on PE 0 and {} on PE {}; accepted: the same on every "
                            "PE",
                            all[0], all[pe], pe));
  }
}

/// Freed memory may be data next time.
void runtime::forget_signal_words() {
  for (std::uint64_t& word : checks_.signal_words) detail::store_relaxed(&word, std::uint64_t{0});
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
  detail::sm_options& opts = sm_workspace_.options;
  opts.chunk_bytes = config_.chunk_bytes;
  opts.large_bytes = 4 * config_.chunk_bytes;
  if (executor_->config().order.kind != executor::policy_kind::fifo) {
    // As the CPU engine's random order: small pieces, many places to change the order at.
    opts = {.tiny_bytes = 8, .large_bytes = 64, .chunk_bytes = 64, .burst = 1};
  }
  state_.sm = &sm_workspace_;
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
  const executor::schedule order = executor_->config().order;
  if (order.kind != executor::policy_kind::fifo) {
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
  const executor::schedule order = executor_->config().order;
  if (order.kind != executor::policy_kind::fifo) {
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
  const bool in_turn =
      executor_->config().order.kind != executor::policy_kind::fifo && process_pes_ > 1;
  for (int turn = 0; turn < (in_turn ? state_.n_pes : 1); ++turn) {
    if (!in_turn || turn == state_.pe) executor_->progress_add(source);
    if (in_turn) boot_->barrier();
  }
}

std::unique_ptr<proxy::transport> runtime::make_transport() const {
  const bool one_process = process_pes_ == static_cast<unsigned>(state_.n_pes);
  const bool one_host = boot_->local_size() == state_.n_pes;
  switch (config_.transport) {
    case transport_choice::none:
      break;
    case transport_choice::automatic:
      if (!one_process) break;
      [[fallthrough]];
    case transport_choice::loopback:
      if (one_process) return std::make_unique<proxy::loopback>();
      throw error(errc::unsupported,
                  fmt::format("ARK_TRANSPORT=loopback: the {} PEs are in several processes; ucx "
                              "reaches them",
                              state_.n_pes));
    case transport_choice::ucx:
      break;
  }
  if (config_.transport == transport_choice::none) {
    throw error(errc::unsupported,
                fmt::format("{} of {} PEs are on other hosts, and ARK_TRANSPORT=none; auto or ucx "
                            "reaches them",
                            state_.n_pes - boot_->local_size(), state_.n_pes));
  }
  const std::string devices =
      config_.ucx_devices_given ? std::string() : proxy::network_devices(one_host);
  if (devices.empty() && !config_.ucx_devices_given) {
    how_.downgrades.downgrade("network devices", "the interfaces that are up", "UCX's own choice",
                              "no interface of this host is up and has an address",
                              "bring one up, or name devices in UCX_NET_DEVICES");
  }
  return proxy::ucx_transport({state_.n_pes, devices});
}

void runtime::connect_transport() {
  const std::vector<std::byte> mine = transport_->address();
  const auto pes = static_cast<std::size_t>(state_.n_pes);
  const std::uint64_t bytes = mine.size();
  std::vector<std::uint64_t> sizes(pes);
  boot_->allgather(&bytes, sizeof bytes, sizes.data());
  const std::uint64_t most = *std::max_element(sizes.begin(), sizes.end());
  std::vector<std::byte> padded(mine), all(pes * most);
  padded.resize(most);
  boot_->allgather(padded.data(), most, all.data());
  std::vector<std::vector<std::byte>> addresses;
  for (std::size_t pe = 0; pe < pes; ++pe) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(pe * most);
    addresses.emplace_back(first, first + static_cast<std::ptrdiff_t>(sizes[pe]));
  }
  transport_->connect(std::move(addresses), proxy_->ear());
}

void runtime::build_proxy() {
  // Reaching a peer is mutual, but whether anybody needs a proxy is only known to all together.
  const std::uint8_t mine = state_.host_ring_count != 0 ? 1 : 0;
  std::vector<std::uint8_t> wanted(static_cast<std::size_t>(state_.n_pes));
  boot_->allgather(&mine, sizeof mine, wanted.data());
  if (std::find(wanted.begin(), wanted.end(), 1) == wanted.end()) return;
  proxy::proxy::options opts;
  if (state_.pe == 0 && getrandom(&opts.token, sizeof opts.token, 0) != sizeof opts.token) {
    throw error(errc::system_error, fmt::format("getrandom: {}", std::strerror(errno)));
  }
  boot_->broadcast(&opts.token, sizeof opts.token, 0);
  transport_ = make_transport();
  opts.failure_heard = [this](int pe, int told_by, std::uint64_t how) {
    watch_->report(pe, static_cast<liveness::cause>(how), told_by);
  };
  opts.connection_lost = [this](int pe, const std::string& why) { watch_->suspect(pe, why); };
  if (state_.host_ring_count != 0) {
    opts.trace = trace_.get();
    opts.trace_ring = device::queue::engine_ring_total(state_);
  }
  proxy_ = std::make_unique<proxy::proxy>(state_, rings_.back(), *transport_, opts);
  connect_transport();
  proxy_progress_ = {[](void* self, unsigned budget) {
                       return static_cast<proxy::proxy*>(self)->progress(budget);
                     },
                     [](void* self) { return static_cast<proxy::proxy*>(self)->idle(); },
                     proxy_.get()};
  add_progress(proxy_progress_);
  proxy_thread_ = std::make_unique<proxy::progress_thread>(*proxy_, transport_->event_fd());
  place_proxy_thread();
  remote_watch_ = std::make_unique<proxy_watch>(*proxy_, *proxy_thread_);
  watch_->watch_remote(*remote_watch_);
}

void runtime::place_proxy_thread() {
  if (config_.proxy_cpus.empty()) return;
  const std::vector<int> missing = proxy_thread_->restrict_to(config_.proxy_cpus);
  if (missing.empty()) return;
  const bool none = missing.size() == config_.proxy_cpus.size();
  how_.downgrades.downgrade(
      "ARK_PROXY_CPUS", fmt::format("{}", fmt::join(config_.proxy_cpus, ",")),
      none ? "the process's own CPUs"
           : "those without " + fmt::format("{}", fmt::join(missing, ",")),
      fmt::format("CPU {} {} not there, or not for this process", fmt::join(missing, ","),
                  missing.size() == 1 ? "is" : "are"),
      "name CPUs that taskset -p or the cgroup's cpuset shows");
}

void runtime::quiesce() {
  if (device::status(state_) != errc::ok) return;
  device_sync();
  if (device::quiet() != errc::ok) return;
  boot_->barrier();
  if (state_.host_copier == nullptr) return;
  plans_->end();  // writes to others' heaps, which none looks at any more, and all still have
  boot_->barrier();
}

// --- Symmetric memory
// -----------------------------------------------------------------------------

void runtime::agree(const char* call, std::uint64_t first, std::uint64_t second) {
  struct numbers {
    std::uint64_t first, second, call;
  };
  std::uint64_t name = 0;
  std::memcpy(&name, call, std::min(std::strlen(call), sizeof name));
  const numbers mine{first, second, name};
  std::vector<numbers> all(static_cast<std::size_t>(state_.n_pes));
  boot_->allgather(&mine, sizeof mine, all.data());
  for (std::size_t pe = 0; pe < all.size(); ++pe) {
    if (std::memcmp(&all[pe], &all[0], sizeof mine) == 0) continue;
    const auto text = [](const numbers& n) {
      return fmt::format("{}({}, {})",
                         std::string_view(reinterpret_cast<const char*>(&n.call),
                                          strnlen(reinterpret_cast<const char*>(&n.call), 8)),
                         n.first, n.second);
    };
    throw error(errc::asymmetric,
                fmt::format("symmetric memory: PE 0 called {}, PE {} called {}; every PE must make "
                            "the same call",
                            text(all[0]), pe, text(all[pe])));
  }
}

void runtime::grow(std::size_t bytes, std::size_t alignment) {
  const std::size_t room = memory_->reserved() - memory_->committed();
  if (bytes > room || alignment > room - bytes) {
    throw error(
        errc::out_of_memory,
        fmt::format(
            "symmetric heap: {} bytes aligned to {} asked for; {} of {} bytes in use, {} more "
            "available up to the limit {} (ARK_HEAP_RESERVE)",
            bytes, alignment, heap_->query().used, memory_->committed(), room,
            memory_->reserved()));
  }
  const std::size_t segment = round_up(bytes + alignment, config_.heap_segment);
  memory_->grow(std::min(round_up(segment, memory_->segment_unit()), room));
  heap_->extend(memory_->committed());
  if (gpu_) gpu_->set_heap_bytes(memory_->committed());
  detail::store_release(&state_.heap_bytes, static_cast<std::uint64_t>(memory_->committed()));
}

void* runtime::allocate(std::size_t bytes, std::size_t alignment) {
  agree("malloc", bytes, alignment);
  if (bytes == 0) return nullptr;
  auto offset = heap_->try_allocate(bytes, alignment);
  if (!offset) {
    grow(bytes, alignment);
    offset = heap_->allocate(bytes, alignment);
  }
  return reinterpret_cast<void*>(state_.heap_base + *offset);
}

void* runtime::allocate_zeroed(std::size_t bytes) {
  void* memory = allocate(bytes, detail::cache_line);
  if (memory != nullptr && state_.host_copier != nullptr) {
    state_.host_copier->zero(memory, bytes);
  } else if (memory != nullptr) {
    std::memset(memory, 0, bytes);
  }
  boot_->barrier();  // nobody writes here before it is zero
  return memory;
}

std::uint64_t runtime::agree_on_pointer(const char* call, const void* pointer, std::size_t bytes) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(pointer) - state_.heap_base;
  const bool inside = offset < state_.heap_bytes;
  agree(call, inside ? offset : ~std::uint64_t{0}, bytes);  // all come, whatever they bring
  if (inside) return offset;
  throw error(errc::invalid_argument,
              fmt::format("{}({}): not in the symmetric heap [{:#x}, {:#x})", call, pointer,
                          state_.heap_base, state_.heap_base + state_.heap_bytes));
}

void runtime::release(void* pointer) {
  forget_signal_words();
  if (pointer == nullptr) {
    agree("free", 0, 0);
  } else {
    heap_->free(agree_on_pointer("free", pointer, 0));
  }
}

void* runtime::reallocate(void* pointer, std::size_t bytes) {
  if (pointer == nullptr) return allocate(bytes, detail::cache_line);
  const std::uint64_t offset = agree_on_pointer("realloc", pointer, bytes);
  forget_signal_words();
  if (bytes == 0) {
    heap_->free(offset);
    return nullptr;
  }
  if (heap_->resize(offset, bytes)) return pointer;
  const std::size_t old_bytes = heap_->size_of(offset);
  auto moved = heap_->try_allocate(bytes, detail::cache_line);
  if (!moved) {
    grow(bytes, detail::cache_line);
    moved = heap_->allocate(bytes, detail::cache_line);
  }
  void* fresh = reinterpret_cast<void*>(state_.heap_base + *moved);
  if (state_.host_copier != nullptr) {
    state_.host_copier->copy(fresh, pointer, std::min(old_bytes, bytes));
  } else {
    std::memcpy(fresh, pointer, std::min(old_bytes, bytes));
  }
  heap_->free(offset);
  boot_->barrier();  // nobody writes to the new place before the old contents are there
  return fresh;
}

heap_info runtime::heap() {
  const auto use = heap_->query();
  return {use.used, use.peak, memory_->committed(), memory_->reserved()};
}

// --- Streams
// --------------------------------------------------------------------------------------

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
                                                      fmt::ptr(stream), state_.pe));
    }
    streams_.erase(at);
  }
  executor_->stream_destroy(stream);
}

detail::cpu_stream* runtime::own_stream(const char* call, detail::cpu_stream* stream) {
  const std::lock_guard lock(streams_mutex_);
  if (stream == nullptr) return streams_.front();
  if (std::find(streams_.begin(), streams_.end(), stream) != streams_.end()) return stream;
  throw error(errc::invalid_argument,
              fmt::format("{}: stream {}: not a stream of PE {}; accepted: null, or what "
                          "stream_create gave this PE and stream_destroy has not taken",
                          call, fmt::ptr(stream), state_.pe));
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
  {
    const std::lock_guard lock(streams_mutex_);
    all = streams_;
  }
  for (detail::cpu_stream* stream : all) stream_sync(stream);
  if (has_gpu_streams()) gpu_device_sync();
}

void runtime::launch(detail::launch_config request, const detail::kernel_call& call) {
  if (state_.host_copier != nullptr) {
    throw error(errc::unsupported,
                "launch on the CPU executor: the heap is in GPU memory, which its kernels cannot "
                "touch; compile them with nvcc, or set ARK_HEAP=host");
  }
  request.stream = own_stream("launch", request.stream);
  executor::gang fellows;
  if (request.collective) fellows = {process_group_ + launches_++, process_pes_, process_index_};
  executor_->launch(request, call, &state_, fellows);
}

}  // namespace ark
