#include "executor/executor.hpp"

#include <fmt/core.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <optional>
#include <utility>

#include "executor/background.hpp"
#include "executor/crash_signal.hpp"
#include "executor/host_limits.hpp"
#include "executor/lane_watchdog.hpp"
#include "executor/names.hpp"
#include "executor/registry.hpp"
#include "executor/sanitizer.hpp"
#include "executor/shared_storage.hpp"
#include "executor/stream.hpp"
#include "executor/worker.hpp"
#include "os/stall_meter.hpp"
#include "trace/recorder.hpp"

namespace ark::executor {
namespace {

constexpr std::uint64_t answer_patience_ns = 250'000'000;

options checked(options opts) {
  constexpr std::size_t least_stack = 8 * 1024;
  if (opts.stack_bytes < least_stack) {
    throw error(errc::invalid_argument,
                fmt::format("executor: stack_bytes is {}, must be at least {}", opts.stack_bytes,
                            least_stack));
  }
  if (opts.default_timeout_ns == 0) {
    throw error(errc::invalid_argument, "executor: default_timeout_ns is 0, must be positive");
  }
  opts.workers = opts.order.kind == policy_kind::fifo ? std::max(1u, opts.workers) : 1u;
  return opts;
}

void check_extent(const char* what, const detail::extent3& given, const detail::extent3& largest) {
  const auto fits = [](unsigned value, unsigned limit) { return value >= 1 && value <= limit; };
  if (fits(given.x, largest.x) && fits(given.y, largest.y) && fits(given.z, largest.z)) return;
  throw error(
      errc::invalid_argument,
      fmt::format("launch: {} is [{},{},{}], each must be at least 1 and at most [{},{},{}]", what,
                  given.x, given.y, given.z, largest.x, largest.y, largest.z));
}

std::uint64_t volume(const detail::extent3& extent) {
  return std::uint64_t{extent.x} * extent.y * extent.z;
}

void check_launch(const detail::launch_config& config, const detail::kernel_call& call,
                  const launch_group& partners) {
  constexpr std::uint64_t most_threads = 1024;
  if (call.entry == nullptr) throw error(errc::invalid_argument, "launch: the kernel is null");
  check_extent("grid", config.grid, {2147483647, 65535, 65535});
  check_extent("block", config.block, {1024, 1024, 64});
  if (volume(config.block) > most_threads) {
    throw error(errc::invalid_argument,
                fmt::format("launch: block has {} threads, must have at most {}",
                            volume(config.block), most_threads));
  }
  if (config.shared_bytes > most_dynamic_shared_bytes) {
    throw error(errc::invalid_argument,
                fmt::format("launch: {} bytes of dynamic shared memory, a block has at most {}",
                            config.shared_bytes, most_dynamic_shared_bytes));
  }
  if (partners.size == 0 || partners.index >= partners.size) {
    throw error(
        errc::invalid_argument,
        fmt::format("launch: launch group index {} must be below the launch group's size {}",
                    partners.index, partners.size));
  }
}

void refuse_lanes(const char* what) {
  if (detail::current_lane == nullptr) return;
  throw error(errc::wrong_state, fmt::format("{}: called by a lane; only host threads may", what));
}

// Marks a host thread that is inside a progress source: it may not wait either.
class scheduler_scope {
 public:
  scheduler_scope() : before_(on_scheduler_stack) { on_scheduler_stack = true; }
  ~scheduler_scope() { on_scheduler_stack = before_; }
  scheduler_scope(const scheduler_scope&) = delete;
  scheduler_scope& operator=(const scheduler_scope&) = delete;

 private:
  bool before_;
};

}  // namespace

struct executor::impl final : worker_host, registered {
  explicit impl(const options& given);
  ~impl() override;

  void grid_finished(grid& done, unsigned on) override;
  void grid_failed(grid& failed) override;
  void leave_sources(progress_table::visitor& visitor) override;
  void begins_to_compute() override { behind.take_over(); }
  bool progress_from_host() override;

  void start(const std::vector<grid*>& grids, unsigned first_choice);
  void check_room(const grid& fresh) const;
  void worker_stalled(worker& lost, std::uint64_t ticks);
  bool sources_idle();
  errc wait_for_grids(detail::cpu_stream& stream, std::uint64_t deadline);
  errc drain(std::uint64_t deadline);
  errc take_failure(detail::cpu_stream& stream);
  bool ordered_idle(const detail::cpu_stream& base);
  bool idle(const detail::cpu_stream& stream);
  [[nodiscard]] std::uint64_t polls() const;
  void dump(std::FILE* out);
  detail::cpu_stream& resolve(detail::cpu_stream* stream) {
    return stream != nullptr ? *stream : default_stream;
  }
  [[nodiscard]] bool seeded() const { return opts.order.kind != policy_kind::fifo; }
  void wake() noexcept;
  bool stop();
  bool stop_workers();
  void forget_queued();

  const options opts;
  tenant_table shares;
  const lane_limit limit;
  progress_table
      progress;  // visitors: one per worker, then the host's, then the background thread's
  std::mutex mutex;
  std::condition_variable changed;
  grid_queues queues;
  detail::cpu_stream default_stream;
  std::list<detail::cpu_stream> streams;
  std::uint64_t next_grid_id = 1;
  bool stopping = false;
  std::optional<bool> stopped;  ///< the result of stop()
  std::atomic<std::uint64_t> active{0};
  std::atomic<bool> broken{false};
  std::mutex host_visit;
  std::atomic<std::uint64_t> host_polls{0};  ///< written with host_visit
  kernel_names names;
  std::optional<crash_handlers> crashes;  ///< set once there are lanes
  std::vector<std::unique_ptr<worker>> workers;
  background behind;
  watchdog guard;
};

executor::impl::impl(const options& given)
    : opts(checked(given)),
      shares(opts.tenants),
      limit(resident_lanes(opts)),
      progress(opts.workers + 2),
      workers([this] {
        std::vector<std::unique_ptr<worker>> made;
        for (unsigned i = 0; i < opts.workers; ++i) {
          made.push_back(std::make_unique<worker>(*this, opts, progress, shares, i,
                                                  limit.lanes / opts.workers));
        }
        return made;
      }()),
      behind(
          progress, opts.workers + 1, opts,
          [this] { return active.load(std::memory_order_acquire) != 0; },
          [this] { return polls(); }),
      guard(
          workers, opts.stall_ns, opts.dump_on_sigusr1,
          [this](worker& lost, std::uint64_t ticks) { worker_stalled(lost, ticks); },
          [this] { dump(stderr); }) {
  registry_add(*this, opts.spin_rounds);
}

executor::impl::~impl() = default;

std::uint64_t executor::impl::polls() const {
  std::uint64_t sum = host_polls.load(std::memory_order_relaxed);
  for (const auto& one : workers) sum += one->progress_calls();
  return sum;
}

void executor::impl::wake() noexcept {
  if (seeded()) {
    workers.front()->start();
    workers.front()->wake();
  } else if (opts.background_progress) {
    behind.wake();
  }
}

// Hands each worker its part of all these grids at once. A grid of few blocks goes to the workers
// with the least load, among equals from `first_choice` on, so that successive kernels of a stream
// do not wake another worker.
void executor::impl::start(const std::vector<grid*>& grids, unsigned first_choice) {
  const unsigned count = opts.workers;
  std::vector<std::vector<grid_part>> given(count);
  std::vector<unsigned> order(count);
  for (grid* one : grids) {
    if (one->launched_ns != 0) one->started_ns = detail::clock_ns();
    const auto parts = static_cast<unsigned>(
        std::min<std::uint64_t>(shares.workers(one->tenant, count), one->blocks));
    one->parts_left.store(parts);
    for (unsigned i = 0; i < count; ++i) order[i] = (first_choice + i) % count;
    const auto load = [&](unsigned i) { return workers[i]->load() + given[i].size(); };
    std::stable_sort(order.begin(), order.end(),
                     [&](unsigned a, unsigned b) { return load(a) < load(b); });
    one->shares.deal(one->blocks, parts);
    for (unsigned part = 0; part < parts; ++part)
      given[order[part]].push_back({.owner = one, .index = part, .in_hand = {}});
  }
  for (unsigned i = 0; i < count; ++i) {
    if (given[i].empty()) continue;
    workers[i]->start();
    workers[i]->post(given[i]);
  }
}

void executor::impl::grid_finished(grid& done, unsigned on) {
  if (done.launched_ns != 0) {
    static_cast<trace_recorder&>(*done.context->trace)
        .kernel_ended(done.id, done.call.entry, done.launched_ns, done.started_ns);
  }
  if (done.call.destroy != nullptr) done.call.destroy(done.call.arguments);
  std::unique_ptr<grid> taken;
  const std::lock_guard lock(mutex);
  const std::vector<grid*> next = queues.pop(done, taken);
  if (!stopping) start(next, on);
  active.fetch_sub(1, std::memory_order_acq_rel);
  if (done.awaited) changed.notify_all();
}

void executor::impl::grid_failed(grid&) {
  for (const auto& one : workers) one->failure_notice();
}

void executor::impl::leave_sources(progress_table::visitor& visitor) {
  if (behind.asleep() && !progress.all_rest(visitor)) behind.wake();
}

void executor::impl::worker_stalled(worker& lost, std::uint64_t ticks) {
  lost.with_running([&](lane& stuck) {
    // The lane has yielded after all.
    if (lost.ticks().load(std::memory_order_acquire) != ticks) return;
    broken.store(true, std::memory_order_release);
    lost.fail_stuck_lane(
        stuck, errc::stalled,
        fmt::format("{} has run for {} ms without yielding. On the CPU executor a loop "
                    "that waits for other lanes or engines must load through "
                    "ark::atomic_ref, call an ark wait, or __nanosleep. A lane that computes "
                    "for longer calls __nanosleep now and then, or takes a longer ARK_TIMEOUT, of "
                    "which a 24th, or 5 s if that is more, is the limit. Kernels run again after "
                    "ark::finalize and ark::init",
                    lane_name(stuck), opts.stall_ns / 1'000'000));
  });
  const std::lock_guard lock(mutex);
  changed.notify_all();
}

bool executor::impl::progress_from_host() {
  if (seeded()) {
    if (!sources_idle()) wake();
    return false;
  }
  const std::unique_lock lock(host_visit, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  host_polls.store(host_polls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  const scheduler_scope inside;
  return progress.run_all(progress.at(opts.workers), 16);
}

bool executor::impl::sources_idle() {
  const std::lock_guard lock(host_visit);
  const scheduler_scope inside;
  return progress.all_idle(progress.at(opts.workers));
}

errc executor::impl::wait_for_grids(detail::cpu_stream& stream, std::uint64_t deadline) {
  // Spin time: a short kernel ends sooner than a sleeping host would wake.
  constexpr std::uint64_t awake_ns = 20'000;
  const std::uint64_t asleep_at = clock_ns() + awake_ns;
  if (stream.pending.load(std::memory_order_acquire) == 0) return errc::ok;
  std::unique_lock lock(mutex);
  if (stream.queue.empty()) return errc::ok;
  stream.queue.back()->awaited = true;
  // Waits only for operations queued so far: later ones of other threads may wait for the caller.
  const std::uint64_t wanted = stream.ended.load(std::memory_order_relaxed) + stream.queue.size();
  const auto is_over = [&] { return stream.ended.load(std::memory_order_acquire) >= wanted; };
  lock.unlock();
  for (unsigned round = 1; !is_over(); ++round) {
    if (round > opts.spin_rounds) sched_yield();
    if (clock_ns() >= asleep_at) break;
  }
  lock.lock();
  stall_meter stalls;
  while (!is_over()) {
    if (broken.load(std::memory_order_acquire)) return errc::stalled;
    const std::uint64_t now = clock_ns();
    deadline = stalls.extended(deadline, now);
    if (now >= deadline) return errc::timeout;
    constexpr std::uint64_t longest = 50'000'000;  // see stall_meter
    changed.wait_for(lock, std::chrono::nanoseconds(std::min(deadline - now, longest)));
  }
  return errc::ok;
}

errc executor::impl::drain(std::uint64_t deadline) {
  stall_meter stalls;
  while (!sources_idle()) {
    if (broken.load(std::memory_order_acquire) && seeded()) return errc::stalled;
    const std::uint64_t now = clock_ns();
    deadline = stalls.extended(deadline, now);
    if (now >= deadline) return errc::timeout;
    if (!progress_from_host()) sched_yield();
  }
  return errc::ok;
}

errc executor::impl::take_failure(detail::cpu_stream& stream) {
  const std::lock_guard lock(mutex);
  const errc own = std::exchange(stream.failure, errc::ok);
  if (own != errc::ok) return own;
  for (detail::cpu_stream* other : stream.ordered) {
    const errc code = std::exchange(other->failure, errc::ok);
    if (code != errc::ok) return code;
  }
  return errc::ok;
}

// True if the streams ordered by `base` are idle.
bool executor::impl::ordered_idle(const detail::cpu_stream& base) {
  if (!base.orders.load(std::memory_order_relaxed)) return true;
  const std::lock_guard lock(mutex);
  return std::all_of(base.ordered.begin(), base.ordered.end(),
                     [](const detail::cpu_stream* other) { return other->queue.empty(); });
}

bool executor::impl::idle(const detail::cpu_stream& stream) {
  return stream.pending.load(std::memory_order_acquire) == 0 && ordered_idle(stream);
}

void executor::impl::check_room(const grid& fresh) const {
  const unsigned workers_used = shares.workers(fresh.tenant, opts.workers);
  const std::uint64_t share = (fresh.blocks + workers_used - 1) / workers_used;
  const std::uint64_t per_worker = limit.lanes / opts.workers;
  const bool all_needed = fresh.config.collective || fresh.partners.size > 1;
  if ((!all_needed || share * fresh.lanes_per_block <= per_worker) &&
      fresh.lanes_per_block <= per_worker)
    return;
  throw error(
      errc::out_of_memory,
      fmt::format(
          "launch: {} blocks of {} lanes must be resident together, which needs {} lanes on "
          "each of {} workers; at most {} fit, set by {}",
          all_needed ? fresh.blocks : 1, fresh.lanes_per_block,
          (all_needed ? share : 1) * fresh.lanes_per_block, workers_used, per_worker,
          limit.reason));
}

void executor::impl::dump(std::FILE* out) {
  std::string text = "ark: executor, schedule " + schedule_name(opts.order) + "\n";
  for (std::size_t i = 0; i < workers.size(); ++i) {
    const std::string answer = workers[i]->describe(answer_patience_ns);
    if (!answer.empty()) {
      text += answer;
      continue;
    }
    std::string inside = "is inside a progress source";
    workers[i]->with_running([&](const lane& busy) { inside = "runs " + lane_name(busy); });
    text += fmt::format("worker {}: does not answer; it {}\n", i, inside);
  }
  {
    const std::lock_guard lock(mutex);
    text += queues.waiting_text();
  }
  std::fputs(text.c_str(), out);
  std::fflush(out);
}

// True if all workers have ended; false if a lane occupies one of them.
bool executor::impl::stop_workers() {
  constexpr std::uint64_t limit_without_watchdog = 5'000'000'000;
  for (const auto& one : workers) one->stop();
  const std::uint64_t limit = opts.stall_ns != 0 ? opts.stall_ns : limit_without_watchdog;
  const std::uint64_t deadline = deadline_after(broken.load() ? limit / 10 : 2 * limit);
  const auto ended = [](const auto& one) { return one->ended(); };
  while (!std::all_of(workers.begin(), workers.end(), ended) && clock_ns() < deadline) {
    const timespec nap{0, 50'000};
    nanosleep(&nap, nullptr);
  }
  bool all = true;
  for (const auto& one : workers) all &= one->join_or_detach(!one->ended());
  return all;
}

bool executor::impl::stop() {
  if (stopped) return *stopped;
  {
    const std::lock_guard lock(mutex);
    stopping = true;
  }
  stopped = stop_workers();
  broken.store(true, std::memory_order_release);
  return *stopped;
}

// Frees queued grids that never started, which still own their arguments.
void executor::impl::forget_queued() {
  const auto forget = [](detail::cpu_stream& stream) {
    for (const auto& one : stream.queue) {
      if (one->call.destroy != nullptr) one->call.destroy(one->call.arguments);
    }
    stream.queue.clear();
  };
  forget(default_stream);
  for (detail::cpu_stream& stream : streams) forget(stream);
}

executor::executor(const options& opts) : impl_(std::make_unique<impl>(opts)) {}

executor::~executor() {
  registry_remove(*impl_);
  const bool ended = impl_->stop();
  impl_->guard.stop();
  impl_->behind.stop();
  if (ended) impl_->forget_queued();
  // A lane that never yielded still uses this memory: a leak is better than a use after free.
  if (!ended) asan_leave_leaked(impl_.release());
}

const options& executor::config() const noexcept { return impl_->opts; }

void executor::progress_add(const progress_source& source) { impl_->progress.add(source); }

void executor::progress_remove(const progress_source& source) { impl_->progress.remove(source); }

void executor::progress_wake() noexcept { impl_->wake(); }

const std::uint32_t* executor::progress_asleep() const noexcept {
  static constexpr std::uint32_t always = 1, never = 0;
  if (impl_->seeded()) return &always;
  return impl_->opts.background_progress ? impl_->behind.asleep_word() : &never;
}

detail::cpu_stream* executor::stream_create(detail::cpu_stream* base) {
  refuse_lanes("stream_create");
  const std::lock_guard lock(impl_->mutex);
  detail::cpu_stream* const fresh = &impl_->streams.emplace_back();
  if (base == nullptr) return fresh;
  fresh->base = base;
  base->ordered.push_back(fresh);
  base->orders.store(true, std::memory_order_relaxed);
  return fresh;
}

void executor::stream_assign(detail::cpu_stream* stream, unsigned tenant) {
  impl_->resolve(stream).tenant.store(tenant, std::memory_order_relaxed);
}
unsigned executor::stream_tenant(const detail::cpu_stream* stream) const noexcept {
  return stream->tenant.load(std::memory_order_relaxed);
}
tenant_table& executor::tenants() noexcept { return impl_->shares; }

bool executor::has_base(const detail::cpu_stream* stream) const noexcept {
  return stream->base != nullptr;
}

bool executor::stop() { return impl_->stop(); }
bool executor::lost() const noexcept { return impl_->broken.load(std::memory_order_acquire); }

errc executor::stream_destroy(detail::cpu_stream* stream, errc* failure) {
  refuse_lanes("stream_destroy");
  if (stream == nullptr) return errc::ok;
  const errc result =
      impl_->wait_for_grids(*stream, deadline_after(impl_->opts.default_timeout_ns));
  if (result != errc::ok) {
    report_failure(
        result,
        "stream_destroy: grids of the stream still run; it is kept until the executor ends");
    return result;
  }
  if (failure != nullptr) *failure = impl_->take_failure(*stream);
  const std::lock_guard lock(impl_->mutex);
  if (stream->base != nullptr) std::erase(stream->base->ordered, stream);
  for (detail::cpu_stream* other : stream->ordered) other->base = nullptr;
  impl_->streams.remove_if([&](const detail::cpu_stream& held) { return &held == stream; });
  return errc::ok;
}

void executor::launch(const detail::launch_config& config, const detail::kernel_call& call,
                      detail::device_state* context, const launch_group& partners,
                      std::span<detail::device_state* const> group) {
  refuse_lanes("launch");
  check_launch(config, call, partners);
  if (impl_->broken.load(std::memory_order_acquire)) {
    throw error(
        errc::wrong_state,
        "launch: a lane of an earlier kernel stalled; kernels run again after ark::finalize and "
        "ark::init");
  }
  auto fresh = std::make_unique<grid>();
  fresh->config = config;
  fresh->config.stream = &impl_->resolve(config.stream);
  fresh->call = call;
  fresh->context = context;
  fresh->group = group;
  const bool traced = context != nullptr && context->trace != nullptr;
  if (traced && context->trace->has_timeline) fresh->launched_ns = detail::clock_ns();
  fresh->partners = partners;
  fresh->tenant = fresh->config.stream->tenant.load(std::memory_order_relaxed);
  fresh->blocks = volume(config.grid);
  fresh->lanes_per_block = static_cast<std::uint32_t>(volume(config.block));
  impl_->check_room(*fresh);
  // A launch group needs all of its blocks resident, like a collective launch.
  fresh->config.collective |= partners.size > 1;
  impl_->guard.start();
  {
    const std::lock_guard lock(impl_->mutex);
    if (!impl_->crashes) impl_->crashes.emplace();
    fresh->name = &impl_->names.of(call);
    fresh->id = fresh->place = impl_->next_grid_id++;
    impl_->active.fetch_add(1, std::memory_order_acq_rel);
    impl_->start(impl_->queues.push(std::move(fresh)), 0);
  }
  if (!impl_->progress.empty() && !impl_->seeded()) impl_->wake();
}

errc executor::stream_sync(detail::cpu_stream* stream, std::uint64_t timeout_ns, bool drains) {
  refuse_lanes("stream_sync");
  detail::cpu_stream& waited = impl_->resolve(stream);
  const std::uint64_t deadline =
      deadline_after(timeout_ns != 0 ? timeout_ns : impl_->opts.default_timeout_ns);
  // A grid that waits for the other streams, which may be destroyed in the meantime.
  if (!impl_->ordered_idle(waited) && !lost())
    launch({.grid = {}, .block = {}, .stream = &waited}, {.entry = [](void*) {}}, nullptr);
  errc result = impl_->wait_for_grids(waited, deadline);
  if (result == errc::ok && drains) result = impl_->drain(deadline);
  const errc failure = result == errc::timeout ? errc::ok : impl_->take_failure(waited);
  return failure != errc::ok ? failure : result;
}

bool executor::stream_query(detail::cpu_stream* stream) {
  return impl_->idle(impl_->resolve(stream));
}

bool executor::stream_ready(detail::cpu_stream* stream) {
  const detail::cpu_stream& asked = impl_->resolve(stream);
  return impl_->idle(asked) &&
         (asked.base == nullptr || asked.base->pending.load(std::memory_order_acquire) == 0);
}

void executor::dump(std::FILE* out) { impl_->dump(out); }

}  // namespace ark::executor
