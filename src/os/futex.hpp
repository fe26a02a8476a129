// Sleeping on a word that other processes may share, and a fence on all their threads.
#pragma once

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <climits>
#include <cstdint>

namespace ark {

/// Sleep while the word is `value`, at most `most_ns`. May return early.
inline void futex_wait(std::uint32_t& word, std::uint32_t value, std::uint64_t most_ns) noexcept {
  const timespec most{static_cast<time_t>(most_ns / 1'000'000'000u),
                      static_cast<long>(most_ns % 1'000'000'000u)};
  ::syscall(SYS_futex, &word, FUTEX_WAIT, value, &most, nullptr, 0);
}
inline void futex_wake_all(std::uint32_t& word) noexcept {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

/// Whether fence_all() reaches this process. It joins when the library is loaded: a process of one
/// thread does that at once, one of several waits until each CPU has switched (10 to 50 ms).
inline const bool fence_all_joined =
    ::syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0;
/// A full fence on every running thread of the processes that have joined, and on the caller. False
/// if the system lacks it.
inline bool fence_all() noexcept {
  return ::syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0) == 0;
}

}  // namespace ark
