// One warp of the SM engine: its lanes are channels, which take descriptors from the ring, move the
// data together, and deliver signals behind one fence per round.
#pragma once

#include <ark/detail/queue/ring.hpp>
#include <ark/detail/queue/shared_counts.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/transfer/descriptor_check.hpp>
#include <ark/device/engine/accept.hpp>
#include <ark/device/engine/channel.hpp>
#include <ark/device/engine/copy_piece.hpp>
#include <ark/device/engine/execute.hpp>
#include <ark/device/engine/shared_transfers.hpp>
#include <ark/device/state/address.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/transfer/transfer_trace.hpp>
#include <cstdint>

namespace ark::device::sm {

/// The tickets that a warp serves: those from `served` on that are `index` modulo `warps`, a power
/// of two up to detail::sm_most_warps and the ring's slots.
struct ticket_share {
  std::uint64_t served;
  std::uint32_t index, warps;

  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t first() const {
    return served + ((index - served) & (warps - 1));
  }
};

/// All members are called by all threads of `Team` together unless noted.
///
/// Operations may be delivered in any order, but a signal follows its own data. A fence waits for
/// delivery. A descriptor that is refused is recorded and counts as delivered.
///
/// Memory order: data is moved by ordinary accesses. Once a round, if there is anything to tell,
/// the warp synchronises and makes one release fence; behind it follow the delivered counts of all
/// data before the fence, and the relaxed stores of signals and of operations on words. Those are
/// counted behind the fence of a later round.
template <class Team, signal_order Order = signal_order::after_data>
class engine_warp {
 public:
  ARK_HOST_DEVICE engine_warp(detail::device_state& state, const ticket_share& share,
                              const stages& through = {})
      : state_(&state),
        shown_(share.first()),
        next_(static_cast<std::uint32_t>(shown_)),
        step_(share.warps),
        through_(through) {
    publish_count();
  }

  /// A round, without any wait for another thread. True if it did anything.
  ARK_HOST_DEVICE bool round() {
    bool did = take();
    if (which([](const channel& c) { return c.moves(); }) != 0) {
      move();
      did = true;
    }
    did |= settle();
    if (is(lagging)) catch_up();
    return did;
  }
  /// Take only tickets below `end`, for now.
  ARK_HOST_DEVICE void take_below(std::uint64_t end) {
    end_ = static_cast<std::uint32_t>(end);
    is_ |= bound;
  }
  /// The tickets below `end` are the last ones to take. Not less than what was taken already, and
  /// the same for all warps that serve.
  ARK_HOST_DEVICE void end_at(std::uint64_t end) {
    take_below(end);
    is_ |= ending;
  }
  /// True now and then while descriptors keep arriving: for one in eight of the ring's blocks of 64
  /// tickets.
  [[nodiscard]] ARK_HOST_DEVICE bool takes_stock() const {
    return !ARK_DEVICE_PASS || (next_ & 0x1c0) == 0;
  }
  /// take_below() or end_at() was called.
  [[nodiscard]] ARK_HOST_DEVICE bool bounded() const { return is(bound); }
  /// end_at() was called.
  [[nodiscard]] ARK_HOST_DEVICE bool ends() const { return is(ending); }
  /// True if a channel has a descriptor, or a delivery is not published yet.
  [[nodiscard]] ARK_HOST_DEVICE bool busy() const {
    return is(lagging) || static_cast<std::uint32_t>(shown_) != next_ ||
           which([](const channel& c) { return !c.in(channel_step::none); }) != 0;
  }
  /// True after end_at() once all of the warp's tickets are delivered and published.
  [[nodiscard]] ARK_HOST_DEVICE bool finished() const {
    return ends() && !may_take(next_) && !busy();
  }
  /// True if the next round would find a descriptor or a part. Any thread.
  [[nodiscard]] ARK_HOST_DEVICE bool work_waits() const {
    if (shared().open() != 0) return true;
    detail::descriptor ignored;
    return may_take(next_) && ring().peek(next_, ignored);
  }
  /// Low half of the ticket to take next.
  [[nodiscard]] ARK_HOST_DEVICE std::uint32_t next() const { return next_; }
  ARK_HOST_DEVICE void end() {
#if ARK_BULK_COPY && ARK_DEVICE_PASS
    stages_end(through_);
#endif
  }

 private:
  static constexpr unsigned each = channels_each<Team>;

  [[nodiscard]] ARK_HOST_DEVICE detail::device_state& state() const { return *state_; }
  [[nodiscard]] ARK_HOST_DEVICE detail::ring ring() const {
    return detail::ring(state().rings[ring_index(state())]);
  }
  [[nodiscard]] ARK_HOST_DEVICE shared_transfers shared() const {
    return shared_transfers(state().sm->shared);
  }

  // --- The channels of all threads. A mask has a bit per channel.

  [[nodiscard]] ARK_HOST_DEVICE static bool has_channel() {
    return each != 1 || Team::rank() < channels;
  }

  /// The channels for which `holds` is true.
  template <class Holds>
  [[nodiscard]] ARK_HOST_DEVICE std::uint32_t which(Holds&& holds) const {
    if constexpr (each == 1) {
      return Team::ballot(has_channel() && holds(own_[0]));
    } else {
      std::uint32_t mask = 0;
      for (unsigned i = 0; i < each; ++i) mask |= holds(own_[i]) ? 1u << i : 0u;
      return mask;
    }
  }
  /// By the thread of each channel for which `holds` is true, which is not so for one without a
  /// step: threads that have no channel have such a one.
  template <class Holds, class Use>
  ARK_HOST_DEVICE void each_with(Holds&& holds, Use&& use) {
    if constexpr (each == 1) {  // no loop: the channel would be in memory
      if (holds(own_[0])) use(own_[0]);
    } else {
      for (channel& c : own_) {
        if (holds(c)) use(c);
      }
    }
  }
  /// By all threads together, for each channel in `mask` in turn: use(get), where get(f) is f() of
  /// the channel, as a number.
  template <class Use>
  ARK_HOST_DEVICE void together(std::uint32_t mask, Use&& use) const {
    ARK_NO_UNROLL
    for (; mask != 0; mask &= mask - 1) {
      const unsigned at = lowest_bit(mask);
      use([&](auto&& f) {
        if constexpr (each == 1) return Team::pick(f(own_[0]), at);
        return f(own_[each == 1 ? 0 : at]);
      });
    }
  }
  ARK_HOST_DEVICE static unsigned count_bits(std::uint32_t mask) {
#if ARK_DEVICE_PASS
    return static_cast<unsigned>(__popc(static_cast<int>(mask)));
#else
    return static_cast<unsigned>(__builtin_popcount(mask));
#endif
  }

  // --- Taking descriptors

  [[nodiscard]] ARK_HOST_DEVICE bool may_take(std::uint32_t ticket) const {
    return !is(bound) || static_cast<std::int32_t>(ticket - end_) < 0;
  }

  /// Free channels take the warp's next descriptors, in order, or parts of shared transfers. True
  /// if there were any.
  ARK_HOST_DEVICE bool take() {
    // Loaded beside the slots, in one latency.
    const std::uint32_t open = shared().open();
    std::uint32_t taken = 0;
    if constexpr (each == 1) {
      const std::uint32_t idle = which([](const channel& c) { return c.in(channel_step::none); });
      const std::uint32_t below = (1u << Team::rank()) - 1;
      const std::uint32_t ticket = next_ + count_bits(idle & below) * step_;
      detail::descriptor d;
      const bool here =
          (idle >> Team::rank() & 1) != 0 && may_take(ticket) && ring().peek(ticket, d);
      const std::uint32_t found = Team::ballot(here), missing = idle & ~found;
      const std::uint32_t mine = found & ((missing & (0 - missing)) - 1);
      if ((mine >> Team::rank() & 1) != 0) accept(own_[0], d, ticket);
      taken = count_bits(mine);
      next_ += taken * step_;
    } else {
      detail::descriptor d;
      for (channel& c : own_) {
        if (!c.in(channel_step::none)) continue;
        if (!may_take(next_) || !ring().peek(next_, d)) break;
        accept(c, d, next_);
        next_ += step_;
        ++taken;
      }
    }
    each_with([](const channel& c) { return c.in(channel_step::odd); },
              [this](channel& c) {
                const bool listed = c.has(channel::lists);
                c = accept_odd(state(), c, list_of(c));
                if (!listed) signal_early(c);
              });
    help(open);
    return taken != 0;
  }

  /// Fast path: a plain put that is not shared.
  ARK_HOST_DEVICE void accept(channel& c, const detail::descriptor& d, std::uint32_t ticket) {
    c.ticket = ticket;
    c.go(channel_step::odd);
    const peer_access to = peer_access_of(state(), d.pe());
    const bool plain = detail::is_plain_put({to.exists, to.peer.route, to.heap_bytes}, d);
    if (!plain || d.bytes() > options_of(state()).part_bytes) return;
    trace::taken(state(), ring_index(state()), d, ticket, false);
    c.set(d.bytes() > 8 ? channel_step::copy : channel_step::word,
          channel::owns |
              (d.get(detail::field::signal_kind) != 0 ? channel::has_signal : std::uint32_t{0}));
    c.dest = reinterpret_cast<std::byte*>(to.peer.heap_base + d.get(detail::field::dest));
    c.source = reinterpret_cast<const std::byte*>(d.get(detail::field::source));
    c.left = static_cast<std::uint32_t>(d.bytes());
    signal_early(c);
  }
  /// The position of a channel in its list.
  [[nodiscard]] ARK_HOST_DEVICE detail::sm_list_cursor& list_of(const channel& c) const {
    const unsigned place = each == 1 ? Team::rank() : static_cast<unsigned>(&c - own_);
    return state().sm->lists[static_cast<std::uint32_t>(shown_) & (step_ - 1)][place];
  }
  ARK_HOST_DEVICE void signal_early(const channel& c) {
    if constexpr (Order == signal_order::before_data) {
      if (!c.has(channel::has_signal)) return;
      deliver_signal(state(), slot_of(state(), c.ticket));
    }
  }

  // --- Shared transfers

  /// Claim parts by the channels that are free, and by those whose transfer is shared. `open`: of
  /// shared_transfers.
  ARK_HOST_DEVICE void help(std::uint32_t open) {
    const unsigned at = shared_transfers::first_open(open, Team::rank());
    const auto helps = [&](const channel& c) {
      return at != shared_transfers::none && c.in(channel_step::none) && has_channel();
    };
    each_with([&](const channel& c) { return c.in(channel_step::others) || helps(c); },
              [&](channel& c) {
                c = claimed(state(), c.ticket,
                            helps(c) ? channel::shares | at << channel::place_shift : c.state);
              });
  }
  // --- Moving data

  ARK_HOST_DEVICE void move() {
    // After a failure every waiter returns, and the destination of a get may have been reused.
    each_with([](const channel& c) { return c.moves() && c.has(channel::writes_here); },
              [this](channel& c) {
                if (status(state()) != errc::ok) c.left = 0;
              });
    std::uint32_t bulk = 0;  // bytes that the copy unit moves for this lane
#if ARK_BULK_COPY && ARK_DEVICE_PASS
    if (own_[0].in(channel_step::copy))
      bulk = bulk_bytes(through_, own_[0].dest, own_[0].source, own_[0].left);
    if (bulk != 0) bulk_begin(through_, own_[0].source, bulk);
#endif
    // What all threads move for a channel, behind the bytes of the copy unit: in one word, because
    // it is far less than 2^24 bytes, with the kind of elements that are added.
    constexpr std::uint32_t copies = 0xff;
    const auto of_channel = [&](const channel& c) {
      const bool adds = c.in(channel_step::add);
      return (c.moves() ? threads_share(c, bulk) << 8 : 0) |
             (adds ? static_cast<std::uint32_t>(c.element()) : copies);
    };
    std::uint32_t mine = 0;
    if constexpr (each == 1) mine = of_channel(own_[0]);
    const auto share = [&](const channel& c) { return each == 1 ? mine : of_channel(c); };
    together(which([&](const channel& c) { return share(c) >> 8 != 0; }), [&](auto&& get) {
      const auto moved = get([&](const channel&) { return bulk; });
      auto* const dest = reinterpret_cast<std::byte*>(
          get([](const channel& c) { return reinterpret_cast<std::uint64_t>(c.dest); }) + moved);
      const auto* const source = reinterpret_cast<const std::byte*>(
          get([](const channel& c) { return reinterpret_cast<std::uint64_t>(c.source); }) + moved);
      const std::uint32_t what = get(share), bytes = what >> 8, kind = what & 0xff;
      if (kind == copies) return copy_piece<Team>(dest, source, bytes);
      add_elements(static_cast<detail::element_kind>(kind), dest, source, bytes, Team::rank(),
                   Team::size());
    });
    each_with([](const channel& c) { return c.moves(); },
              [&](channel& c) {
                const std::uint32_t moved = bulk + (share(c) >> 8);
#if ARK_BULK_COPY && ARK_DEVICE_PASS
                if (bulk != 0) {
                  bulk_end(state(), through_, c.dest, bulk, is(odd_load) ? 1 : 0);
                  is_ ^= odd_load;
                }
#endif
                c.dest += moved;
                c.source += moved;
                c.left -= moved;
                if (c.left == 0) c.moved();
              });
  }
  [[nodiscard]] ARK_HOST_DEVICE std::uint32_t threads_share(
      const channel& c, [[maybe_unused]] std::uint32_t bulk) const {
    const auto piece = static_cast<std::uint32_t>(options_of(state()).piece_bytes);
    const std::uint32_t left = c.left - bulk;
#if ARK_BULK_COPY && ARK_DEVICE_PASS
    if (bulk != 0) return left < least_bulk ? left : 0;
    // Up to where the copy unit can take over.
    const std::uint32_t head =
        (0 - static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(c.dest))) % bulk_unit;
    if (through_.bytes != 0 && head != 0 && left >= 2 * least_bulk) return head;
#endif
    return left < piece ? left : piece;
  }

  // --- Telling

  /// Publish what has been delivered, and send signals and operations on words. True if it did
  /// anything.
  ARK_HOST_DEVICE bool settle() {
    each_with([](const channel& c) { return c.in(channel_step::others); },
              [this](channel& c) {
                if (!shared().all_moved(c.place())) return;
                shared().take_back(c.place());
                c.state &= ~channel::shares;
                c.moved();
              });
    const auto is_ended = [](const channel& c) { return c.in(channel_step::ended); };
    const auto acts = [](const channel& c) {
      return c.in(channel_step::signal) || c.in(channel_step::word) || c.in(channel_step::part);
    };
    const bool acting = which(acts) != 0;
    if (which(is_ended) == 0 && !acting && !is(owing)) return false;
    Team::sync();
#if ARK_DEVICE_PASS
    detail::fence_release();
#endif
    each_with(is_ended, [this](channel& c) { release(c); });
    publish();
    set(owing, acting);
    each_with(acts, [this](channel& c) { act(c); });
    return true;
  }
  ARK_HOST_DEVICE void act(channel& c) {
    if (c.in(channel_step::part)) {
      shared().count(c.place());
      c.go(c.has(channel::owns) ? channel_step::others : channel_step::none);
      return;
    }
    if (c.in(channel_step::word)) {
      execute_word(state(), slot_of(state(), c.ticket));
      if (c.has(channel::has_signal)) {
        c.go(channel_step::signal);
        return;
      }
    } else if constexpr (Order == signal_order::after_data) {
      deliver_signal(state(), slot_of(state(), c.ticket));
    }
    release(c);
  }
  ARK_HOST_DEVICE void release(channel& c) {
    trace::delivered(state(), ring_index(state()), c.ticket);
    c.go(channel_step::none);
  }
  /// Publish the warp's tickets before the oldest one in a channel. Called behind the fence.
  ARK_HOST_DEVICE void publish() {
    const auto from = static_cast<std::uint32_t>(shown_);
    std::uint32_t least = next_ - from;
    for (const channel& c : own_) {
      const std::uint32_t since = c.ticket - from;
      if (!c.in(channel_step::none) && c.has(channel::owns) && since < least) least = since;
    }
    least = Team::least(least);
    if (least == 0) return;
    shown_ += least;
    publish_count();
    set(lagging, true);
  }
  /// Advance the ring's counts to the least of all warps. Two warps that publish at once may each
  /// miss the other, so a warp repeats this until the counts cover its own tickets.
  ARK_HOST_DEVICE void catch_up() {
    const std::uint32_t mine = counts().behind(shown_, Team::rank(), Team::size());
    const std::uint32_t behind = ~Team::least(~mine);
#if ARK_DEVICE_PASS
    detail::fence_acquire<among_warps>();
    Team::sync();
    detail::fence_release<among_warps>();
#endif
    if (Team::leader()) ring().raise_delivered(shown_ - behind);
    set(lagging, !counts().covers(behind));
  }
  [[nodiscard]] ARK_HOST_DEVICE detail::shared_counts counts() const {
    return {state().sm->delivered, step_};
  }
  ARK_HOST_DEVICE void publish_count() const {
    if (Team::leader()) counts().publish(static_cast<std::uint32_t>(shown_) & (step_ - 1), shown_);
  }
  static constexpr detail::scope among_warps = detail::scope::device;

  /// There are deliveries of the last round that are not published.
  static constexpr std::uint32_t owing = 1;
  /// See end_at(), take_below().
  static constexpr std::uint32_t ending = 2, bound = 16;
  /// The ring's counts may not cover the warp's own yet.
  static constexpr std::uint32_t lagging = 4;
  /// The parity of the lane's next load.
  static constexpr std::uint32_t odd_load = 8;
  [[nodiscard]] ARK_HOST_DEVICE bool is(std::uint32_t what) const { return (is_ & what) != 0; }
  ARK_HOST_DEVICE void set(std::uint32_t what, bool on) { is_ = on ? is_ | what : is_ & ~what; }

  // Tickets have 32 bits, to save registers: those in flight, and those up to a known end, span far
  // less.
  detail::device_state* state_;
  std::uint64_t shown_;    ///< the warp's tickets below this are published as delivered
  std::uint32_t next_;     ///< ticket to take next
  std::uint32_t end_ = 0;  ///< see take_below()
  std::uint32_t step_;     ///< the number of serving warps
  std::uint32_t is_ = 0;   ///< owing, ending and so on, in one register
  stages through_;
  channel own_[each];
};

}  // namespace ark::device::sm
