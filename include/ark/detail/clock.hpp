// The clock of every deadline, stamp and silence on the host.
#pragma once

#include <cstdint>
#include <ctime>

namespace ark::detail {

/// Nanoseconds of CLOCK_MONOTONIC, which the processes of a host share. Any thread.
inline std::uint64_t clock_ns() noexcept {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace ark::detail
