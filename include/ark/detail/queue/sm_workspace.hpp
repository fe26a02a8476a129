// State that the SM engine of a PE keeps between launches: plain data, initially zero, in memory
// that the PE's kernels share. docs/gpu-engines.md.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstdint>

namespace ark::detail {

inline constexpr unsigned sm_local_slots = 32;   ///< a block's own open transfers
inline constexpr unsigned sm_large_slots = 64;   ///< a ring's open large transfers
inline constexpr unsigned sm_window_words = 16;  ///< each holds 64 tickets that may be open at once
inline constexpr unsigned sm_launch_slots = 128;  ///< launches with an engine at once
inline constexpr unsigned sm_most_rings = 16;     ///< maximum per block, whose shared memory has
                                                  ///< their state

/// The number of rings of an SM engine, if each engine of the PE is to have `rings`.
constexpr unsigned sm_rings_of(unsigned rings) {
  return rings < sm_most_rings ? rings : sm_most_rings;
}

struct sm_options {
  std::uint64_t tiny_bytes = 64;  ///< up to this size the scheduling thread moves the data itself
  std::uint64_t large_bytes = 256 * 1024;  ///< longer transfers are shared by all blocks in chunks
  std::uint64_t chunk_bytes = 64 * 1024;   ///< a power of two from 8 on
  std::uint32_t burst = 8;  ///< descriptors taken from a ring before the next ring is served
};

/// Transfers that several warps share, a chunk at a time. All words are atomics except
/// `descriptor`: the poster writes it before it opens the slot, and no thread writes it while the
/// slot is in use.
template <unsigned Slots>
struct sm_work_state {
  static_assert(Slots <= 64);
  std::uint64_t open;           ///< a bit per slot: it has unclaimed chunks. A hint
  std::uint64_t finished;       ///< a bit per slot: it is delivered, signal included
  std::uint64_t claims[Slots];  ///< chunks claimed << 32 | chunks
  std::uint32_t done[Slots];    ///< chunks delivered
  std::uint64_t descriptor[Slots][descriptor_words];
};

/// The scheduler's record of a used slot. Scheduler only.
struct sm_slot {
  std::uint64_t ticket;
  std::uint32_t ring;
};

/// One ring of the engine, as its consumer sees it.
struct sm_ring {
  alignas(cache_line) std::uint64_t owner;  ///< key of the launch that serves it; 0: none. Atomic
  // Used by the owner only. Passed on through `owner`, when nothing is in flight.
  alignas(cache_line) std::uint64_t retire_bits[sm_window_words];
  sm_slot large_slots[sm_large_slots];
  // Shared with the copying warps of every engine block of the PE.
  alignas(cache_line) sm_work_state<sm_large_slots> large;
};

/// A launch with an engine. Its blocks find it by the grid's number.
struct sm_launch {
  std::uint64_t key;  ///< 0: free. Atomic
  std::uint64_t all;  ///< the final value of `out`. Written before the key
  std::uint64_t out;  ///< blocks that have left: engines << 32 | workers. Atomic
};

struct sm_workspace {
  sm_options options;
  sm_ring* rings = nullptr;  ///< [device_state::sm_ring_count]
  sm_launch launches[sm_launch_slots] = {};
};

}  // namespace ark::detail
