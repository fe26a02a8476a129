// The reply slots of a descriptor ring: answers for posters whose memory the consumer cannot reach.
#pragma once

#include <ark/detail/failure/wait_info.hpp>
#include <ark/detail/queue/ring_view.hpp>
#include <ark/errc.hpp>
#include <cstdint>
#include <cstring>

namespace ark::detail {

/// The consumer writes the answer to a slot's descriptor here if it cannot reach the poster's
/// stack. The reply slot belongs to the poster until take(). That is longer than it owns the slot
/// itself, so the poster of the next lap waits for the reply slot too.
struct alignas(32) reply_slot {
  std::uint64_t value[reply_bytes / sizeof(std::uint64_t)] = {};  ///< the consumer, before `done`
  std::uint64_t taken = 0;  ///< 1, by the consumer, until the poster has read the value
};

/// The operations on them, by the ticket of a descriptor with the flag wants_reply.
template <class Atomics>
class basic_replies {
 public:
  ARK_HOST_DEVICE basic_replies(const ring_view& view, Atomics atomics)
      : slots_(view.reply_slots), mask_(view.mask), atomics_(atomics) {}

  /// False: the ring has none.
  [[nodiscard]] ARK_HOST_DEVICE bool exist() const { return slots_ != nullptr; }
  /// The consumer writes the answer before publish_done(ticket + 1).
  [[nodiscard]] ARK_HOST_DEVICE reply_slot& of(std::uint64_t ticket) const {
    return slots_[ticket & mask_];
  }

  /// The consumer: the reply slot of `ticket` is its poster's until take(). Before
  /// publish_tail(ticket + 1): its release is acquired by the poster of the next lap. Not by the
  /// poster: on a GPU a store of its own would need a fence before the descriptor.
  ARK_HOST_DEVICE void give(std::uint64_t ticket) const {
    atomics_.store_relaxed(&of(ticket).taken, std::uint64_t{1});
  }

  /// The poster: read the answer to `ticket`, of `bytes`, and free the reply slot for the next lap.
  /// Called once, after done() > ticket has been seen: that acquire makes the answer visible.
  ARK_HOST_DEVICE void take(std::uint64_t ticket, void* into, std::uint64_t bytes) const {
    reply_slot& mine = of(ticket);
    std::uint64_t value[reply_bytes / sizeof(std::uint64_t)];
    // Not plain loads: a cache between a GPU and host memory may hold the last lap's value.
    for (unsigned i = 0; i * sizeof(std::uint64_t) < reply_bytes; ++i)
      value[i] = atomics_.load_relaxed(&mine.value[i]);
    std::memcpy(into, value, bytes);
    atomics_.store_release(&mine.taken, std::uint64_t{0});  // pairs with wait_for()
  }

  /// The poster, before it writes its descriptor. Ok: the posters of earlier laps have read their
  /// answers. Acquires the release in take(): their reads happen before this poster publishes, and
  /// so before the next answer is written. The wait for `tail` has shown the consumer's give() for
  /// them, and no poster of a later lap gets here before this one publishes. A poster that leaves
  /// without its answer never frees its reply slot: the PE has then failed, which ends every wait.
  template <class Wait>
  ARK_HOST_DEVICE errc wait_for(std::uint64_t ticket, Wait&& wait) const {
    return wait(&of(ticket).taken, cmp_kind::eq, 0).code;
  }

 private:
  reply_slot* slots_;
  std::uint64_t mask_;
  [[no_unique_address]] Atomics atomics_;
};

}  // namespace ark::detail
