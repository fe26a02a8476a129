// The state on which every part of a PE is built.
#pragma once

#include <ark/detail/state/device_state.hpp>
#include <ark/device/state/context.hpp>
#include <ark/host.hpp>
#include <cstdint>
#include <memory>
#include <optional>

#include "bootstrap/bootstrap.hpp"
#include "config/config.hpp"
#include "error/downgrade.hpp"
#include "executor/executor.hpp"
#include "job_layout.hpp"

namespace ark {

/// Settings of one call of init or local_run, and the downgrades of these. Outlives the PEs that
/// the call starts; they share it.
struct start_settings {
  /// Read the environment and the caller's overrides, and set the log's level. Unknown ARK_* names
  /// are downgrades. Throws ark::error: invalid_argument, unsupported (ARK_STRICT).
  explicit start_settings(const settings& overrides);

  config_result read;
  downgrade_log downgrades;
};

/// Outlives the parts, which fill their own fields of `state`.
struct pe_core {
  start_settings& how;
  const config values;
  const std::unique_ptr<bootstrap> boot;
  detail::device_state state;
  job_layout layout;
  std::shared_ptr<executor::executor> executor;  ///< shared by the PEs of a process

  /// True after a failure of this PE. Any thread.
  [[nodiscard]] bool failed() const noexcept { return device::status(state) != errc::ok; }
  /// The seed of an engine's random order, derived from the executor's seed; none for
  /// ARK_SCHED=fifo. `factor`: a prime for each engine.
  [[nodiscard]] std::optional<std::uint64_t> engine_seed(std::uint64_t factor) const {
    const schedule order = executor->config().order;
    if (order.kind == policy_kind::fifo) return std::nullopt;
    return order.seed * factor + static_cast<std::uint64_t>(state.pe);
  }
};

}  // namespace ark
