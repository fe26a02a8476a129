// A plan as kernels see it: a copy whose addresses the host has fixed, started by incrementing a
// count.
#pragma once

#include <ark/detail/state/device_state.hpp>

namespace ark::detail {

/// The state of one plan: all that the threads that start it share with the copy engine that
/// executes it. The host writes the first part before `in_use` and leaves it unchanged until the
/// plan is destroyed. The counts only grow, so that a fence of another kernel may read any slot at
/// any time. In GPU memory if the heap is there.
struct alignas(cache_line) plan_state {
  std::uint64_t in_use = 0;  ///< Release/acquire
  std::int32_t pe = -1;
  peer_route route = peer_route::unreachable;
  std::uint64_t dest_offset = 0;
  const void* source = nullptr;
  std::uint64_t bytes = 0;
  std::uint64_t signal_offset = 0;
  std::uint32_t has_signal = 0;
  std::uint64_t base =
      0;  ///< `started` when the plan was created: the counts of a reused slot continue

  /// Starts so far; the engine waits for it. Callers add, with release.
  alignas(cache_line) std::uint64_t started = 0;
  /// Transfers delivered so far, signals included, in order. The engine stores, with release.
  alignas(cache_line) std::uint64_t done = 0;
  /// If the proxy executes the plan: all its tickets are below this. Callers raise it.
  alignas(cache_line) std::uint64_t posted = 0;
};

/// Maximum number of plans of one PE at a time.
inline constexpr std::uint32_t plan_limit = 256;

}  // namespace ark::detail
