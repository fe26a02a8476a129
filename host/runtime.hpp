// One PE: everything that init builds and finalize takes down.
#pragma once

#include <ark/detail/state/check_state.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "bootstrap/bootstrap.hpp"
#include "cpu_streams.hpp"
#include "gpu_choice.hpp"
#include "gpu_kernels.hpp"
#include "liveness/liveness.hpp"
#include "pe_core.hpp"
#include "plan_set.hpp"
#include "proxy_service.hpp"
#include "queue_set.hpp"
#include "symmetric_memory.hpp"
#include "team_set.hpp"

namespace ark {

/// What the host's state points at beside the rings.
struct state_tables {
  std::vector<detail::peer_view> peers;  ///< [n_pes]
  detail::check_state checks;
  std::vector<const std::uint64_t*> finalizing;  ///< [n_pes]
};

/// The parts of a PE in the order in which they are made; each is built on those above it. Null:
/// not made yet.
struct pe_parts {
  pe_parts(std::unique_ptr<bootstrap> boot, start_settings& how)
      : core{how, how.read.values, std::move(boot), {}, {}, {}} {}

  pe_core core;
  gpu_kernels kernels{core};
  gpu_choice gpu;
  std::unique_ptr<symmetric_memory> memory;
  state_tables tables;
  team_set teams{core, gpu};
  std::unique_ptr<queue_set> queues;
  std::unique_ptr<cpu_streams> streams;
  std::unique_ptr<plan_set> plans;
  std::unique_ptr<proxy_service> proxy;
  std::unique_ptr<liveness> watch;  ///< last: its thread ends before what it looks at
};

/// A PE's context. Started and destroyed collectively; its members are called by host threads of
/// its own process.
class runtime {
 public:
  /// `how` outlives it.
  runtime(std::unique_ptr<bootstrap> boot, start_settings& how);
  /// Collective, once, before anything else. After an exception only the destructor may follow:
  /// others may look at this PE's heap until they have heard that it has failed.
  void start();
  ~runtime();
  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;

  /// All made once start() has returned.
  [[nodiscard]] pe_parts& parts() noexcept { return parts_; }
  [[nodiscard]] const pe_parts& parts() const noexcept { return parts_; }
  [[nodiscard]] detail::device_state& state() noexcept { return parts_.core.state; }
  /// No other one of the process has it. Not 0.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  /// True after a failure of this PE.
  [[nodiscard]] bool failed() const noexcept { return parts_.core.failed(); }
  /// End the whole job.
  [[noreturn]] void global_exit(int status);

  /// Wait for all that its streams run. Throws ark::error.
  void device_sync();
  /// Complete what is outstanding and wait for all PEs. Skipped after a failure: false then. Throws
  /// timeout.
  bool quiesce();
  /// After it this PE's plans write to no heap.
  void end_plans() noexcept;
  /// This PE takes part in nothing any more: notify the others, which would wait for it if it
  /// leaves in the middle of a call. The first call counts.
  void depart(liveness::departure how) noexcept;
  /// The process ends while this PE is alive: the others are notified. It stays as it is otherwise.
  void leave_early() noexcept;
  /// cpu_streams::end().
  [[nodiscard]] bool end_grids() noexcept;
  /// True if some PE of the job is known to be lost.
  [[nodiscard]] bool has_lost_pe() const;

 private:
  void check_schedule();
  void watch_processes();
  void fill_state();

  std::uint64_t number_;
  bool started_ = false;
  pe_parts parts_;
};

}  // namespace ark
