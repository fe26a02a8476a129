// The reply slots of a descriptor ring: replies for posters whose memory the consumer cannot
// access.
#pragma once

#include <ark/detail/failure/wait_info.hpp>
#include <ark/detail/queue/ring_view.hpp>
#include <ark/errc.hpp>
#include <cstdint>
#include <cstring>

namespace ark::detail {

/// Receives the reply to a slot's descriptor if the consumer cannot access the poster's stack. The
/// reply slot belongs to the poster until take(), longer than the slot itself, so the poster of the
/// next lap waits for the reply slot too.
struct alignas(32) reply_slot {
  /// Written by the consumer before `done`.
  std::uint64_t value[reply_bytes / sizeof(std::uint64_t)] = {};
  std::uint64_t taken = 0;  ///< set to 1 by the consumer, until the poster has read the value
};

/// Operations on reply slots, by the ticket of a descriptor with the flag wants_reply.
template <class Atomics>
class basic_replies {
 public:
  ARK_HOST_DEVICE basic_replies(const ring_view& view, Atomics atomics)
      : slots_(view.reply_slots), mask_(view.mask), atomics_(atomics) {}

  /// False if the ring has no reply slots.
  [[nodiscard]] ARK_HOST_DEVICE bool exist() const { return slots_ != nullptr; }
  /// The reply slot of `ticket`; the consumer writes it before publish_done(ticket + 1).
  [[nodiscard]] ARK_HOST_DEVICE reply_slot& of(std::uint64_t ticket) const {
    return slots_[ticket & mask_];
  }

  /// Consumer: give the reply slot of `ticket` to its poster until take(). Called before
  /// publish_tail(ticket + 1), whose release the poster of the next lap acquires. The poster does
  /// not do this itself: on a GPU its store would need a fence before the descriptor.
  ARK_HOST_DEVICE void give(std::uint64_t ticket) const {
    atomics_.store_relaxed(&of(ticket).taken, std::uint64_t{1});
  }

  /// Poster: read the reply to `ticket`, of `bytes`, and free the reply slot for the next lap.
  /// Called once, after done() > ticket has been read: that acquire makes the reply visible.
  ARK_HOST_DEVICE void take(std::uint64_t ticket, void* into, std::uint64_t bytes) const {
    reply_slot& mine = of(ticket);
    std::uint64_t value[reply_bytes / sizeof(std::uint64_t)];
    // Atomic loads: a cache between a GPU and host memory may hold the last lap's value.
    for (unsigned i = 0; i * sizeof(std::uint64_t) < reply_bytes; ++i)
      value[i] = atomics_.load_relaxed(&mine.value[i]);
    std::memcpy(into, value, bytes);
    atomics_.store_release(&mine.taken, std::uint64_t{0});  // pairs with wait_for()
  }

  /// Poster, before it writes its descriptor: wait until the posters of earlier laps have read
  /// their replies. Acquires the release in take(): their reads happen before this poster
  /// publishes, and so before the next reply is written. The wait for `tail` has shown the
  /// consumer's give() for them, and no poster of a later lap gets here before this one publishes.
  /// A poster that returns without its reply never frees its reply slot: the PE has then failed,
  /// which ends every wait.
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
