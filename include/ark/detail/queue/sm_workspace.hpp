// State that the SM engine of a PE keeps between launches: plain data, initially zero, in memory
// that the PE's kernels share. docs/gpu-engines.md.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstdint>

namespace ark::detail {

inline constexpr unsigned sm_launch_slots = 128;  ///< launches with an engine at once

/// Sizes are multiples of 8.
struct sm_options {
  std::uint64_t part_bytes = 128 * 1024;  ///< the warps share longer transfers, in parts of this
                                          ///< size
  std::uint64_t piece_bytes = 16 * 1024;  ///< what threads move of a transfer before they turn to
                                          ///< the warp's other ones
};

/// A launch with an engine. Its blocks find it by the grid's number.
struct sm_launch {
  std::uint64_t key;     ///< 0: free. Atomic
  std::uint64_t all;     ///< the final value of `out`. Written before the key
  std::uint64_t out;     ///< blocks that have left: engines << 32 | workers. Atomic
  std::uint64_t turn;    ///< see sm_turn. Atomic
  std::uint64_t ready;   ///< serving warps that have started. Atomic
  std::uint64_t agreed;  ///< serving warps that have raised `limit` for the last time. Atomic
  std::uint64_t limit;   ///< the engine delivers the tickets below, once all warps agreed. Atomic
};

/// What a launch's engine does with the ring. Decided once, for all its warps.
enum class sm_turn : std::uint64_t {
  undecided = 0,
  serves = 1,  ///< it owns the ring
  ends = 2,    ///< its workers have left, and another launch's engine has delivered everything
};

inline constexpr unsigned sm_shared_transfers = 16;  ///< at once

/// The long transfers that the engine's warps share. All words are atomics but `ticket`, which is
/// written before `claims` and not while parts are left.
struct sm_shared {
  alignas(cache_line) std::uint64_t open;     ///< a bit for each that has unclaimed parts. A hint
  std::uint64_t used;                         ///< a bit for each in use
  std::uint64_t claims[sm_shared_transfers];  ///< parts claimed << 32 | parts
  std::uint64_t ticket[sm_shared_transfers];  ///< its descriptor stays in the ticket's slot
  std::uint32_t done[sm_shared_transfers];    ///< parts moved
};

inline constexpr unsigned sm_most_warps = 64;  ///< that serve at once; a power of two

inline constexpr unsigned sm_channels = 8;  ///< of a warp

/// How far a channel is in its list: a piece_position. Of the channel's thread only.
struct sm_list_cursor {
  std::uint64_t index, within, batch;
};

/// The engine drains one ring, by the warps of one launch at a time: of W warps, warp w delivers
/// the tickets w, w + W, ...
struct sm_workspace {
  sm_options options;
  alignas(cache_line) std::uint64_t owner = 0;  ///< key of the launch that serves; 0: none. Atomic
  std::uint64_t served = 0;  ///< all tickets below are delivered, by earlier owners. Passed on
                             ///< through `owner`
  std::uint32_t ended = 0;   ///< warps of the owner that have delivered all they will. Atomic
  /// Of each serving warp: all of its tickets below this are delivered. The least is the ring's
  /// count of delivered descriptors. Between two owners all are `served`. Atomic
  alignas(cache_line) std::uint64_t delivered[sm_most_warps] = {};
  sm_shared shared = {};
  sm_list_cursor lists[sm_most_warps][sm_channels] = {};
  sm_launch launches[sm_launch_slots] = {};
};

}  // namespace ark::detail
