// Clocks and __nanosleep on the CPU executor. Lanes and host threads.
//
// clock() stays the C library's: processor time of the process. It does not count as an iteration
// of a spin loop.
#pragma once

#include <ark/detail/platform/clock.hpp>
#include <ark/detail/simt/lane.hpp>
#include <cstdint>

namespace ark {

/// Nanoseconds of a clock that all PEs of a host share. Only differences are meaningful. Counts as
/// an iteration of a spin loop.
inline std::uint64_t global_timer_ns() {
  detail::spin_hint();
  return detail::clock_ns();
}

}  // namespace ark

/// Nanoseconds here, cycles on a GPU. Counts as an iteration of a spin loop.
inline long long clock64() { return static_cast<long long>(ark::global_timer_ns()); }

/// Yields for at least `ns`; a GPU sleeps for 0 to 2 * ns. A seeded schedule has no time: there it
/// yields once.
inline void __nanosleep(unsigned ns) { ark::detail::sleep(ns); }
