// Clocks and __nanosleep on the CPU executor. Lanes and host threads.
//
// clock() stays the C library's: processor time of the process, and no turn of a spin loop.
#pragma once

#include <ark/detail/clock.hpp>
#include <ark/detail/lane.hpp>
#include <cstdint>

namespace ark {

/// Nanoseconds of a clock that all PEs of a host share; only differences mean anything. Counts as a
/// turn of a spin loop.
inline std::uint64_t global_timer_ns() {
  detail::spin_hint();
  return detail::clock_ns();
}

}  // namespace ark

/// Nanoseconds here, cycles on a GPU. Counts as a turn of a spin loop.
inline long long clock64() { return static_cast<long long>(ark::global_timer_ns()); }

/// Gives way for at least `ns`, where a GPU sleeps for 0 to 2 * ns. Under a seeded schedule, which
/// knows no time, it gives way once.
inline void __nanosleep(unsigned ns) { ark::detail::sleep(ns); }
