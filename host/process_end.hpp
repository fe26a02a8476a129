// How a process ends that has been a PE of a job: with MPI_Finalize where all PEs are known to come
// to it, else without it, with a line that says why and a status that is not 0.
#pragma once

#include <cstdint>
#include <string>

#include "runtime.hpp"

namespace ark {

/// From now on the end of the process (exit, return from main) is looked at; that of a process that
/// it forks is not. `alive` gives the PE that has not been finalized, or null. The first call
/// counts.
void process_end_watch(runtime* (*alive)() noexcept);

/// A life of the process's PE is over, or begins (`in_order` false). `in_order`: all PEs have come
/// to its end. `has_lost_pe`: one will never come anywhere; that stays.
void process_end_note(bool in_order, bool has_lost_pe, std::uint64_t timeout_ns);

/// Print `line` and end all PEs of the job with `status`. Any thread of the user's; the first one
/// counts. Bounded: if MPI does not end the process, a signal does.
[[noreturn]] void end_job(runtime& pe, const std::string& line, int status);

}  // namespace ark
