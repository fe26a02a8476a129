// The scheduling of threads that serve requests beside threads that compute.
#pragma once

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace ark {

/// Argument of sched_getattr and sched_setattr, which not all C libraries declare.
struct scheduling {
  std::uint32_t size, policy;
  std::uint64_t flags;
  std::int32_t nice;
  std::uint32_t priority;
  std::uint64_t runtime, deadline, period;
};
/// Read the scheduling of a thread; 0: the calling one. False if the system refuses.
inline bool read_scheduling(pid_t thread, scheduling& found) noexcept {
  return syscall(SYS_sched_getattr, thread, &found, sizeof found, 0u) == 0;
}

/// Request a time slice of 0.1 ms for the calling thread. Linux 6.12 and later let a woken thread
/// with a shorter slice start at once; otherwise it would wait for the next tick (4 ms at 250 Hz)
/// beside a thread that computes. Its share of the core stays the same. No effect on older systems.
inline void ask_for_short_slice() noexcept {
  constexpr std::uint64_t slice_ns = 100'000;
  scheduling own{};
  if (!read_scheduling(0, own) || own.policy != SCHED_OTHER) return;
  own.runtime = slice_ns;
  syscall(SYS_sched_setattr, 0, &own, 0u);
}

}  // namespace ark
