// A plan as kernels see it: a copy whose addresses were fixed on the host, started by counting up.
#pragma once

#include <ark/detail/device_state.hpp>

namespace ark::detail {

/// The words of one plan. Whoever starts it, and the copy engine that carries it out, share nothing
/// else. The first part is written by the host before `in_use`, and stays until it is destroyed;
/// the counts only grow, so that a fence of another kernel may look at any slot at any time. In a
/// GPU's memory where the heap is.
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
      0;  ///< `started` when it was made: a slot's counts go on when it is used again

  /// Starts so far: the gate that the engine waits for. Callers add, release.
  alignas(cache_line) std::uint64_t started = 0;
  /// Transfers delivered so far, signals included, in order. The engine stores, release.
  alignas(cache_line) std::uint64_t done = 0;
  /// By the proxy: its tickets are below. Callers, only upwards.
  alignas(cache_line) std::uint64_t posted = 0;
};

/// Plans of one PE that may live at a time.
inline constexpr std::uint32_t plan_limit = 256;

}  // namespace ark::detail
