// What one call of init or local_run was given, and what of it was not honoured.
#pragma once

#include <ark/host.hpp>

#include "config/config.hpp"
#include "error/downgrade.hpp"

namespace ark {

/// Outlives the PEs that the call starts; they share it.
struct start_settings {
  /// Read the environment and the caller's overrides, and set the log's level. Unknown ARK_* names
  /// are downgrades. Throws ark::error: invalid_argument, unsupported (ARK_STRICT).
  explicit start_settings(const settings& overrides);

  config_result read;
  downgrade_log downgrades;
};

}  // namespace ark
