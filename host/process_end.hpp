// The end of a process that has been a PE of a job: with MPI_Finalize if all PEs are known to reach
// it, otherwise without, with a line that states the reason and a status other than 0.
#pragma once

#include <cstdint>
#include <string>

#include "runtime.hpp"

namespace ark {

/// Install the exit handler for this process (exit, return from main), not for processes that it
/// forks. `alive` returns the PE that has not been finalized, or null. Only the first call has an
/// effect.
void process_end_watch(runtime* (*alive)() noexcept);

/// Record that a runtime of the process's PE ends or begins (`in_order` false). `in_order`: all PEs
/// have reached its end. `has_lost_pe`: one PE is lost; that stays recorded.
void process_end_note(bool in_order, bool has_lost_pe, std::uint64_t timeout_ns);

/// Print `line` and end all PEs of the job with `status`. Any thread of the user; the first call
/// counts. Bounded: if MPI does not end the process, a signal does.
[[noreturn]] void end_job(runtime& pe, const std::string& line, int status);

}  // namespace ark
