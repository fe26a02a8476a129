// What the producers and the consumer of a descriptor ring share: slots, counters, reply slots.
#pragma once

#include <ark/detail/descriptor.hpp>
#include <ark/detail/device_state.hpp>
#include <ark/detail/portability.hpp>
#include <bit>
#include <cstdint>

namespace ark::detail {

/// A counter on a line of its own.
struct alignas(cache_line) padded_counter {
  std::uint64_t value = 0;
};

struct ring_counters {
  padded_counter head;        ///< tickets taken. Producers
  padded_counter tail;        ///< slots free again. The consumer writes
  padded_counter done;        ///< delivered, in order. The consumer writes
  padded_counter tail_cache;  ///< a tail that some producer has seen. Producers
  padded_counter fenced;      ///< fences cover the tickets below. Producers
  padded_counter closed;      ///< errc of the producer that gave up, or ok
  padded_counter reusable;    ///< sources that may be written again, in order. The proxy writes
  padded_counter awaited;     ///< somebody waits for `done` to get this far. Producers
  padded_counter awaited_outside;  ///< the same, of waiters that may not post here. They
};

/// Where the consumer puts the answer to a slot's descriptor if it cannot reach the poster's stack.
/// The poster's from before its descriptor is published until take_reply(), longer than the slot
/// itself: the next lap's poster waits for it.
struct alignas(32) reply_slot {
  std::uint64_t value[reply_bytes / sizeof(std::uint64_t)] = {};  ///< the consumer, before `done`
  std::uint64_t taken = 0;  ///< 1 while it is a poster's. Posters only
};

/// What producers and the consumer share. Plain data; the memory belongs to somebody else.
struct ring_view {
  std::uint64_t* slots = nullptr;  ///< [capacity][descriptor_words], zero at first
  ring_counters* counters = nullptr;
  std::uint64_t mask = 0;  ///< capacity - 1
  std::uint32_t capacity_log2 = 0;
  std::uint32_t timed_mask = 0;        ///< see is_timed
  std::uint64_t* posted_ns = nullptr;  ///< [capacity] of a traced ring, else null
  reply_slot* reply_slots = nullptr;   ///< [capacity] of a ring that has them, else null

  /// True if a traced ring notes the times of `ticket`: of all if the mask is 0, else of the first
  /// ones and of a random one in timed_mask + 1.
  [[nodiscard]] ARK_HOST_DEVICE bool is_timed(std::uint64_t ticket) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
    constexpr std::uint64_t first_ones = 1024;
    return ticket < first_ones || ((ticket * odd >> 32) & timed_mask) == 0;
  }
};

/// A ring of `count` slots, a power of two and at least 2, in memory of zeros.
[[nodiscard]] inline ring_view ring_of(std::uint64_t* slots, ring_counters* counters,
                                       std::uint64_t count) {
  ring_view view;
  view.slots = slots;
  view.counters = counters;
  view.mask = count - 1;
  view.capacity_log2 = static_cast<std::uint32_t>(std::countr_zero(count));
  return view;
}

/// Where a ring stood, for a record.
struct ring_position {
  std::uint64_t head = 0, tail = 0, done = 0;
};

}  // namespace ark::detail
