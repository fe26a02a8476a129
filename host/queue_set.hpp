// A PE's rings on the CPU, and the engine that drains them.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/state/context_table.hpp>
#include <ark/detail/state/device_state.hpp>
#include <memory>
#include <span>
#include <vector>

#include "pe_core.hpp"
#include "progress_entry.hpp"
#include "queue/cpu_engine.hpp"
#include "queue/ring_storage.hpp"
#include "tenants/tenant_table.hpp"
#include "trace/recorder.hpp"

namespace ark {

/// Fills state's rings, contexts, engine workspace and trace; outlives the posters.
class queue_set {
 public:
  /// Makes the rings, including the proxy's if a PE needs it, and the trace if ARK_TRACE is on. The
  /// other fields of `core.state` are filled.
  explicit queue_set(pe_core& core);
  /// Collective; see progress_entry::add. The rings are not drained before.
  void start_engine();
  /// Remove the engine from the progress sources.
  void stop_engine() noexcept { progress_.remove(); }

  /// Add a ring of kernels on a GPU that the proxy serves.
  void add_kernel_ring(const detail::ring_view& ring);
  /// The rings that the proxy serves.
  [[nodiscard]] std::span<const detail::ring_view> proxy_rings() const;
  [[nodiscard]] trace_recorder* trace() const { return trace_.get(); }  ///< null: not traced
  /// Null before start_engine().
  [[nodiscard]] const cpu_engine* engine() const { return engine_.get(); }
  /// The tenants of the engine's and of the proxy's rings.
  [[nodiscard]] tenant_table& tenants() { return tenants_; }
  [[nodiscard]] const tenant_table& tenants() const { return tenants_; }

 private:
  void build_sm_workspace();
  void build_trace();

  pe_core& core_;
  tenant_table tenants_;
  std::vector<ring_storage> memory_;
  std::vector<detail::ring_view> rings_;
  detail::sm_workspace sm_workspace_;
  detail::context_table contexts_;
  std::vector<std::uint64_t> posted_;  ///< for contexts_
  std::unique_ptr<trace_recorder> trace_;
  std::unique_ptr<cpu_engine> engine_;
  progress_entry progress_;
};

}  // namespace ark
