// Limits of this host: CPUs, lanes.
#pragma once

#include <cstdint>

#include "executor/executor.hpp"

namespace ark::executor {

struct lane_limit {
  std::uint64_t lanes = 0;
  const char* reason = "";  ///< what sets the limit, for messages
};

/// Maximum number of live lanes in one executor.
lane_limit resident_lanes(const options& opts);

}  // namespace ark::executor
