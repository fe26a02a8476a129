// The descriptor ring: many producers, one consumer, a power of two of slots. docs/wire-format.md
// has the proof sketch.
//
// A producer takes a ticket with one fetch-and-add, waits until the slot of that number is free,
// and writes the descriptor with the phase of its lap in every word. The consumer reads only the
// slot of its next ticket and clears none: the next lap's phase makes it stale. The consumer
// publishes tail (slots free again) and done (descriptors delivered, in order).
//
// The ring of the SM engine has several consumers, which share the tickets (sm_workspace). They
// read only the slots of their own tickets, and publish tail and done together.
#pragma once

#include <ark/detail/failure/wait_info.hpp>
#include <ark/detail/platform/clock.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/queue/ring_atomics.hpp>
#include <ark/detail/queue/ring_replies.hpp>
#include <ark/detail/queue/ring_view.hpp>
#include <ark/errc.hpp>
#include <cstdint>

namespace ark::detail {

/// A position in a ring, returned by take(). If has_slot is not 0, the caller owns the slot;
/// otherwise it has to call await_slot().
struct taken_ticket {
  std::uint64_t number = 0;
  std::uint32_t has_slot = 0;
};
/// Result of a post: the number of its descriptor. code is not ok if the ring was closed or if the
/// wait for the slot failed.
struct ticket {
  std::uint64_t number = 0;
  errc code = errc::ok;
};

/// Producer and consumer operations on a view. Atomics: see ring_atomics; tests supply their own.
/// Producers: any thread. Consumer members: one thread at a time.
template <class Atomics>
class basic_ring {
 public:
  ARK_HOST_DEVICE explicit basic_ring(const ring_view& view, Atomics atomics = {})
      : view_(view), atomics_(atomics) {}

  // --- Producers ---

  /// Take the next ticket and test whether its slot is free. `WantsReply`: the descriptor has the
  /// flag wants_reply. There is then no slot yet, because the reply slot always needs a wait.
  template <bool WantsReply>
  ARK_HOST_DEVICE taken_ticket take() const {
    ring_counters& ours = counters();
#if ARK_DEVICE_PASS
    // All three accesses overlap, and the fence does not wait for their results: one after another
    // they would take a GPU longer than the other steps of a post together. A closed ring then
    // gives tickets that are never filled; the PE has failed, so every wait for them ends. The load
    // of `tail` needs no acquire: the consumer has the words of the last lap in registers when it
    // publishes it, and the words of this lap are stored after the branch on its value.
    const std::uint64_t tail = atomics_.load_relaxed(&ours.tail_cache.value);
    const auto closed = static_cast<std::uint32_t>(atomics_.load_relaxed(&ours.closed.value));
    const std::uint64_t number = atomics_.fetch_add_relaxed(&ours.head.value, std::uint64_t{1});
    atomics_.before_words();
    const bool is_open = closed == 0;
#else
    const bool is_open = static_cast<std::uint32_t>(atomics_.load_relaxed(&ours.closed.value)) == 0;
    // A closed ring gives no ticket.
    const std::uint64_t number =
        atomics_.fetch_add_relaxed(&ours.head.value, std::uint64_t{is_open});
    const std::uint64_t tail = atomics_.load_acquire(&ours.tail_cache.value);
#endif
    // Does not read the consumer's line: most posts need no newer tail.
    const bool is_free = number - tail <= view_.mask;
    return {number, !WantsReply && is_free && is_open};
  }
  /// Wait for the slot of a ticket and, if the descriptor has the flag wants_reply, for its reply
  /// slot. If the result is not ok, the ring is closed, or the slot will never be filled and the
  /// caller has to close() the ring with that code.
  ///
  /// wait(word, cmp, value): waits until `word`, loaded with acquire, compares with `value`, a
  /// deadline has passed, or the PE has failed, which precedes the closing of a ring. Returns a
  /// word_seen.
  template <bool WantsReply, class Wait>
  ARK_HOST_DEVICE errc await_slot(std::uint64_t number, Wait&& wait) const {
    ring_counters& ours = counters();
    const std::uint64_t mask = view_.mask;
    auto code = static_cast<errc>(atomics_.load_relaxed(&ours.closed.value));
    const std::uint64_t now = atomics_.load_acquire(&ours.tail.value);
    // Later producers then need not load the consumer's line. Pairs with the acquire in take().
    atomics_.store_release(&ours.tail_cache.value, now);
    if (code == errc::ok && number - now > mask) {
      code = wait(&ours.tail.value, cmp_kind::ge, number - mask).code;
    }
    if constexpr (WantsReply) {
      if (code == errc::ok) code = replies().wait_for(number, wait);
    }
    return code;
  }
  /// Write the slot of a ticket, in pairs of words, the first pair last and with release. Pairs
  /// with the acquire in peek(): a consumer that sees the phase of word 0 sees words 2 to 7 and all
  /// that the producer wrote before. Word 1 may become visible later, as its own phase shows.
  ARK_HOST_DEVICE void fill(std::uint64_t number, const descriptor& posted,
                            bool with_checksum = true) const {
#if !ARK_DEVICE_PASS
    // The release below publishes the time with the words. The entry is reused when the slot is.
    if (view_.posted_ns != nullptr && view_.is_timed(number)) [[unlikely]]
      view_.posted_ns[number & view_.mask] = clock_ns();
    atomics_.before_words();  // on a GPU take() has made this fence
#endif
    descriptor d = posted;
    d.set(field::ticket, number);
    if (with_checksum) d.set(field::checksum, descriptor_checksum(d));
    const std::uint64_t phase = view_.phase(number);
    const auto phased = [&](unsigned i) { return (d.word[i] & ~phase_bit) | phase; };
    std::uint64_t* words = view_.slot(number);
    atomics_.store_pair_relaxed(words + 6, phased(6), phased(7));
    atomics_.store_pair_relaxed(words + 4, phased(4), phased(5));
    atomics_.store_pair_relaxed(words + 2, phased(2), phased(3));
    atomics_.store_pair_release(words, phased(0), phased(1));
  }

  /// The reply slots, for descriptors with the flag wants_reply. The ring may have none.
  [[nodiscard]] ARK_HOST_DEVICE basic_replies<Atomics> replies() const {
    return basic_replies<Atomics>(view_, atomics_);
  }

  /// Close the ring: every later post and every wait on it returns `code`. The first code stays.
  ARK_HOST_DEVICE void close(errc code) const {
    atomics_.compare_exchange(&counters().closed.value, std::uint64_t{0},
                              static_cast<std::uint64_t>(code));
  }
  ARK_HOST_DEVICE errc closed() const {
    return static_cast<errc>(atomics_.load_relaxed(&counters().closed.value));
  }

  /// Record that a thread waits for `done` to reach `count`. A monotonic hint: the consumer then
  /// requests acknowledgements that would otherwise arrive with later traffic. `from_outside`: the
  /// host, on the ring of its GPU's kernels, to which it does not post. Such a waiter uses a
  /// separate word, because read-modify-writes of CPU and GPU on one word need not be atomic with
  /// respect to each other.
  ARK_HOST_DEVICE void await_mark(std::uint64_t count, bool from_outside = false) const {
    std::uint64_t* word = &(from_outside ? counters().awaited_outside : counters().awaited).value;
    std::uint64_t seen = atomics_.load_relaxed(word);
    while (seen < count) {
      const std::uint64_t now = atomics_.compare_exchange(word, seen, count);
      if (now == seen) return;
      seen = now;
    }
  }
  ARK_HOST_DEVICE std::uint64_t awaited() const {
    const std::uint64_t inside = atomics_.load_relaxed(&counters().awaited.value);
    const std::uint64_t outside = atomics_.load_relaxed(&counters().awaited_outside.value);
    return inside > outside ? inside : outside;
  }

  // --- Counters: any thread ---

  ARK_HOST_DEVICE std::uint64_t head() const {
    return atomics_.load_relaxed(&counters().head.value);
  }
  ARK_HOST_DEVICE std::uint64_t tail() const {
    return atomics_.load_acquire(&counters().tail.value);
  }
  ARK_HOST_DEVICE std::uint64_t done() const {
    return atomics_.load_acquire(&counters().done.value);
  }
  ARK_HOST_DEVICE const std::uint64_t* done_word() const { return &counters().done.value; }
  /// The sources of all tickets below this word have been read. Published by the proxy only, which
  /// reads a source long before its data is delivered: never less than done() there, 0 on other
  /// rings.
  ARK_HOST_DEVICE const std::uint64_t* reusable_word() const { return &counters().reusable.value; }

  // --- The consumer ---

  /// Read the descriptor of `ticket` if it is in its slot. Acquire: everything its producer wrote
  /// before the post is visible.
  ARK_HOST_DEVICE bool peek(std::uint64_t ticket, descriptor& out) const {
    const std::uint64_t* slot = view_.slot(ticket);
    const std::uint64_t phase = view_.phase(ticket);
#if ARK_DEVICE_PASS
    // All words are loaded at once, and acquired only when the descriptor is complete: an acquire
    // in each poll would invalidate the SM's cache, which holds data of the threads beside the
    // poller.
    const auto differ = [&](unsigned i) {
      atomics_.load_pair_relaxed(slot + i, out.word[i], out.word[i + 1]);
      return (out.word[i] ^ phase) | (out.word[i + 1] ^ phase);
    };
    const std::uint64_t any = differ(0) | differ(2) | differ(4) | differ(6);
    if ((any & phase_bit) != 0) return false;
    atomics_.fence_acquire();  // pairs with before_words()
    return true;
#else
    out.word[0] = atomics_.load_acquire(slot);  // pairs with the release in fill()
    if ((out.word[0] & phase_bit) != phase) return false;
    // Unrolled by hand: a CPU's compiler would keep the loop.
    const auto differs = [&](unsigned i) {
      return (out.word[i] = atomics_.load_relaxed(slot + i)) ^ phase;
    };
    const std::uint64_t any =
        differs(1) | differs(2) | differs(3) | differs(4) | differs(5) | differs(6) | differs(7);
    return (any & phase_bit) == 0;
#endif
  }

  /// Publish that the slots of all tickets below `count` may be written again; pairs with the
  /// acquires in await_slot().
  ARK_HOST_DEVICE void publish_tail(std::uint64_t count) const {
    atomics_.store_release(&counters().tail.value, count);
  }
  /// Publish that all tickets below `count` are delivered; pairs with done().
  ARK_HOST_DEVICE void publish_done(std::uint64_t count) const {
    atomics_.store_release(&counters().done.value, count);
  }
  /// One of several consumers: publish that all tickets below `count` are delivered, and their
  /// slots free, unless another one has published more. On a GPU behind a release fence.
  ARK_HOST_DEVICE void raise_delivered(std::uint64_t count) const {
    atomics_.raise(&counters().tail.value, count);
    atomics_.raise(&counters().done.value, count);
  }
  /// Publish that the sources of all tickets below `count` have been read; pairs with the acquire
  /// of reusable_word().
  ARK_HOST_DEVICE void publish_reusable(std::uint64_t count) const {
    atomics_.store_release(&counters().reusable.value, count);
  }

 private:
  ARK_HOST_DEVICE ring_counters& counters() const { return *view_.counters; }

#if ARK_DEVICE_PASS
  const ring_view& view_;  // by reference: a copy in registers costs more than a load
#else
  ring_view view_;
#endif
  [[no_unique_address]] Atomics atomics_;
};

using ring = basic_ring<ring_atomics>;
/// A ring that the host proxy drains.
using host_ring = basic_ring<scoped_ring_atomics<scope::system>>;
/// Any ring, as posters and waiters access it. On a CPU one kind of access serves all rings.
#if ARK_DEVICE_PASS
using poster_ring = basic_ring<poster_ring_atomics>;
#else
using poster_ring = ring;
#endif

}  // namespace ark::detail
