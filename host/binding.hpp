// Which PE a host thread speaks for.
#pragma once

#include <memory>

#include "runtime.hpp"

namespace ark {

/// The PE bound to the calling thread (several PEs in one process), else the process's PE.
/// Throws not_initialized before init and after finalize.
runtime& bound_runtime(const char* call = nullptr);

}  // namespace ark
