// Where the time of a thread went.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace ark::executor {

/// Nanoseconds since the thread began. What is missing to the time that has passed is sleep.
struct thread_time {
  std::uint64_t ran = 0;      ///< on a processor
  std::uint64_t waiting = 0;  ///< ready, without a processor; up to the last time it got one
};

/// Of thread `tid` of this process. Zeros where the kernel keeps no such counts
/// (CONFIG_SCHED_INFO), or there is no such thread.
[[nodiscard]] thread_time thread_time_of(pid_t tid) noexcept;

}  // namespace ark::executor
