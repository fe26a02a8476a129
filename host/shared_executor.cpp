#include "shared_executor.hpp"

#include <fmt/format.h>

#include <ark/errc.hpp>
#include <mutex>

namespace ark {

namespace {

executor::options executor_options(const config& cfg, unsigned local_pes, unsigned process_pes) {
  executor::options opts;
  opts.order = executor::schedule_parse(cfg.sched);
  // The PEs of this process share its workers, so only other processes' PEs compete for CPUs.
  const unsigned processes = (local_pes + process_pes - 1) / process_pes;
  opts.workers = cfg.cpu_workers > 0 ? cfg.cpu_workers : executor::workers_default(processes);
  if (opts.order.kind != executor::policy_kind::fifo) opts.workers = 1;
  opts.spin_rounds = executor::spin_rounds_default(processes);
  opts.stack_bytes = cfg.cpu_stack_bytes;
  opts.guard_pages = cfg.cpu_guard;
  opts.default_timeout_ns = cfg.timeout_ns;
  opts.stall_ns = cfg.cpu_stall_ns;
  opts.background_progress = opts.order.kind == executor::policy_kind::fifo;
  opts.dump_on_sigusr1 = cfg.dump_signal;
  return opts;
}

}  // namespace

std::shared_ptr<executor::executor> shared_executor_acquire(const config& cfg, unsigned local_pes,
                                                            unsigned process_pes) {
  static std::mutex mutex;
  static std::weak_ptr<executor::executor> current;
  const std::lock_guard lock(mutex);
  const executor::options wanted = executor_options(cfg, local_pes, process_pes);
  if (auto alive = current.lock()) {
    const std::string has = executor::schedule_name(alive->config().order);
    const std::string asked = executor::schedule_name(wanted.order);
    if (has != asked) {
      throw error(errc::invalid_argument,
                  fmt::format("ARK_SCHED={}: another PE of this process runs with {}; all PEs of a "
                              "process share one schedule",
                              asked, has));
    }
    return alive;
  }
  auto made = std::make_shared<executor::executor>(wanted);
  current = made;
  return made;
}

}  // namespace ark
