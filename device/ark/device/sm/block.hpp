// State that the threads of one engine block share, in its shared memory.
#pragma once

#include <ark/device/sm/table.hpp>
#include <cstdint>

namespace ark::device::sm {

inline constexpr unsigned most_warps = 32;

/// A chunk that a team has claimed, passed from its leader to its threads.
struct work_item {
  chunk what;
  std::uint32_t large;  ///< 1: from the large table of `ring`; 0: from the block's own
  std::uint32_t ring;
};

/// Neither zeroed nor constructed: prepare() has to run first, and a barrier after it.
struct block_words {
  std::uint32_t stop;        ///< not 0: the copying teams stop. Atomic
  std::uint64_t local_used;  ///< slots in use. Scheduler only, as the next two
  detail::sm_slot local_slots[detail::sm_local_slots];
  std::uint64_t limits[detail::sm_most_rings];  ///< heads of the rings at last_call()
  detail::sm_work_words<detail::sm_local_slots> local;
  work_item items[most_warps];  ///< one for each team
};

ARK_HOST_DEVICE inline void prepare(block_words& block) {
  detail::store_relaxed<detail::scope::block>(&block.stop, 0);
  detail::store_relaxed<detail::scope::block>(&block.local.open, 0);
  detail::store_relaxed<detail::scope::block>(&block.local.finished, 0);
  block.local_used = 0;
}

}  // namespace ark::device::sm
