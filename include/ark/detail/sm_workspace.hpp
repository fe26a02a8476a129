// What the SM engine of a PE keeps from launch to launch: plain data, zero at first, in memory that
// the PE's kernels share. docs/gpu-engines.md.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <ark/detail/device_state.hpp>
#include <cstdint>

namespace ark::detail {

inline constexpr unsigned sm_local_slots = 32;    ///< transfers a block has in hand for itself
inline constexpr unsigned sm_large_slots = 64;    ///< large ones of a ring, shared by all blocks
inline constexpr unsigned sm_window_words = 16;   ///< 64 tickets each may be open at once
inline constexpr unsigned sm_launch_slots = 128;  ///< launches with an engine at once
inline constexpr unsigned sm_most_rings = 64;

struct sm_options {
  std::uint64_t tiny_bytes = 64;           ///< up to this the scheduling thread moves it itself
  std::uint64_t large_bytes = 256 * 1024;  ///< longer ones are shared by all blocks in chunks
  std::uint64_t chunk_bytes = 64 * 1024;   ///< a multiple of 8: elements of a put_add stay whole
  std::uint32_t burst = 8;         ///< descriptors taken from a ring before the next one's turn
  std::uint32_t early_signal = 0;  ///< a fault for tests: signals go out before their data
};

/// Transfers that any of several warps may work on, a chunk at a time. Atomics but for
/// `descriptor`, which belongs to the poster until the slot is opened and to nobody from then on.
template <unsigned Slots>
struct sm_work_words {
  static_assert(Slots <= 64);
  std::uint64_t open;           ///< a bit per slot: it has chunks that nobody has claimed. A hint
  std::uint64_t finished;       ///< a bit per slot: all is delivered, its signal included
  std::uint64_t claims[Slots];  ///< chunks claimed << 32 | chunks
  std::uint32_t done[Slots];    ///< chunks delivered
  std::uint64_t descriptor[Slots][descriptor_words];
};

/// What the scheduler remembers of a slot in use. Its alone.
struct sm_slot {
  std::uint64_t ticket;
  std::uint32_t epoch;
  std::int32_t pe;
  std::uint32_t ring;
  std::uint32_t held;  ///< waits for an earlier epoch
};

/// One ring of the engine, as its consumer sees it.
struct sm_ring {
  alignas(cache_line) std::uint64_t owner;  ///< key of the launch that serves it, 0: nobody. Atomic
  // The owner's alone. Handed on by `owner`, when nothing is in flight.
  alignas(cache_line) std::uint64_t taken;
  std::uint64_t retired;
  std::uint64_t shown_tail, shown_done;
  std::uint64_t large_used;
  std::uint32_t epoch;
  std::uint32_t in_flight;  ///< slots in use
  std::uint32_t in_epoch;   ///< of them in this epoch
  std::uint32_t held;       ///< of them waiting for an earlier one
  std::uint64_t retire_words[sm_window_words];
  sm_slot large_slots[sm_large_slots];
  // Shared with the copying warps of every engine block of the PE.
  alignas(cache_line) sm_work_words<sm_large_slots> large;
};

/// A launch with an engine, known to all of its blocks by the grid's number.
struct sm_launch {
  std::uint64_t key;  ///< 0: free. Atomic
  std::uint64_t all;  ///< what `out` comes to. Written before the key
  std::uint64_t out;  ///< blocks that have left: engines << 32 | workers. Atomic
};

struct sm_workspace {
  sm_options options;
  sm_ring* rings = nullptr;  ///< [device_state::sm_ring_count]
  sm_launch launches[sm_launch_slots] = {};
};

}  // namespace ark::detail
