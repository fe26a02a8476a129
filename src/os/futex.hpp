// Sleeping on a word that other processes may share.
#pragma once

#include <linux/futex.h>
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

}  // namespace ark
