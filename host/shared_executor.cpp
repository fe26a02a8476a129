#include "shared_executor.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <mutex>

namespace ark {

namespace {

/// Maximum time for which a lane may run without a yield, derived from the deadline of waits.
std::uint64_t stall_ns(std::uint64_t timeout_ns) {
  constexpr std::uint64_t second = 1'000'000'000;
  if (timeout_ns < 10 * second) return std::max(timeout_ns / 2, second);
  return std::max(timeout_ns / 24, 5 * second);
}

executor::options executor_options(const config& cfg, unsigned local_pes, unsigned process_pes,
                                   downgrade_log& downgrades) {
  executor::options opts;
  opts.order = schedule_parse(cfg.sched);
  // The PEs of this process share its workers, so only other processes' PEs compete for CPUs.
  const unsigned processes = (local_pes + process_pes - 1) / process_pes;
  opts.processes = processes;
  opts.workers = cfg.cpu_workers > 0 ? cfg.cpu_workers : executor::workers_default(processes);
  if (opts.order.kind != policy_kind::fifo) {
    if (cfg.cpu_workers > 1) {
      downgrades.downgrade("ARK_CPU_WORKERS", std::to_string(cfg.cpu_workers), "1 used",
                           fmt::format("ARK_SCHED={} takes one worker", cfg.sched),
                           "set ARK_SCHED=fifo");
    }
    opts.workers = 1;
  }
  opts.spin_rounds = executor::spin_rounds_default(processes);
  opts.stack_bytes = cfg.cpu_stack_bytes;
  opts.guard_pages = cfg.check;
  opts.default_timeout_ns = cfg.timeout_ns;
  opts.stall_ns = stall_ns(cfg.timeout_ns);
  opts.background_progress = opts.order.kind == policy_kind::fifo;
  opts.engine_core =
      opts.background_progress && opts.workers < executor::workers_default(processes);
  opts.tenants = cfg.tenants;
  opts.dump_on_sigusr1 = true;
  return opts;
}

/// Compare the options of a live executor with those requested. The number of workers only if one
/// was requested.
void compare_with_alive(const executor::options& has, const executor::options& wanted,
                        const config& cfg, downgrade_log& downgrades) {
  const auto differs = [&](const char* name, auto want, auto given) {
    if (want == given) return;
    downgrades.downgrade(name, std::to_string(want), fmt::format("{} used", given),
                         "the process's executor is running already with that value",
                         "give all PEs of a process the same value");
  };
  if (cfg.cpu_workers > 0) differs("ARK_CPU_WORKERS", wanted.workers, has.workers);
  if (cfg.tenants > 0) differs("ARK_TENANTS", wanted.tenants, has.tenants);
  differs("ARK_CPU_STACK", wanted.stack_bytes, has.stack_bytes);
}

}  // namespace

std::shared_ptr<executor::executor> shared_executor_acquire(const config& cfg, unsigned local_pes,
                                                            unsigned process_pes,
                                                            const core_sharing& cores,
                                                            downgrade_log& downgrades) {
  static std::mutex mutex;
  static std::weak_ptr<executor::executor> current;
  const std::lock_guard lock(mutex);
  executor::options wanted = executor_options(cfg, local_pes, process_pes, downgrades);
  wanted.core_sharers = cores.processes;
  wanted.core_place = cores.index;
  const unsigned cpus_allowed = executor::workers_default(1);
  wanted.cores_shared = cores.processes * wanted.workers > cpus_allowed;
  if (auto alive = current.lock(); alive && !alive->lost()) {
    const std::string has = schedule_name(alive->config().order);
    const std::string asked = schedule_name(wanted.order);
    if (has != asked) {
      throw error(errc::invalid_argument,
                  fmt::format("ARK_SCHED={}: another PE of this process runs with {}; all PEs of a "
                              "process share one schedule",
                              asked, has));
    }
    compare_with_alive(alive->config(), wanted, cfg, downgrades);
    return alive;
  }
  auto made = std::make_shared<executor::executor>(wanted);
  current = made;
  return made;
}

}  // namespace ark
