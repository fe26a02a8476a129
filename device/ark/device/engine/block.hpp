// State that the threads of one engine block share, in its shared memory.
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/detail/transfer/descriptor_check.hpp>
#include <ark/device/engine/copy_team.hpp>
#include <ark/device/engine/table.hpp>
#include <ark/device/state/context.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ark::device::sm {

inline constexpr unsigned most_warps = 32;

/// A chunk that a team has claimed, passed from its leader to its threads.
struct work_item {
  chunk what;
  std::uint32_t large;  ///< 1: in the large table of `ring`; 0: in the block's own table
  std::uint32_t ring;
};

/// State that a copying team keeps between chunks.
struct copier_state {
  work_item item;
  std::uint32_t slot_turn, ring_turn;  ///< where the next claim starts
  idle_rounds idle;
  staging through;
};

// State of the engine's loops between rounds. In shared memory, because in registers it would
// decide how many each thread of the kernel takes.

struct server_state {
  detail::sm_launch* launch;
  std::uint64_t seen;  ///< sum of the launch's progress counters at the last deadline
  std::uint32_t timeouts, rounds;
  idle_rounds idle;
};
struct scheduler_state {
  std::uint64_t key;   ///< key of the launch; marks the rings that this block serves
  std::uint64_t held;  ///< rings that this block serves, one bit each
  std::uint32_t first, step;
  std::uint32_t draining;     ///< not 0 after begin_drain()
  std::uint32_t next, ready;  ///< in the batch: the next one to start, and the total
  detail::descriptor_fault faults[warp_scope::width];                            ///< of the batch
  alignas(64) std::uint64_t words[warp_scope::width][detail::descriptor_words];  ///< of the batch

  [[nodiscard]] ARK_HOST_DEVICE const detail::descriptor& descriptor_of(unsigned rank) const {
    return *reinterpret_cast<const detail::descriptor*>(words[rank]);
  }
};

/// Minimum part: a shorter one takes a team longer to claim and finish than to move.
inline constexpr std::uint64_t least_part_bytes = 8192;

/// Copy of detail::sm_options in shared memory.
struct block_options {
  std::uint64_t tiny_bytes, large_bytes;
  std::uint32_t chunk_log2, burst;
  std::uint32_t parts_log2;  ///< maximum parts of a transfer in the block's own table

  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t chunk_bytes() const {
    return std::uint64_t{1} << chunk_log2;
  }
  /// Number of parts, a power of two, into which the block's teams divide a transfer of its own
  /// table.
  [[nodiscard]] ARK_HOST_DEVICE std::uint32_t parts_of(std::uint64_t bytes) const {
    const auto whole = static_cast<std::uint32_t>(bytes / least_part_bytes);
    if (whole < 2) return 1;
    const std::uint32_t log2 = highest_bit(whole);
    return 1u << (log2 < parts_log2 ? log2 : parts_log2);
  }
  /// Size of each part but the last: whole cache lines.
  [[nodiscard]] ARK_HOST_DEVICE static std::uint64_t part_bytes(std::uint64_t bytes,
                                                                std::uint32_t parts) {
    return (((bytes - 1) >> lowest_bit(parts)) + 128) / 128 * 128;
  }
};

/// A ring that the block's scheduler owns, from acquire() to release(). In shared memory: the
/// scheduler's acquire loads invalidate the SM's L1 cache.
struct served_ring {
  std::uint64_t taken, retired;
  std::uint64_t batch_limit;  ///< maximum number of descriptors to take in this round
  std::uint64_t shown_tail, shown_done;
  std::uint64_t large_used;    ///< slots for large transfers in use
  std::uint32_t in_flight;     ///< slots in use
  std::uint32_t out_of_order;  ///< tickets that ended before an earlier one
  alignas(detail::ring_view) std::byte kept[sizeof(detail::ring_view)];

  ARK_HOST_DEVICE void keep(const detail::ring_view& view) {
    std::memcpy(kept, &view, sizeof view);
  }
  [[nodiscard]] ARK_HOST_DEVICE const detail::ring_view& view() const {
    return *reinterpret_cast<const detail::ring_view*>(kept);
  }
};

/// Neither zeroed nor constructed: prepare() has to run first, and a barrier after it.
struct block_state {
  std::uint32_t stop;  ///< not 0: the copying teams stop. Atomic
  block_options options;
  server_state serving;  ///< scheduling thread only, also the members up to `limits`
  scheduler_state scheduling;
  std::uint64_t local_used;  ///< slots in use
  served_ring rings[detail::sm_most_rings];
  detail::sm_slot local_slots[detail::sm_local_slots];
  std::uint64_t limits[detail::sm_most_rings];  ///< heads of the rings at begin_drain()
  detail::sm_work_state<detail::sm_local_slots> local;
  copier_state copiers[most_warps];  ///< one for each team
};

/// `teams`: number of copying teams.
ARK_HOST_DEVICE inline void prepare(block_state& block, const detail::sm_options& options,
                                    unsigned teams) {
  detail::store_relaxed<detail::scope::block>(&block.stop, 0);
  detail::store_relaxed<detail::scope::block>(&block.local.open, 0);
  detail::store_relaxed<detail::scope::block>(&block.local.finished, 0);
  ARK_NO_UNROLL
  for (std::uint64_t& claims : block.local.claims)
    detail::store_relaxed<detail::scope::block>(&claims, 0);
  block.local_used = 0;
  block.options = {options.tiny_bytes, options.large_bytes, lowest_bit(options.chunk_bytes),
                   options.burst, highest_bit(teams)};
}

/// Record a descriptor that the engine rejects. `kind`: names its ring, or none.
ARK_HOST_DEVICE inline void descriptor_failed(detail::device_state& state,
                                              detail::failure_kind kind,
                                              const detail::descriptor& d,
                                              detail::descriptor_fault why) {
  fail(state, kind, d.pe(), detail::remote_offset(d), d.bytes(), detail::fault_seen(why, d));
}
ARK_HOST_DEVICE constexpr detail::failure_kind descriptor_failure(errc code) {
  return {code, detail::op_kind::ring_push, detail::failure_reason::descriptor};
}

}  // namespace ark::device::sm
