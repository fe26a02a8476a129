// The scheduling team of an engine block: takes descriptors from its rings, executes the smallest,
// passes the others to the copying teams, and counts delivered descriptors.
#pragma once

#include <ark/detail/queue/retire_bits.hpp>
#include <ark/detail/queue/ring.hpp>
#include <ark/detail/transfer/descriptor_check.hpp>
#include <ark/device/engine/block.hpp>
#include <ark/device/engine/execute.hpp>
#include <ark/device/state/address.hpp>
#include <ark/device/transfer/transfer_trace.hpp>
#include <cstdint>
#include <type_traits>

namespace ark::device::sm {

/// Serves its share of the SM engine's rings, except those that another scheduler owns.
///
/// Operations may finish in any order, but a signal is always delivered after its own data. A fence
/// waits for the delivered counts, which advance in ticket order. A rejected descriptor is recorded
/// and counts as delivered.
///
/// All threads of the team call take(); only its leader calls the other functions. A team takes as
/// many descriptors at once as it has threads. In tests a host thread is a team as well.
template <class Team, signal_order Order = signal_order::after_data>
class scheduler {
 public:
  ARK_HOST_DEVICE scheduler(detail::device_state& state, block_state& block)
      : state_(state), block_(block), own_(block.scheduling) {}

  /// Called first. `key` is the launch's and marks the rings that this scheduler serves: first,
  /// first + step, ...
  ARK_HOST_DEVICE void begin(std::uint64_t key, unsigned first, unsigned step) {
    own_.key = key;
    own_.held = 0;
    own_.first = first;
    own_.step = step;
    own_.draining = 0;
  }

  /// Starts a round: retires finished transfers, acquires free rings, and sets each ring's batch
  /// limit. True if it did any work.
  ARK_HOST_DEVICE bool prepare() {
    bool did = collect_local();
    for_each_ring([&](unsigned r) {
      did |= prepare_ring(r);
      state_of(r).batch_limit = holds(r) ? batch_limit_of(r) : 0;
    });
    return did;
  }
  /// A round over the rings, after prepare() and a synchronisation of the team; never waits. All
  /// threads call. True if there were any descriptors.
  ARK_HOST_DEVICE bool take() {
    bool did = false;
    for_each_ring([&](unsigned r) {
      // The leader has started what the other threads have fetched.
      if (r != own_.first) Team::sync();
      did |= take_from(r);
    });
    return did;
  }

  /// True if the next round would do any work.
  [[nodiscard]] ARK_HOST_DEVICE bool work_waits() const {
    if (local_table(block_.local).any_finished()) return true;
    bool any = false;
    for_each_ring([&](unsigned r) { any = any || waits(r); });
    return any;
  }

  /// Called when the launch's workers have left: the descriptors posted so far are the last ones to
  /// deliver.
  ARK_HOST_DEVICE void begin_drain() {
    if (draining()) return;
    for_each_ring([&](unsigned r) { block_.limits[r] = ring_of(r).head(); });
    own_.draining = 1;
  }
  [[nodiscard]] ARK_HOST_DEVICE bool draining() const { return own_.draining != 0; }

  /// After begin_drain(): true once the last descriptors are delivered, by any scheduler, and this
  /// one owns no ring.
  [[nodiscard]] ARK_HOST_DEVICE bool finished() const {
    if (!draining()) return false;
    bool all = true;
    for_each_ring([&](unsigned r) { all = all && !holds(r) && passed(r); });
    return all;
  }

  /// Called when the PE has failed: closes the rings, so that posts and waits on them return
  /// `code`. The last call on this object.
  ARK_HOST_DEVICE void close(errc code) {
    for_each_ring([&](unsigned r) { ring_of(r).close(code); });
  }

 private:
  template <class Use>
  ARK_HOST_DEVICE void for_each_ring(Use&& use) const {
    for (unsigned r = own_.first; r < state_.sm_ring_count; r += own_.step) use(r);
  }
  [[nodiscard]] ARK_HOST_DEVICE detail::ring ring_of(unsigned r) const {
    return detail::ring(holds(r) ? state_of(r).view() : state_.rings[state_.ring_count + r]);
  }
  [[nodiscard]] ARK_HOST_DEVICE detail::sm_ring& shared(unsigned r) const {
    return state_.sm->rings[r];
  }
  [[nodiscard]] ARK_HOST_DEVICE served_ring& state_of(unsigned r) const { return block_.rings[r]; }

  // --- Ownership of rings

  [[nodiscard]] ARK_HOST_DEVICE static std::uint64_t bit(unsigned r) {
    return std::uint64_t{1} << r;
  }
  [[nodiscard]] ARK_HOST_DEVICE bool holds(unsigned r) const { return (own_.held & bit(r)) != 0; }
  [[nodiscard]] ARK_HOST_DEVICE bool passed(unsigned r) const {
    return ring_of(r).done() >= block_.limits[r];
  }
  [[nodiscard]] ARK_HOST_DEVICE bool is_free(unsigned r) const {
    return detail::load_relaxed<detail::scope::device>(&shared(r).owner) == 0;
  }

  /// Acquire: pairs with the release in release(), so that the previous owner's state is visible.
  ARK_HOST_DEVICE bool acquire(unsigned r) {
    if (!is_free(r) || (draining() && passed(r))) return false;
    if (detail::compare_exchange<detail::scope::device>(&shared(r).owner, 0, own_.key) != 0)
      return false;
    for (std::uint64_t& word : shared(r).retire_bits) word = 0;
    served_ring& mine = state_of(r);
    mine.taken = mine.retired = mine.shown_tail = mine.shown_done = ring_of(r).done();
    mine.keep(state_.rings[state_.ring_count + r]);
    mine.large_used = 0;
    mine.in_flight = mine.out_of_order = 0;
    own_.held |= bit(r);
    return true;
  }
  ARK_HOST_DEVICE void release(unsigned r) {
    own_.held &= ~bit(r);
    detail::store_release<detail::scope::device>(&shared(r).owner, 0);
  }

  // --- A round

  ARK_HOST_DEVICE bool take_from(unsigned r) {
    bool did = take_batch(r);
    if constexpr (std::is_same_v<Team, thread_scope>) {
      // One thread takes up to a burst; a team of several takes one batch.
      for (std::uint32_t n = 1; did && n < block_.options.burst && may_take(r); ++n) {
        state_of(r).batch_limit = 1;
        if (!take_batch(r)) break;
      }
    }
    if (!Team::leader() || !holds(r)) return did;
    publish(r);
    if (draining() && state_of(r).in_flight == 0 && passed(r)) release(r);
    return did;
  }
  ARK_HOST_DEVICE bool prepare_ring(unsigned r) {
    return (holds(r) || acquire(r)) && collect_large(r);
  }

  [[nodiscard]] ARK_HOST_DEVICE bool waits(unsigned r) const {
    if (!holds(r)) return is_free(r) && !(draining() && passed(r));
    if (state_of(r).large_used != 0 && large_table(shared(r).large).any_finished()) return true;
    detail::descriptor ignored;
    return may_take(r) && ring_of(r).peek(state_of(r).taken, ignored);
  }

  /// Requires a free slot of each kind, because the kind of the next descriptor is not known yet.
  [[nodiscard]] ARK_HOST_DEVICE bool may_take(unsigned r) const { return batch_limit_of(r) != 0; }
  /// How many descriptors the leader may take from a ring that it owns. Out of line: inlined into
  /// its callers it costs the kernels eight registers on sm_100.
  [[nodiscard]] ARK_HOST_DEVICE ARK_NOINLINE std::uint64_t batch_limit_of(unsigned r) const {
    const served_ring& mine = state_of(r);
    if (free_of<detail::sm_local_slots>(block_.local_used) == 0 ||
        free_of<detail::sm_large_slots>(mine.large_used) == 0)
      return 0;
    const std::uint64_t room = window(r).capacity() - (mine.taken - mine.retired);
    if (!draining()) return room;
    const std::uint64_t left = block_.limits[r] - mine.taken;
    return mine.taken >= block_.limits[r] ? 0 : left < room ? left : room;
  }

  /// Take consecutive posted descriptors, at most one for each thread. The threads execute the tiny
  /// ones at the front, one each; the leader starts the others. All threads call. True if there
  /// were any.
  ARK_HOST_DEVICE bool take_batch(unsigned r) {
    const unsigned rank = Team::rank();
    const served_ring& mine = state_of(r);
    const bool here = rank < mine.batch_limit &&
                      fetch(detail::ring(mine.view()), mine.taken + rank, own_.words[rank]);
    const unsigned ready = leading(Team::ballot(here));
    if (ready == 0) return false;
    const bool runs = rank < ready && check(rank);
    const unsigned executed = leading(Team::ballot(runs));
    if (rank < executed) execute(own_.descriptor_of(rank));
    Team::sync();
    if (Team::leader()) account(r, ready, executed);
    return true;
  }
  /// Out of line, so that the descriptor ends in shared memory and not in registers.
  ARK_HOST_DEVICE ARK_NOINLINE static bool fetch(const detail::ring& from, std::uint64_t ticket,
                                                 std::uint64_t* words) {
    detail::descriptor d;
    if (!from.peek(ticket, d)) return false;
    for (unsigned i = 0; i < detail::descriptor_words; ++i) words[i] = d.word[i];
    return true;
  }
  /// The number of threads before the first one whose bit is 0.
  ARK_HOST_DEVICE static unsigned leading(std::uint32_t ballot) {
    return lowest_bit(~std::uint64_t{ballot});
  }

  /// Called after take_batch() has found `ready` descriptors, of which the team has executed the
  /// first `executed`. Takes no more of the others than there are free slots.
  ARK_HOST_DEVICE void account(unsigned r, unsigned ready, unsigned executed) {
    served_ring& mine = state_of(r);
    if (executed != 0) {
      for (unsigned i = 0; i < executed; ++i)
        trace::taken(state_, state_.ring_count + r, own_.descriptor_of(i), mine.taken + i, false);
      const std::uint64_t first = mine.taken;
      mine.taken += executed;
      retire(r, first, executed);
    }
    own_.next = executed;
    own_.ready = ready;
    ARK_NO_UNROLL
    while (own_.next < own_.ready && may_take(r)) start(r, own_.next++);
  }

  /// Check the descriptor that thread `rank` has fetched. True for an operation that the thread
  /// executes at once: it is accepted and tiny.
  ARK_HOST_DEVICE bool check(unsigned rank) {
    const detail::descriptor& d = own_.descriptor_of(rank);
    const detail::descriptor_fault why = fault_of(state_, d);
    own_.faults[rank] = why;
    return why == detail::descriptor_fault::none && !detail::is_order(d.op()) && is_tiny(d);
  }

  ARK_HOST_DEVICE ARK_NOINLINE static detail::descriptor_fault fault_of(
      const detail::device_state& state, const detail::descriptor& d) {
    const peer_access to = peer_access_of(state, d.pe());
    const detail::peer_facts facts{to.exists, to.peer.route, to.heap_bytes};
    if (detail::is_plain_put(facts, d)) return detail::descriptor_fault::none;
    return detail::descriptor_refusal(facts, d, detail::peer_route::mapped);
  }

  /// Start the descriptor that thread `rank` has fetched and the team has not executed.
  ARK_HOST_DEVICE void start(unsigned r, unsigned rank) {
    const detail::descriptor& d = own_.descriptor_of(rank);
    const std::uint64_t ticket = state_of(r).taken++;
    const detail::descriptor_fault why = own_.faults[rank];
    trace::taken(state_, state_.ring_count + r, d, ticket, why != detail::descriptor_fault::none);
    if (why != detail::descriptor_fault::none) {
      publish(r);  // publishes the counters that the record reads
      const auto refused = descriptor_failure(errc::bad_descriptor).at_ring(state_.ring_count + r);
      descriptor_failed(state_, refused, d, why);
    } else if (!is_tiny(d)) {
      return defer(r, d, ticket);
    } else if (!detail::is_order(d.op())) {
      execute(d);
    }
    retire(r, ticket, 1);
  }
  /// Release: the poster may have waited for earlier deliveries. The stores of the execution are
  /// relaxed on a GPU, and a waiter that sees them must see those deliveries as well.
  ARK_HOST_DEVICE void execute(const detail::descriptor& d) const {
#if ARK_DEVICE_PASS
    detail::fence_release();
#endif
    execute_now<Order>(state_, state_.peers[d.pe()].heap_base, d);
  }

  // --- Operations

  [[nodiscard]] ARK_HOST_DEVICE bool is_tiny(const detail::descriptor& d) const {
    return !detail::is_transfer(d.op()) || d.bytes() <= block_.options.tiny_bytes;
  }
  [[nodiscard]] ARK_HOST_DEVICE bool is_large(const detail::descriptor& d) const {
    return !is_tiny(d) && d.bytes() > block_.options.large_bytes;
  }

  ARK_HOST_DEVICE void defer(unsigned r, const detail::descriptor& d, std::uint64_t ticket) {
    served_ring& mine = state_of(r);
    const bool large = is_large(d);
    std::uint64_t& used = large ? mine.large_used : block_.local_used;
    const unsigned slot = lowest_bit(~used);
    used |= std::uint64_t{1} << slot;
    (large ? shared(r).large_slots : block_.local_slots)[slot] = detail::sm_slot{ticket, r};
    ++mine.in_flight;
    const std::uint64_t bytes = d.bytes();
    if (large) {
      const large_table table(shared(r).large);
      table.put(slot, d);
      const std::uint64_t last = bytes - 1;
      table.open(slot, static_cast<std::uint32_t>(last >> block_.options.chunk_log2) + 1);
    } else {
      const local_table table(block_.local);
      table.put(slot, d);
      table.open(slot, block_.options.parts_of(bytes));
    }
  }

  // --- Delivered operations

  ARK_HOST_DEVICE bool collect_local() {
    const std::uint64_t ended = local_table(block_.local).take_finished();
    block_.local_used &= ~ended;
    for_each_bit(ended, [&](unsigned slot) {
      release(block_.local_slots[slot].ring, block_.local_slots[slot]);
    });
    return ended != 0;
  }
  ARK_HOST_DEVICE bool collect_large(unsigned r) {
    served_ring& mine = state_of(r);
    if (mine.large_used == 0) return false;
    const std::uint64_t ended = large_table(shared(r).large).take_finished();
    mine.large_used &= ~ended;
    for_each_bit(ended, [&](unsigned slot) { release(r, shared(r).large_slots[slot]); });
    return ended != 0;
  }

  /// The operation of `slot` is delivered: the slot is free again.
  ARK_HOST_DEVICE void release(unsigned r, const detail::sm_slot& slot) {
    served_ring& mine = state_of(r);
    --mine.in_flight;
    retire(r, slot.ticket, 1);
  }
  /// Retire `count` tickets from `ticket` on, which have ended.
  ARK_HOST_DEVICE void retire(unsigned r, std::uint64_t ticket, std::uint32_t count) {
    served_ring& mine = state_of(r);
    for (std::uint32_t i = 0; i < count; ++i)
      trace::delivered(state_, state_.ring_count + r, ticket + i);
    if (ticket == mine.retired && mine.out_of_order == 0) {
      mine.retired += count;
    } else {
      ARK_NO_UNROLL
      for (std::uint32_t i = 0; i < count; ++i) retire_out_of_order(mine, window(r), ticket + i);
    }
  }
  /// Retire a ticket that ended before an earlier one, or the earliest of several.
  ARK_HOST_DEVICE ARK_NOINLINE static void retire_out_of_order(served_ring& mine,
                                                               detail::retire_bits window,
                                                               std::uint64_t ticket) {
    const std::uint64_t before = mine.retired;
    ++mine.out_of_order;
    mine.retired = window.retire(ticket, before);
    mine.out_of_order -= static_cast<std::uint32_t>(mine.retired - before);
  }
  [[nodiscard]] ARK_HOST_DEVICE detail::retire_bits window(unsigned r) const {
    return {shared(r).retire_bits, detail::sm_window_words};
  }

  /// Publish both counters, once per round.
  ARK_HOST_DEVICE void publish(unsigned r) {
    served_ring& mine = state_of(r);
    ring_of(r).publish(mine.taken, mine.shown_tail, mine.retired, mine.shown_done);
  }

  template <unsigned Slots>
  [[nodiscard]] ARK_HOST_DEVICE static std::uint64_t free_of(std::uint64_t used) {
    return Slots == 64 ? ~used : ~used & ((std::uint64_t{1} << Slots % 64) - 1);
  }

  detail::device_state& state_;
  block_state& block_;
  scheduler_state& own_;
};

}  // namespace ark::device::sm
