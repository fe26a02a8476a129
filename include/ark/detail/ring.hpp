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
#include <ark/detail/lane.hpp>
#include <ark/detail/ring_atomics.hpp>
#include <ark/detail/ring_view.hpp>
#include <ark/errc.hpp>
#include <cstdint>
#include <cstring>
#include <utility>

namespace ark::detail {

/// A slot that its poster may write: `stamp` is the ticket, with the phase of its lap.
struct claimed_slot {
  std::uint64_t* words;
  std::uint64_t stamp;
};

struct push_result {
  errc code = errc::ok;
  std::uint64_t ticket = 0;
};

/// Producer and consumer operations on a view. Atomics: see ring_atomics; tests bring their own.
/// Producers: any thread. Consumer members: one thread at a time.
template <class Atomics>
class basic_ring {
 public:
  ARK_HOST_DEVICE explicit basic_ring(const ring_view& view, Atomics atomics = {})
      : view_(view), atomics_(atomics) {}

  // --- Producers ---

  /// What a full ring is waited for: true once `ticket` may be written, or the ring is closed.
  struct room {
    const basic_ring& of;
    std::uint64_t ticket;
    bool lands;
    ARK_HOST_DEVICE bool operator()() const {
      return of.may_write(lands, ticket) || of.closed() != errc::ok;
    }
  };
  /// The same for who waits for words: the tail that it takes, then, if the descriptor lands, a 0.
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t tail_for(std::uint64_t ticket) const {
    return ticket < capacity() ? 0 : ticket + 1 - capacity();
  }
  [[nodiscard]] ARK_HOST_DEVICE const std::uint64_t* tail_word() const {
    return &counters().tail.value;
  }
  [[nodiscard]] ARK_HOST_DEVICE const std::uint64_t* taken_word(std::uint64_t ticket) const {
    return &landing_of(ticket).taken;
  }

  /// Post. `wait(room)` is called only if the ring is full: it waits until room() is true, at most
  /// a deadline, and says how that ended. If it did not end well the ring is closed with that code:
  /// the ticket is a hole.
  template <class Wait>
  ARK_HOST_DEVICE push_result push(const descriptor& d, Wait&& wait) const {
    if (const errc code = closed(); code != errc::ok) return {code, 0};
    return finish_push(d, take_ticket(), std::forward<Wait>(wait));
  }

  // push() in parts, for posters whose wait is elsewhere: a ticket, room for it, the slot, which is
  // the poster's then, and its words.

  ARK_HOST_DEVICE std::uint64_t take_ticket() const {
    return atomics_.fetch_add_relaxed(&counters().head.value, std::uint64_t{1});
  }
  /// True if some producer has seen that the slot of `ticket` is free. False: nobody has looked.
  ARK_HOST_DEVICE bool has_known_slot(std::uint64_t ticket) const {
    return ticket - atomics_.load_acquire(&counters().tail_cache.value) < capacity();
  }
  /// `seen`: a tail that the caller has acquired. The next posters need not look.
  ARK_HOST_DEVICE void know_tail(std::uint64_t seen) const {
    atomics_.store_release(&counters().tail_cache.value, seen);
  }
  /// The slot of `ticket` has been read by the consumer in the lap before. Acquire, directly or
  /// through the cache, of publish_tail: the consumer's reads come before our writes.
  ARK_HOST_DEVICE bool has_slot(std::uint64_t ticket) const {
    const std::uint64_t cached = atomics_.load_acquire(&counters().tail_cache.value);
    if (ticket - cached < capacity()) return true;
    const std::uint64_t now = tail();
    if (now != cached)
      atomics_.store_release(&counters().tail_cache.value, now);  // waiters share the line
    return ticket - now < capacity();
  }

  /// The slot of `ticket`, which is free: it, and the landing beside it if the descriptor `lands`,
  /// are the caller's.
  ARK_HOST_DEVICE claimed_slot claim(std::uint64_t ticket, bool lands) const {
#if !ARK_DEVICE_PASS
    // The release in fill() hands the time over with the words; the slot's turns are its turns.
    if (view_.posted_ns != nullptr && view_.is_timed(ticket)) [[unlikely]]
      view_.posted_ns[ticket & view_.mask] = clock_ns();
#endif
    if (lands) atomics_.store_relaxed(&landing_of(ticket).taken, std::uint64_t{1});
    return {slot_of(ticket), ticket | phase_of(ticket)};
  }
  /// Write the claimed slot. Word 0 last, with release: whoever sees its phase sees the other
  /// words, and what the producer wrote before.
  ARK_HOST_DEVICE static void fill(const claimed_slot& at, const descriptor& posted,
                                   Atomics atomics = {}) {
    descriptor d = posted;
    d.set(field::ticket, at.stamp);
    d.set(field::checksum, descriptor_checksum(d));
    const std::uint64_t phase = at.stamp & phase_bit;
    for (unsigned i = descriptor_words - 1; i > 0; --i)
      atomics.store_relaxed(at.words + i, (d.word[i] & ~phase_bit) | phase);
    atomics.store_release(at.words, (d.word[0] & ~phase_bit) | phase);
  }

  /// Post one descriptor per thread of `mask` (threads of one warp, all of them calling) with one
  /// fetch-and-add. Tickets follow the order of the threads.
  template <class Wait>
  ARK_HOST_DEVICE push_result push_group(const descriptor& d, std::uint32_t mask,
                                         Wait&& wait) const {
    const unsigned lane = lane_in_warp();
    const unsigned leader = lowest_bit(mask);
    // All are here before the tickets are taken. A thread still posting an earlier descriptor could
    // otherwise hold a later ticket for it than for this one, and wait for a slot behind itself.
    sync_group(mask);
    std::uint64_t base = 0;
    if (lane == leader) base = take_tickets(count_bits(mask));
    base = from_lane(mask, base, leader);
    if ((base & phase_bit) != 0) return {static_cast<errc>(base & ~phase_bit), 0};
    const std::uint64_t rank = count_bits(mask & ((1u << lane) - 1));
    return finish_push(d, base + rank, std::forward<Wait>(wait));
  }

  [[nodiscard]] ARK_HOST_DEVICE bool has_landings() const { return view_.landings != nullptr; }

  /// Read the answer to `ticket`, of `bytes`, and leave the landing to the next lap. Once, by the
  /// poster, who has seen done() > ticket: its acquire makes the answer visible.
  ARK_HOST_DEVICE void take_landing(std::uint64_t ticket, void* into, std::uint64_t bytes) const {
    landing& mine = landing_of(ticket);
    std::uint64_t value[landing_bytes / sizeof(std::uint64_t)];
    // Not plainly: a cache between a GPU and the host's memory may hold the lap before.
    for (unsigned i = 0; i * sizeof(std::uint64_t) < landing_bytes; ++i)
      value[i] = atomics_.load_relaxed(&mine.value[i]);
    std::memcpy(into, value, bytes);
    atomics_.store_release(&mine.taken, std::uint64_t{0});  // pairs with the acquire in may_write()
  }

  /// End the ring: every later push and every wait on it gets `code`. The first code stays.
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

  /// Where the answer to `ticket`, which lands, is to be before publish_done(ticket + 1).
  ARK_HOST_DEVICE landing& landing_of(std::uint64_t ticket) const {
    return view_.landings[ticket & view_.mask];
  }

  /// The slots of all tickets below `count` may be written again; pairs with the acquire in
  /// has_slot().
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
  /// The first of `count` tickets; from a closed ring its code, marked with the phase bit. One lane
  /// asks for all: if each looked for itself, a close between them would leave some of the group in
  /// the shuffle alone.
  ARK_HOST_DEVICE std::uint64_t take_tickets(std::uint64_t count) const {
    if (const errc code = closed(); code != errc::ok)
      return static_cast<std::uint64_t>(code) | phase_bit;
    return atomics_.fetch_add_relaxed(&counters().head.value, count);
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

  /// The slot of `ticket` is free, and so is the landing beside it if the descriptor lands.
  ///
  /// All who took the landing in earlier laps have published before, so has_slot() shows that they
  /// took it; that it is free again then means that they have read their answers, which come before
  /// our publication and so before the next answer. Nobody of a later lap gets here before we have
  /// published. A landing whose poster left without its answer is never free again: the PE has
  /// failed then, and every wait ends with that.
  ARK_HOST_DEVICE bool may_write(bool lands, std::uint64_t ticket) const {
    if (!has_slot(ticket)) return false;
    return !lands || atomics_.load_acquire(&landing_of(ticket).taken) == 0;
  }

  template <class Wait>
  ARK_HOST_DEVICE push_result finish_push(const descriptor& d, std::uint64_t ticket,
                                          Wait&& wait) const {
    const bool lands = d.lands();
    if (!may_write(lands, ticket)) [[unlikely]] {
      errc code = wait(room{*this, ticket, lands});
      if (code == errc::ok) code = closed();
      if (code != errc::ok) {
        close(code);
        return {code, ticket};
      }
    }
    fill(claim(ticket, lands), d, atomics_);
    return {errc::ok, ticket};
  }

  ARK_HOST_DEVICE static std::uint64_t count_bits(std::uint32_t mask) {
#if ARK_DEVICE_PASS
    return static_cast<std::uint64_t>(__popc(mask));
#else
    return static_cast<std::uint64_t>(__builtin_popcount(mask));
#endif
  }
  ARK_HOST_DEVICE static unsigned lowest_bit(std::uint32_t mask) {
#if ARK_DEVICE_PASS
    return static_cast<unsigned>(__ffs(static_cast<int>(mask))) - 1;
#else
    return static_cast<unsigned>(__builtin_ctz(mask));
#endif
  }
  ARK_HOST_DEVICE static unsigned lane_in_warp() {
#if ARK_DEVICE_PASS
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
#else
    return self()->linear_index % 32;
#endif
  }
  ARK_HOST_DEVICE static void sync_group(std::uint32_t mask) {
#if ARK_DEVICE_PASS
    __syncwarp(mask);
#else
    warp_sync(mask);
#endif
  }
  ARK_HOST_DEVICE static std::uint64_t from_lane(std::uint32_t mask, std::uint64_t value,
                                                 unsigned lane) {
#if ARK_DEVICE_PASS
    return __shfl_sync(mask, value, static_cast<int>(lane));
#else
    return warp_shuffle(mask, shuffle_op::index, value, lane, 32);
#endif
  }

  ring_view view_;
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
