// The kernel parameter that receives the number of engine blocks of the launch.
#pragma once

#include <ark/simt.hpp>

namespace ark {

/// The first parameter of a kernel whose engine ark::launch provides: the number of engine blocks
/// in front of the grid's own, for ark::engine_scope. The arguments of the launch are without it.
struct engine_blocks {
  unsigned count = 0;

  ARK_HOST_DEVICE constexpr operator unsigned() const { return count; }  // NOLINT: it is a number
};

}  // namespace ark
