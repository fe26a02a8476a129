// The clock of all deadlines, time stamps and limits of silence on the host.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <cstdint>
#include <ctime>
#include <limits>

namespace ark::detail {

/// Nanoseconds of CLOCK_MONOTONIC, which the processes of a host share. Any thread.
#if ARK_RTC
std::uint64_t clock_ns() noexcept;
#else
inline std::uint64_t clock_ns() noexcept {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}
#endif

/// The time `timeout_ns` after `now`. The clock's greatest value if the sum does not fit.
inline std::uint64_t deadline_after(std::uint64_t timeout_ns,
                                    std::uint64_t now = clock_ns()) noexcept {
  constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  return timeout_ns > never - now ? never : now + timeout_ns;
}

}  // namespace ark::detail
