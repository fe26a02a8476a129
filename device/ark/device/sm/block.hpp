// State that the threads of one engine block share, in its shared memory.
#pragma once

#include <ark/detail/ring_view.hpp>
#include <ark/device/sm/table.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ark::device::sm {

inline constexpr unsigned most_warps = 32;

/// A chunk that a team has claimed, passed from its leader to its threads.
struct work_item {
  chunk what;
  std::uint32_t large;  ///< 1: from the large table of `ring`; 0: from the block's own
  std::uint32_t ring;
};

/// detail::sm_options, for shared memory.
struct block_options {
  std::uint64_t tiny_bytes, large_bytes, chunk_bytes;
  std::uint32_t burst, early_signal;
};

/// A ring as the block's scheduler serves it, from take_over() to hand_on(). In shared memory: the
/// scheduler's acquires empty the SM's cache for it.
struct served_ring {
  std::uint64_t taken, retired;
  std::uint64_t shown_tail, shown_done;
  std::uint64_t large_used;  ///< slots for large transfers in use
  std::uint32_t epoch;
  std::uint32_t ordered;    ///< all of the epochs before this one is delivered, and a fence made
  std::uint32_t in_flight;  ///< slots in use
  std::uint32_t in_epoch;   ///< slots in use of this epoch
  std::uint32_t held;       ///< slots in use that wait for an earlier epoch
  std::uint32_t early;      ///< tickets that have ended before an earlier one
  alignas(detail::ring_view) std::byte kept[sizeof(detail::ring_view)];

  ARK_HOST_DEVICE void keep(const detail::ring_view& view) {
    std::memcpy(kept, &view, sizeof view);
  }
  [[nodiscard]] ARK_HOST_DEVICE const detail::ring_view& view() const {
    return *reinterpret_cast<const detail::ring_view*>(kept);
  }
};

/// Neither zeroed nor constructed: prepare() has to run first, and a barrier after it.
struct block_words {
  std::uint32_t stop;  ///< not 0: the copying teams stop. Atomic
  block_options options;
  std::uint64_t local_used;  ///< slots in use. Scheduler only, as the next three
  served_ring rings[detail::sm_most_rings];
  detail::sm_slot local_slots[detail::sm_local_slots];
  std::uint64_t limits[detail::sm_most_rings];  ///< heads of the rings at last_call()
  detail::sm_work_words<detail::sm_local_slots> local;
  work_item items[most_warps];  ///< one for each team
};

ARK_HOST_DEVICE inline void prepare(block_words& block, const detail::sm_options& options) {
  detail::store_relaxed<detail::scope::block>(&block.stop, 0);
  detail::store_relaxed<detail::scope::block>(&block.local.open, 0);
  detail::store_relaxed<detail::scope::block>(&block.local.finished, 0);
  block.local_used = 0;
  block.options = {options.tiny_bytes, options.large_bytes, options.chunk_bytes, options.burst,
                   options.early_signal};
}

}  // namespace ark::device::sm
