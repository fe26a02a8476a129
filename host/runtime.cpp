#include "runtime.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/device/transfer/order.hpp>
#include <atomic>
#include <cstdlib>

#include "describe.hpp"
#include "info/routes.hpp"
#include "shared_executor.hpp"

namespace ark {

namespace {

/// End every further wait of this PE with peer_failed.
void note_loss(detail::device_state& state, const lost_pe& who) noexcept {
  failure_record record;
  record.code = errc::peer_failed;
  record.op = detail::op_kind::liveness;
  record.pe = state.pe;
  record.peer = who.pe;
  who.how.copy(record.detail, sizeof record.detail - 1);
  detail::failure_publish(state, record);
}

std::uint64_t next_number() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

runtime::runtime(std::unique_ptr<bootstrap> boot, start_settings& how)
    : number_(next_number()), parts_(std::move(boot), how) {}

void runtime::start() {
  auto& [core, kernels, gpu, memory, tables, teams, queues, streams, plans, proxy, conditions,
         watch] = parts_;
  core.layout = exchange_layout(*core.boot, core.values, core.state);
  watch_processes();
  check_schedule();
  core.executor =
      shared_executor_acquire(core.values, static_cast<unsigned>(core.boot->local_size()),
                              core.layout.process_pes, core.boot->cores(), core.how.downgrades);
  gpu = choose_gpu(core);
  memory = std::make_unique<symmetric_memory>(core, gpu);
  memory->build();
  watch->watch_heartbeats(memory->signs());
  tables.finalizing = watch->finalizing_words();
  core.state.finalizing = tables.finalizing.data();
  fill_state();
  teams.build();
  check_forced_route(describe_routes(parts_), core.how.downgrades);
  queues = std::make_unique<queue_set>(core);
  queues->start_engine();
  streams = std::make_unique<cpu_streams>(core);
  plans = std::make_unique<plan_set>(core, gpu.heap_on_gpu() ? gpu.device.get() : nullptr);
  if (const auto* ring = kernels.build(gpu, *memory, tables.peers)) queues->add_kernel_ring(*ring);
  proxy = std::make_unique<proxy_service>(core, *watch);
  proxy->start(gpu, *memory, *queues);
  conditions = std::make_shared<condition_watch>(core.state, [in = std::weak_ptr(core.executor)] {
    if (const auto running = in.lock()) running->progress_wake();
  });
  kernels.open();
  core.boot->barrier();
  started_ = true;
}

runtime::~runtime() {
  const bool in_order = started_ && !failed();
  auto& [core, kernels, gpu, memory, tables, teams, queues, streams, plans, proxy, conditions,
         watch] = parts_;
  if (conditions) conditions->end();
  if (proxy) proxy->stop_progress();
  depart(in_order ? liveness::departure::in_order : liveness::departure::failed);
  if (watch) watch->stop();
  if (proxy) {
    // PEs of one process are destroyed one after the other.
    const bool together = in_order && all_leave_ && core.layout.process_pes == 1;
    proxy->leave(together ? proxy::departing::in_order : proxy::departing::alone);
    proxy->end(!in_order);  // its thread reports to the watch
  }
  const std::optional<lost_pe> gone = watch ? watch->lost() : std::nullopt;
  if (gone && gone->ended) core.boot->remember(*gone);
  if (plans) plans->stop_engine();
  if (queues) queues->stop_engine();
  kernels.close();
  static_cast<void>(end_grids());
  if (queues && queues->trace() != nullptr) queues->trace()->write();
}

void runtime::watch_processes() {
  pe_core& core = parts_.core;
  core.state.pe = core.boot->rank();
  liveness::settings values;
  values.rank = core.boot->rank();
  values.members = core.layout.members;
  // Shorter than the deadlines of waiting PEs; but a busy machine does not count as silence.
  constexpr std::uint64_t shortest_ns = 1'000'000'000;
  values.silence_ns =
      std::min(core.values.liveness_ns, std::max(core.values.timeout_ns / 2, shortest_ns));
  values.noticed = [&state = core.state](const lost_pe& who) { note_loss(state, who); };
  parts_.watch = std::make_unique<liveness>(std::move(values));
  core.boot->watch(parts_.watch->query());
}

void runtime::check_schedule() {
  const pe_core& core = parts_.core;
  if (core.values.sched == "fifo" || core.layout.one_process()) return;
  core.how.downgrades.downgrade(
      "ARK_SCHED", fmt::format("{} with exact repetition", core.values.sched),
      "repeated within each process only",
      fmt::format("the {} PEs are in several processes, which run side by side",
                  core.layout.members.size()),
      "run the PEs in one process (ark::local_run)");
}

void runtime::fill_state() {
  pe_core& core = parts_.core;
  state_tables& tables = parts_.tables;
  const memory_backend& heap = parts_.memory->backend();
  const int pes = core.boot->size();
  tables.peers.resize(static_cast<std::size_t>(pes));
  for (int pe = 0; pe < pes; ++pe) {
    std::byte* base = heap.peer_base(pe);
    auto& peer = tables.peers[static_cast<std::size_t>(pe)];
    const bool mapped =
        base != nullptr && (!core.values.proxy_everywhere || pe == core.boot->rank());
    peer.route = mapped ? detail::peer_route::mapped : detail::peer_route::proxy;
    peer.heap_base = mapped ? reinterpret_cast<std::uint64_t>(base) : 0;
  }
  detail::device_state& state = core.state;
  state.n_pes = pes;
  // Publishes the workspace to the thread that watches processes; pairs with failure_publish().
  detail::store_release(&state.heap_base, reinterpret_cast<std::uint64_t>(heap.local_base()));
  state.heap_reserved = heap.reserved();
  state.heap_bytes = heap.committed();
  state.peers = tables.peers.data();
  state.inline_max_bytes = detail::inline_limit(core.values.route, core.values.inline_bytes);
  // With tenants, the engine chooses whose bytes move: a thread that stores evades the choice.
  state.awaited_inline_max_bytes = core.values.tenants == 0
                                       ? detail::awaited_inline_limit(core.values.route)
                                       : state.inline_max_bytes;
  state.timeout_ns = core.values.timeout_ns;
  state.progress_asleep = core.executor->progress_asleep();
  if (core.values.check) state.checks = &tables.checks;
  adapt_state(core, parts_.gpu);
}

void runtime::global_exit(int status) {
  depart(liveness::departure::ends_job);  // unless it has left before, after a failure
  parts_.core.boot->abort(status);
  std::_Exit(status);  // the compiler ignores [[noreturn]] of a virtual call
}

void runtime::depart(liveness::departure how) noexcept {
  if (!parts_.watch) return;
  const errc code = device::status(state());
  const failure_record& failure = state().failure;
  const bool anothers =
      code == errc::peer_failed ||
      (code == errc::asymmetric && failure.why == detail::failure_reason::in_finalize);
  parts_.watch->leave(how, anothers ? failure.peer : -1);
}

void runtime::leave_early() noexcept {
  depart(liveness::departure::early);
  if (parts_.proxy) parts_.proxy->leave(proxy::departing::alone);
}

void runtime::device_sync() {
  parts_.streams->sync_all();
  parts_.kernels.streams_sync();
}

bool runtime::quiesce() {
  if (failed()) return false;
  device_sync();
  if (device::quiet() != errc::ok) return false;
  parts_.watch->finalizing();
  parts_.core.boot->barrier();
  if (parts_.gpu.heap_on_gpu()) {
    // Plans write to other PEs' heaps, which are not read any more but still exist on all PEs.
    end_plans();
    parts_.core.boot->barrier();
  }
  all_leave_ = !failed();
  return all_leave_;
}

void runtime::end_plans() noexcept {
  if (parts_.plans) parts_.plans->end();
}

bool runtime::end_grids() noexcept { return !parts_.streams || parts_.streams->end(); }

bool runtime::has_lost_pe() const { return parts_.watch && parts_.watch->lost().has_value(); }

}  // namespace ark
