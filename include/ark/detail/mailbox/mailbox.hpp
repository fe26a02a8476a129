// A mailbox: slots that a producer fills with ordinary stores, and a channel of a copy engine that
// already waits for them.
//
// The channel's queue holds two entries per slot, and they never change: "wait until head has got
// to the slot's number plus one", and, fetched only after that, the slot. So nobody rings for a
// descriptor. What runs out is the arming: once per lap somebody gives the waits their next numbers
// and tells the channel how far it may read, long before the producer needs them.
#pragma once

#include <ark/detail/mailbox/encode.hpp>
#include <ark/detail/ring.hpp>
#include <cstdint>
#include <utility>

namespace ark::detail::ce {

struct mailbox_counters {
  padded_counter head;    ///< slots filled. The producer writes, the channel waits for it
  padded_counter done;    ///< slots carried out, in order. The channel writes
  padded_counter armed;   ///< slots the channel waits for or has had. The host writes
  padded_counter closed;  ///< errc of what ended the channel, or ok
};

/// What the host writes to make a channel look at its queue.
struct channel_registers {
  padded_counter put;       ///< entries below this index, modulo the queue, are valid
  padded_counter doorbell;  ///< the channel looks at `put` when this changes
};

/// What producer, host and channel share. Plain data; the memory belongs to somebody else.
struct mailbox_view {
  std::uint64_t* slots = nullptr;     ///< [capacity][slot_words]
  std::uint64_t* acquires = nullptr;  ///< [capacity][acquire_words]. The host's
  mailbox_counters* counters = nullptr;
  channel_registers* registers = nullptr;
  std::uint64_t mask = 0;           ///< capacity - 1
  std::uint64_t slots_address = 0;  ///< the channel's addresses of the same memory
  std::uint64_t done_address = 0;
};

/// The producer's and the host's operations on a view. Atomics: as the ring's, with system scope
/// where a real copy engine would read. Producer members: one thread at a time, and so the host's;
/// the two may differ.
template <class Atomics>
class basic_mailbox {
 public:
  ARK_HOST_DEVICE explicit basic_mailbox(const mailbox_view& view) : view_(view) {}

  // --- The producer ---

  /// True if the next slot may be filled. The acquire pairs with arm(): the channel's last reading
  /// of the slot comes before our writes.
  ARK_HOST_DEVICE bool has_slot() const { return head() < armed(); }

  /// Post `d`, which encode_refusal() has let pass, if a slot is armed: would_block if not.
  ARK_HOST_DEVICE push_result try_post(const descriptor& d, std::uint64_t heap) const {
    if (const errc code = closed(); code != errc::ok) return {code, 0};
    if (!has_slot()) return {errc::would_block, 0};
    const std::uint64_t ticket = head();
    publish(encode(d, heap, place(ticket)), ticket);
    return {errc::ok, ticket};
  }

  /// Post. `wait(ready)` is called only if no slot is armed: it waits until ready() is true, at
  /// most a deadline, and says how that ended. If not well, nothing is posted.
  template <class Wait>
  ARK_HOST_DEVICE push_result post(const descriptor& d, std::uint64_t heap, Wait&& wait) const {
    if (!has_slot() && closed() == errc::ok) {
      const errc code = wait([&] { return has_slot() || closed() != errc::ok; });
      if (code != errc::ok) return {code, 0};
    }
    return try_post(d, heap);
  }

  // --- The host ---

  /// Let the channel wait for the slots below `count`, at most done() + capacity() - 1: further on
  /// it would read numbers and slots that are still to be used in this lap. One slot stays out,
  /// since a queue whose ends meet is empty.
  void arm(std::uint64_t count) const {
    const std::uint64_t from = Atomics::load_relaxed(&counters().armed.value);
    if (count <= from) return;
    for (std::uint64_t ticket = from; ticket < count; ++ticket) {
      std::uint64_t* segment = view_.acquires + (ticket & view_.mask) * acquire_words;
      Atomics::store_relaxed(segment + acquire_payload_word, ticket + 1);
    }
    // Release: the channel, having seen `put`, reads the new numbers. With the old ones, long
    // reached, it would not wait at all and carry out what the slots held before.
    Atomics::store_release(&view_.registers->put.value, 2 * count & (2 * capacity() - 1));
    Atomics::store_release(&view_.registers->doorbell.value, count);
    Atomics::store_release(&counters().armed.value, count);
  }
  /// Arm all that may be.
  void rearm() const { arm(done() + capacity() - 1); }

  /// End the mailbox: every later post gets `code`. The first code stays.
  ARK_HOST_DEVICE void close(errc code) const {
    Atomics::compare_exchange(&counters().closed.value, std::uint64_t{0},
                              static_cast<std::uint64_t>(code));
  }

  // --- Anybody ---

  ARK_HOST_DEVICE errc closed() const {
    return static_cast<errc>(Atomics::load_relaxed(&counters().closed.value));
  }
  ARK_HOST_DEVICE std::uint64_t head() const {
    return Atomics::load_relaxed(&counters().head.value);
  }
  ARK_HOST_DEVICE std::uint64_t armed() const {
    return Atomics::load_acquire(&counters().armed.value);
  }
  /// What was posted below has been carried out, data and signals; the acquire pairs with the
  /// channel's flushed release.
  ARK_HOST_DEVICE std::uint64_t done() const {
    return Atomics::load_acquire(&counters().done.value);
  }
  ARK_HOST_DEVICE std::uint64_t capacity() const { return view_.mask + 1; }

 private:
  ARK_HOST_DEVICE mailbox_counters& counters() const { return *view_.counters; }
  ARK_HOST_DEVICE slot_place place(std::uint64_t ticket) const {
    return {view_.slots_address + (ticket & view_.mask) * sizeof(slot), view_.done_address, ticket};
  }

  /// The slot, then head with release: the channel, having waited for head, fetches the new slot
  /// and reads what the producer wrote before.
  ARK_HOST_DEVICE void publish(const slot& filled, std::uint64_t ticket) const {
    std::uint64_t* out = view_.slots + (ticket & view_.mask) * slot_words;
    for (unsigned i = 0; i < slot_written_words; ++i)
      Atomics::store_relaxed(out + i, filled.word[i]);
    Atomics::store_release(&counters().head.value, ticket + 1);
  }

  mailbox_view view_;
};

using mailbox = basic_mailbox<scoped_ring_atomics<scope::system>>;

}  // namespace ark::detail::ce
