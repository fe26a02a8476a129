// The process's CPU executor: one for all its PEs, because it divides the process's CPUs among
// their lanes.
#pragma once

#include <memory>

#include "bootstrap/bootstrap.hpp"
#include "config/config.hpp"
#include "error/downgrade.hpp"
#include "executor/executor.hpp"

namespace ark {

/// The executor of this process, made on first use with `cfg` and destroyed with its last holder.
/// shared_ptr: the PEs of a process end in any order. Any thread. `local_pes`: PEs that share this
/// host, in any process. `cores`: the processes that share cores with the workers. A requested
/// option that is not granted, because of the schedule or because an executor is alive already, is
/// added to `downgrades`. Throws invalid_argument if one is alive and `cfg` requests another
/// schedule; unsupported (ARK_STRICT).
std::shared_ptr<executor::executor> shared_executor_acquire(const config& cfg, unsigned local_pes,
                                                            unsigned process_pes,
                                                            const core_sharing& cores,
                                                            downgrade_log& downgrades);

}  // namespace ark
