// One PE: the objects that init builds and finalize destroys.
#pragma once

#include <ark/detail/state/check_state.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "bootstrap/bootstrap.hpp"
#include "condition_watch.hpp"
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

/// Tables of the host's state, except the rings.
struct state_tables {
  std::vector<detail::peer_view> peers;  ///< [n_pes]
  detail::check_state checks;
  std::vector<const std::uint64_t*> finalizing;  ///< [n_pes]
};

/// The parts of a PE in order of construction; each uses those declared before it. Null: not made
/// yet.
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
  /// Shared with the completion queues of the program, which may outlive the runtime.
  std::shared_ptr<condition_watch> conditions;
  std::unique_ptr<liveness> watch;  ///< last: its thread ends before the objects that it reads
};

/// A PE's context. Started and destroyed collectively; its members are called by host threads of
/// its own process.
class runtime {
 public:
  /// `how` outlives it.
  runtime(std::unique_ptr<bootstrap> boot, start_settings& how);
  /// Collective, once, before all other members. After an exception only the destructor may follow:
  /// other PEs may read this PE's heap until they are notified of its failure.
  void start();
  ~runtime();
  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;

  /// All parts exist once start() has returned.
  [[nodiscard]] pe_parts& parts() noexcept { return parts_; }
  [[nodiscard]] const pe_parts& parts() const noexcept { return parts_; }
  [[nodiscard]] detail::device_state& state() noexcept { return parts_.core.state; }
  /// Unique within the process; never 0.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  /// True after a failure of this PE.
  [[nodiscard]] bool failed() const noexcept { return parts_.core.failed(); }
  /// End the whole job.
  [[noreturn]] void global_exit(int status);

  /// Wait for all work on the PE's streams. Throws ark::error.
  void device_sync();
  /// Complete outstanding operations and wait for all PEs. After a failure it does nothing and
  /// returns false. Throws timeout.
  bool quiesce();
  /// Afterwards this PE's plans write to no heap.
  void end_plans() noexcept;
  /// Notify the other PEs that this PE takes part in nothing any more; otherwise they would wait
  /// for a PE that leaves during a call. Only the first call has an effect.
  void depart(liveness::departure how) noexcept;
  /// Notify the other PEs that the process ends while this PE is alive. Changes nothing else.
  void leave_early() noexcept;
  /// See cpu_streams::end().
  [[nodiscard]] bool end_grids() noexcept;
  /// True if some PE of the job is known to be lost.
  [[nodiscard]] bool has_lost_pe() const;

 private:
  void check_schedule();
  void watch_processes();
  void fill_state();

  std::uint64_t number_;
  bool started_ = false, all_leave_ = false;
  pe_parts parts_;
};

}  // namespace ark
