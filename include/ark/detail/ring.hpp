// The descriptor ring: many producers, one consumer, a power of two of slots. docs/wire-format.md
// has the proof sketch.
//
// A producer takes a ticket with one fetch-and-add, waits until the slot of that number is free,
// and writes the descriptor with the phase of its lap in every word. The consumer looks at one slot
// only, the next, and never clears it: the next lap's phase makes it stale. Two counters go the
// other way: tail (slots free again) and done (descriptors delivered, in order).
#pragma once

#include <ark/detail/clock.hpp>
#include <ark/detail/descriptor.hpp>
#include <ark/detail/ring_atomics.hpp>
#include <ark/detail/ring_view.hpp>
#include <ark/detail/wait_info.hpp>
#include <ark/errc.hpp>
#include <cstdint>
#include <cstring>

namespace ark::detail {

/// A number of a ring, whose slot belongs to who has taken it. code is not ok if there is none, or
/// if it came to nothing.
struct ticket {
  std::uint64_t number = 0;
  errc code = errc::ok;
  bool has_slot = false;  ///< it need not be waited for
};

/// Producer and consumer operations on a view. Atomics: see ring_atomics; tests bring their own.
/// Producers: any thread. Consumer members: one thread at a time.
template <class Atomics>
class basic_ring {
 public:
  ARK_HOST_DEVICE explicit basic_ring(const ring_view& view, Atomics atomics = {})
      : view_(view), atomics_(atomics) {}

  // --- Producers ---

  /// The next ticket, and whether its slot is free. `WantsReply`: the descriptor wants a reply, and
  /// its reply slot is always waited for.
  template <bool WantsReply>
  ARK_HOST_DEVICE ticket take() const {
    if (const errc code = closed(); code != errc::ok) return {0, code};
    const std::uint64_t number =
        atomics_.fetch_add_relaxed(&counters().head.value, std::uint64_t{1});
    return {number, errc::ok, !WantsReply && slot_is_free(number)};
  }
  /// Wait for the slot of a ticket and for the reply slot beside it, if the descriptor wants a
  /// reply. Not ok: nobody will fill the slot, and the caller has to close() the ring with that
  /// code.
  ///
  /// wait(word, cmp, value): waits until `word`, loaded with acquire, compares, at most until a
  /// deadline or until the ring is closed. Returns a word_seen.
  template <bool WantsReply, class Wait>
  ARK_HOST_DEVICE errc await_slot(std::uint64_t number, Wait&& wait) const {
    errc code = wait_for_slot(number, wait);
    if (WantsReply && code == errc::ok) code = wait_for_reply_slot(number, wait);
    if (WantsReply && code == errc::ok)
      atomics_.store_relaxed(&reply_slot_of(number).taken, std::uint64_t{1});
    return code;
  }
  /// Write the slot of a ticket, in pairs of words. The first pair last, with release: whoever sees
  /// the phase of word 0 sees words 2 to 7, and what the producer wrote before. Word 1 may come
  /// after it; its own phase says whether it is there.
  ARK_HOST_DEVICE void fill(std::uint64_t number, const descriptor& posted) const {
#if !ARK_DEVICE_PASS
    // The release below hands the time over with the words; the slot's turns are its turns.
    if (view_.posted_ns != nullptr && view_.is_timed(number)) [[unlikely]]
      view_.posted_ns[number & view_.mask] = clock_ns();
#endif
    descriptor d = posted;
    d.set(field::ticket, number);
    d.set(field::checksum, descriptor_checksum(d));
    const std::uint64_t phase = phase_of(number);
    const auto phased = [&](unsigned i) { return (d.word[i] & ~phase_bit) | phase; };
    std::uint64_t* words = slot_of(number);
    for (unsigned i = descriptor_words - 2; i > 0; i -= 2)
      atomics_.store_pair_relaxed(words + i, phased(i), phased(i + 1));
    atomics_.store_pair_release(words, phased(0), phased(1));
  }

  [[nodiscard]] ARK_HOST_DEVICE bool has_reply_slots() const {
    return view_.reply_slots != nullptr;
  }

  /// Read the answer to `ticket`, of `bytes`, and leave the reply slot to the next lap. Once, by
  /// the poster, who has seen done() > ticket: its acquire makes the answer visible.
  ARK_HOST_DEVICE void take_reply(std::uint64_t ticket, void* into, std::uint64_t bytes) const {
    reply_slot& mine = reply_slot_of(ticket);
    std::uint64_t value[reply_bytes / sizeof(std::uint64_t)];
    // Not plainly: a cache between a GPU and the host's memory may hold the lap before.
    for (unsigned i = 0; i * sizeof(std::uint64_t) < reply_bytes; ++i)
      value[i] = atomics_.load_relaxed(&mine.value[i]);
    std::memcpy(into, value, bytes);
    atomics_.store_release(&mine.taken, std::uint64_t{0});  // pairs with wait_for_reply_slot()
  }

  /// End the ring: every later post and every wait on it gets `code`. The first code stays.
  ARK_HOST_DEVICE void close(errc code) const {
    atomics_.compare_exchange(&counters().closed.value, std::uint64_t{0},
                              static_cast<std::uint64_t>(code));
  }
  ARK_HOST_DEVICE errc closed() const {
    return static_cast<errc>(atomics_.load_relaxed(&counters().closed.value));
  }
  [[nodiscard]] ARK_HOST_DEVICE const std::uint64_t* closed_word() const {
    return &counters().closed.value;
  }

  /// A fence covers the tickets below `count`. Monotonic.
  ARK_HOST_DEVICE void fence_mark(std::uint64_t count) const {
    raise(&counters().fenced.value, count);
  }
  ARK_HOST_DEVICE std::uint64_t fenced() const {
    return atomics_.load_relaxed(&counters().fenced.value);
  }
  /// True if everything a fence covers is delivered: a store may follow without overtaking it. The
  /// acquire pairs with publish_done's release.
  ARK_HOST_DEVICE bool inline_allowed() const {
    const std::uint64_t covered = fenced();
    return covered == 0 || done() >= covered;
  }

  /// Tell the consumer that somebody waits for `done` to reach `count`: it then asks for
  /// acknowledgements that it would otherwise let come with later traffic. Monotonic, a hint.
  /// `from_outside`: by who does not post to this ring, the host, to that of its GPU's kernels.
  /// Additions and exchanges of the two on one word need not be atomic to each other.
  ARK_HOST_DEVICE void await_mark(std::uint64_t count, bool from_outside = false) const {
    raise(from_outside ? &counters().awaited_outside.value : &counters().awaited.value, count);
  }
  ARK_HOST_DEVICE std::uint64_t awaited() const {
    const std::uint64_t inside = atomics_.load_relaxed(&counters().awaited.value);
    const std::uint64_t outside = atomics_.load_relaxed(&counters().awaited_outside.value);
    return inside > outside ? inside : outside;
  }

  // --- Counters: anybody ---

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
  /// Sources of all tickets below have been read. Only a consumer that reads a source long before
  /// its data is delivered counts this (the proxy); never behind done() there, 0 elsewhere.
  ARK_HOST_DEVICE std::uint64_t reusable() const {
    return atomics_.load_acquire(&counters().reusable.value);
  }
  ARK_HOST_DEVICE const std::uint64_t* reusable_word() const { return &counters().reusable.value; }
  ARK_HOST_DEVICE std::uint64_t capacity() const { return view_.mask + 1; }

  // --- The consumer ---

  /// Read the descriptor with number `ticket` if it is there. Acquire: what its producer wrote
  /// before is visible.
  ARK_HOST_DEVICE bool peek(std::uint64_t ticket, descriptor& out) const {
    const std::uint64_t* slot = slot_of(ticket);
    const std::uint64_t phase = phase_of(ticket);
    out.word[0] = atomics_.load_acquire(slot);  // pairs with the release in fill()
    if ((out.word[0] & phase_bit) != phase) return false;
    std::uint64_t same = phase_bit;
    for (unsigned i = 1; i < descriptor_words; ++i) {
      out.word[i] = atomics_.load_relaxed(slot + i);
      same &= ~(out.word[i] ^ phase);
    }
    return same == phase_bit;
  }

  /// Where the answer to `ticket`, which wants a reply, is to be before publish_done(ticket + 1).
  ARK_HOST_DEVICE reply_slot& reply_slot_of(std::uint64_t ticket) const {
    return view_.reply_slots[ticket & view_.mask];
  }

  /// The slots of all tickets below `count` may be written again; pairs with the acquire in
  /// wait_for_slot().
  ARK_HOST_DEVICE void publish_tail(std::uint64_t count) const {
    atomics_.store_release(&counters().tail.value, count);
  }
  /// All tickets below `count` are delivered; pairs with done().
  ARK_HOST_DEVICE void publish_done(std::uint64_t count) const {
    atomics_.store_release(&counters().done.value, count);
  }
  /// The sources of all tickets below `count` have been read; pairs with reusable().
  ARK_HOST_DEVICE void publish_reusable(std::uint64_t count) const {
    atomics_.store_release(&counters().reusable.value, count);
  }

 private:
  ARK_HOST_DEVICE bool slot_is_free(std::uint64_t number) const {
    return number - atomics_.load_acquire(&counters().tail_cache.value) < capacity();
  }

  /// The consumer has read the slot of `ticket` in the lap before. Acquire, directly or through the
  /// cache, of publish_tail(): its reads come before our writes. Neither counter exceeds `ticket`.
  template <class Wait>
  ARK_HOST_DEVICE errc wait_for_slot(std::uint64_t ticket, Wait&& wait) const {
    if (slot_is_free(ticket)) return errc::ok;
    const word_seen tail = wait(&counters().tail.value, cmp_kind::ge, ticket + 1 - capacity());
    // For the next posters, who need not look at the consumer's line.
    if (tail.code == errc::ok) atomics_.store_release(&counters().tail_cache.value, tail.value);
    return tail.code;
  }

  /// The posters of earlier laps have read their answers. Acquire of take_reply(): their reads
  /// come before our publication, and so before the next answer. wait_for_slot() has shown that
  /// they had taken the reply slot, and no poster of a later lap gets here before we have
  /// published. The reply slot of a poster that left without its answer is never free again: the PE
  /// has failed then, and every wait ends with that.
  template <class Wait>
  ARK_HOST_DEVICE errc wait_for_reply_slot(std::uint64_t ticket, Wait&& wait) const {
    return wait(&reply_slot_of(ticket).taken, cmp_kind::eq, 0).code;
  }

  ARK_HOST_DEVICE void raise(std::uint64_t* word, std::uint64_t count) const {
    std::uint64_t seen = atomics_.load_relaxed(word);
    while (seen < count) {
      const std::uint64_t now = atomics_.compare_exchange(word, seen, count);
      if (now == seen) return;
      seen = now;
    }
  }

  ARK_HOST_DEVICE ring_counters& counters() const { return *view_.counters; }
  ARK_HOST_DEVICE std::uint64_t* slot_of(std::uint64_t ticket) const {
    return view_.slots + (ticket & view_.mask) * descriptor_words;
  }
  /// Lap 0 writes ones into a ring of zeros.
  ARK_HOST_DEVICE std::uint64_t phase_of(std::uint64_t ticket) const {
    return ((ticket >> view_.capacity_log2) & 1) == 0 ? phase_bit : 0;
  }

#if ARK_DEVICE_PASS
  const ring_view& view_;  // registers are dearer than loads
#else
  ring_view view_;
#endif
  [[no_unique_address]] Atomics atomics_;
};

using ring = basic_ring<ring_atomics>;
/// A ring that the host proxy drains.
using host_ring = basic_ring<scoped_ring_atomics<scope::system>>;
/// Any ring, as posters and those who wait see it. CPUs have one kind only.
#if ARK_DEVICE_PASS
using poster_ring = basic_ring<poster_ring_atomics>;
#else
using poster_ring = ring;
#endif

}  // namespace ark::detail
