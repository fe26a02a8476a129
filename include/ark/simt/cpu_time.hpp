// Clocks and __nanosleep on the CPU executor. Lanes and host threads.
//
// clock() stays the C library's: processor time of the process, and no turn of a spin loop.
#pragma once

#include <ark/detail/lane.hpp>
#include <cstdint>
#include <ctime>

namespace ark {

/// Nanoseconds of a clock that all PEs of a host share; only differences mean anything. Counts as a
/// turn of a spin loop.
inline std::uint64_t global_timer_ns() {
  detail::spin_hint();
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace ark

/// Nanoseconds here, cycles on a GPU. Counts as a turn of a spin loop.
inline long long clock64() { return static_cast<long long>(ark::global_timer_ns()); }

/// Gives way for at least `ns`, where a GPU sleeps for 0 to 2 * ns. Under a seeded schedule, which
/// knows no time, it gives way once.
inline void __nanosleep(unsigned ns) { ark::detail::sleep(ns); }
