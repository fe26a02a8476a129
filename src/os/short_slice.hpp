// The scheduling of threads that serve requests beside threads that compute.
#pragma once

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace ark {

/// Ask for a time slice of 0.1 ms for the calling thread. Linux 6.12 and later let a thread with a
/// shorter slice start when it is woken, where it would wait for the next tick (4 ms at 250 Hz)
/// beside a thread that computes. Its share of the core stays the same. Without effect before.
inline void ask_for_short_slice() noexcept {
  struct {
    std::uint32_t size, policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime, deadline, period;
  } attributes{};
  constexpr std::uint64_t slice_ns = 100'000;
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0u) != 0) return;
  if (attributes.policy != SCHED_OTHER) return;
  attributes.runtime = slice_ns;
  syscall(SYS_sched_setattr, 0, &attributes, 0u);
}

}  // namespace ark
