// What every part of a PE is built on.
#pragma once

#include <ark/detail/device_state.hpp>
#include <ark/device/context.hpp>
#include <cstdint>
#include <memory>
#include <optional>

#include "bootstrap/bootstrap.hpp"
#include "config/config.hpp"
#include "executor/executor.hpp"
#include "job_layout.hpp"
#include "start_settings.hpp"

namespace ark {

/// Outlives the parts, which fill their own fields of `state`.
struct pe_core {
  start_settings& how;
  const config values;
  const std::unique_ptr<bootstrap> boot;
  detail::device_state state;
  job_layout layout;
  std::shared_ptr<executor::executor> executor;  ///< the PEs of a process share one

  /// True after a failure of this PE. Any thread.
  [[nodiscard]] bool failed() const noexcept { return device::status(state) != errc::ok; }
  /// The seed of an engine's random order, which the executor's seed decides; none for
  /// ARK_SCHED=fifo. `factor`: a prime of the engine's own.
  [[nodiscard]] std::optional<std::uint64_t> engine_seed(std::uint64_t factor) const {
    const schedule order = executor->config().order;
    if (order.kind == policy_kind::fifo) return std::nullopt;
    return order.seed * factor + static_cast<std::uint64_t>(state.pe);
  }
};

}  // namespace ark
