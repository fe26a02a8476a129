// The memory that the producers and the consumer of a descriptor ring share: slots, counters, reply
// slots.
#pragma once

#include <ark/detail/platform/portability.hpp>
#include <ark/detail/platform/ptx.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

/// A counter on its own cache line.
struct alignas(cache_line) padded_counter {
  std::uint64_t value = 0;
};

struct ring_counters {
  padded_counter head;        ///< tickets taken. Written by producers
  padded_counter tail;        ///< slots that are free again. Written by the consumer
  padded_counter done;        ///< descriptors delivered, in order. Written by the consumer
  padded_counter tail_cache;  ///< a value of tail that a producer has read. Written by producers
  padded_counter closed;      ///< errc of the first close(), or ok
  padded_counter reusable;    ///< sources that may be written again, in order. Written by the proxy
  padded_counter awaited;     ///< a thread waits for `done` to reach this. Written by producers
  padded_counter awaited_outside;  ///< as `awaited`, from waiters that may not post here
};

struct reply_slot;  // ring_replies.hpp

/// A ring's memory, shared by its producers and its consumer. Plain data; does not own the memory.
struct ring_view {
  std::uint64_t* slots = nullptr;  ///< [capacity][descriptor_words], zero at first
  ring_counters* counters = nullptr;
  std::uint64_t mask = 0;              ///< capacity - 1
  std::uint32_t timed_mask = 0;        ///< see is_timed
  std::uint64_t* posted_ns = nullptr;  ///< [capacity] if the ring is traced, else null
  reply_slot* reply_slots = nullptr;   ///< [capacity] if the ring has them, else null

  /// The slot of `ticket`. Indices of 32 bits: a ring has at most 65,536 slots.
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t* slot(std::uint64_t ticket) const {
    const std::uint32_t index =
        static_cast<std::uint32_t>(ticket) & static_cast<std::uint32_t>(mask);
#if ARK_DEVICE_PASS
    return ptx_element<descriptor_words>(slots, index);
#else
    return slots + std::size_t{index} * descriptor_words;
#endif
  }
  /// The phase of the words of `ticket`. Lap 0 writes ones into a zeroed ring.
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t phase(std::uint64_t ticket) const {
    const std::uint32_t lap_bit = static_cast<std::uint32_t>(mask) + 1;
    return (static_cast<std::uint32_t>(ticket) & lap_bit) == 0 ? phase_bit : 0;
  }
  /// True if a traced ring records the times of `ticket`: all tickets if timed_mask is 0; otherwise
  /// the first 1024, and then a pseudo-random one of timed_mask + 1.
  [[nodiscard]] ARK_HOST_DEVICE bool is_timed(std::uint64_t ticket) const {
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
    constexpr std::uint64_t first_ones = 1024;
    return ticket < first_ones || ((ticket * odd >> 32) & timed_mask) == 0;
  }
};

/// A ring of `count` slots, a power of two and at least 2. The memory holds zeros.
[[nodiscard]] inline ring_view ring_of(std::uint64_t* slots, ring_counters* counters,
                                       std::uint64_t count) {
  ring_view view;
  view.slots = slots;
  view.counters = counters;
  view.mask = count - 1;
  return view;
}

/// The counters of a ring, for a failure record.
struct ring_position {
  std::uint64_t head = 0, tail = 0, done = 0;
};

}  // namespace ark::detail
