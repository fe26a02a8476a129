// One warp of the SM engine: its lanes are channels, which take descriptors from the ring, move the
// data together, and deliver signals behind one fence per round.
#pragma once

#include <ark/detail/queue/ring.hpp>
#include <ark/detail/queue/shared_counts.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/transfer/descriptor_check.hpp>
#include <ark/detail/transfer/operation.hpp>
#include <ark/detail/transfer/pieces.hpp>
#include <ark/device/engine/channel.hpp>
#include <ark/device/engine/copy_piece.hpp>
#include <ark/device/engine/execute.hpp>
#include <ark/device/engine/shared_transfers.hpp>
#include <ark/device/state/address.hpp>
#include <ark/device/state/context.hpp>
#include <ark/device/transfer/transfer_trace.hpp>
#include <cstdint>

namespace ark::device::sm {

/// The SM engine's ring is the first after the CPU engine's.
ARK_HOST_DEVICE inline unsigned ring_index(const detail::device_state& state) {
  return state.ring_count;
}
/// The descriptor of a ticket in its slot, where it stays until the ticket is delivered.
ARK_HOST_DEVICE inline const detail::descriptor& slot_of(const detail::device_state& state,
                                                         std::uint64_t ticket) {
  const detail::ring_view& view = state.rings[ring_index(state)];
  return *reinterpret_cast<const detail::descriptor*>(view.slot(ticket));
}

/// The options of the PE's engine. A GPU's are constants.
ARK_HOST_DEVICE inline detail::sm_options options_of(
    [[maybe_unused]] const detail::device_state& state) {
#if ARK_DEVICE_PASS
  return {};
#else
  return state.sm->options;
#endif
}

/// The tickets that a warp serves: those from `served` on that are `index` modulo `warps`, a power
/// of two up to detail::sm_most_warps and the ring's slots.
struct ticket_share {
  std::uint64_t served;
  std::uint32_t index, warps;

  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t first() const {
    return served + ((index - served) & (warps - 1));
  }
};

/// What a channel does with a descriptor that has passed the check, or has not.
struct inspected {
  channel_step step = channel_step::ended;
  std::uint32_t flags = channel::owns;
  bool refused = false;
};
/// The full check of the descriptor of `ticket`, with the record of a refusal. Out of line, and
/// from its slot: in registers it would take sixteen.
ARK_HOST_DEVICE ARK_COLD inline inspected inspect(detail::device_state& state,
                                                  std::uint32_t ticket) {
  using enum detail::descriptor_op;
  const detail::descriptor& d = slot_of(state, ticket);
  inspected found;
  const detail::descriptor_fault why =
      detail::descriptor_refusal(state, d, detail::peer_route::mapped);
  if (why != detail::descriptor_fault::none) {
    const detail::failure_kind kind(errc::bad_descriptor, detail::op_kind::ring_push,
                                    detail::failure_reason::descriptor);
    fail(state, kind.at_ring(ring_index(state)), d.pe(), detail::remote_offset(d), d.bytes(),
         detail::fault_seen(why, d));
    found.refused = true;
    return found;
  }
  const detail::descriptor_op op = d.op();
  if (detail::is_order(op)) return found;
  const bool atomic = op == amo || op == amo_fetch;  // has its condition where others have a signal
  if (!atomic && d.get(detail::field::signal_kind) != 0) found.flags |= channel::has_signal;
  if (detail::is_list(op)) {
    found.flags |= channel::writes_here | channel::lists;  // after a failure the list may be gone
    found.step = channel_step::odd;
  } else if (op == signal) {
    found.step = channel_step::signal;
  } else if (!detail::is_transfer(op) || d.bytes() <= 8) {
    found.step = channel_step::word;
  } else {
    if (op == get) found.flags |= channel::writes_here;
    if (op == put_add)
      found.flags |= static_cast<std::uint32_t>(d.element()) << channel::element_shift;
    found.step = op == put_add ? channel_step::add : channel_step::copy;
  }
  return found;
}

/// Record that a list ends at its bad piece: it has changed since it was posted.
ARK_HOST_DEVICE ARK_COLD inline void list_failed(detail::device_state& state, std::uint32_t ticket,
                                                 std::uint64_t index,
                                                 detail::descriptor_fault why) {
  const detail::piece_list list = detail::list_of(slot_of(state, ticket));
  const ark_piece piece = list.pieces[index];
  const auto op = list.gathers ? detail::op_kind::gather : detail::op_kind::scatter;
  fail(state, {errc::bad_descriptor, op, detail::failure_reason::piece}, piece.pe,
       detail::piece_offset(state, piece), piece.bytes, detail::piece_seen(why, index));
}
/// The bytes of the list of `ticket` that move next, set in its cursor, which is then behind them.
/// 0: none is left. Otherwise, from 2^31 on, the list ends with the fault in the low bits: of the
/// cursor's piece, or of none after a failure of the PE, when the list may be gone. Out of line, as
/// inspect().
inline constexpr std::uint32_t list_ends = 1u << 31;
ARK_HOST_DEVICE ARK_COLD inline std::uint32_t next_part(const detail::device_state& state,
                                                        std::uint32_t ticket,
                                                        detail::sm_list_cursor& cursor) {
  if (detail::load_acquire(&state.status) != 0) return list_ends;
  const detail::descriptor& d = slot_of(state, ticket);
  ARK_NO_UNROLL
  for (; cursor.index != d.get(detail::field::pieces); ++cursor.index, cursor.within = 0) {
    const ark_piece piece =
        reinterpret_cast<const ark_piece*>(d.get(detail::field::source))[cursor.index];
    const detail::descriptor_fault why = detail::piece_refusal(state, piece, false);
    if (why != detail::descriptor_fault::none) return list_ends | static_cast<std::uint32_t>(why);
    if (cursor.within > piece.bytes || piece.bytes - cursor.within > d.bytes() - cursor.batch)
      return list_ends | static_cast<std::uint32_t>(detail::descriptor_fault::lists_changed);
    if (cursor.within == piece.bytes) continue;
    const std::uint64_t left = piece.bytes - cursor.within;
    const auto some = static_cast<std::uint32_t>(left < list_ends / 2 ? left : list_ends / 2);
    std::byte* const there = detail::piece_address(state, piece) + cursor.within;
    std::byte* const here = reinterpret_cast<std::byte*>(d.get(detail::field::dest)) + cursor.batch;
    const bool gathers = d.op() == detail::descriptor_op::gather;
    cursor.dest = gathers ? here : there;
    cursor.source = gathers ? there : here;
    cursor.within += some;
    cursor.batch += some;
    return some;
  }
  return 0;
}

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
      : state_(state),
        shown_(share.first()),
        next_(static_cast<std::uint32_t>(shown_)),
        step_(share.warps),
        through_(through) {
    publish_count();
  }

  /// A round, without any wait for another thread. True if it did anything.
  ARK_HOST_DEVICE bool round() {
    bool did = take();
    const std::uint32_t moving = which([](const channel& c) { return c.moves(); });
    if (moving != 0) move(moving);
    did |= settle();
    if (is(lagging)) catch_up();
    return did || moving != 0;
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

  [[nodiscard]] ARK_HOST_DEVICE detail::ring ring() const {
    return detail::ring(state_.rings[ring_index(state_)]);
  }
  [[nodiscard]] ARK_HOST_DEVICE shared_transfers shared() const {
    return shared_transfers(state_.sm->shared);
  }

  // --- The channels of all threads. A mask has a bit per channel.

  /// The channels for which `holds` is true.
  template <class Holds>
  [[nodiscard]] ARK_HOST_DEVICE std::uint32_t which(Holds&& holds) const {
    if constexpr (each == 1) {
      return Team::ballot(Team::rank() < channels && holds(own_[0]));
    } else {
      std::uint32_t mask = 0;
      for (unsigned i = 0; i < each; ++i) mask |= holds(own_[i]) ? 1u << i : 0u;
      return mask;
    }
  }
  /// By the thread of each channel in `mask`.
  template <class Use>
  ARK_HOST_DEVICE void each_in(std::uint32_t mask, Use&& use) {
    for (unsigned i = 0; i < each; ++i) {
      if ((mask >> (each == 1 ? Team::rank() : i) & 1) != 0) use(own_[i]);
    }
  }
  /// By all threads together, for each channel in `mask` in turn: use(get), where get(f) is f() of
  /// the channel, as a number.
  template <class Use>
  ARK_HOST_DEVICE void together(std::uint32_t mask, Use&& use) const {
    ARK_NO_UNROLL
    for (; mask != 0; mask &= mask - 1) {
      const unsigned at = lowest_bit(mask);
      use([&](auto&& f) -> std::uint64_t {
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
    const std::uint32_t odd = which([](const channel& c) { return c.in(channel_step::odd); });
    if (odd != 0) each_in(odd, [this](channel& c) { accept_odd(c); });
    return help(open) || taken != 0;
  }

  /// Fast path: a plain put that is not shared.
  ARK_HOST_DEVICE void accept(channel& c, const detail::descriptor& d, std::uint32_t ticket) {
    c.ticket = ticket;
    c.go(channel_step::odd);
    const peer_access to = peer_access_of(state_, d.pe());
    const bool plain = detail::is_plain_put({to.exists, to.peer.route, to.heap_bytes}, d);
    if (!plain || d.bytes() > options_of(state_).part_bytes) return;
    trace::taken(state_, ring_index(state_), d, ticket, false);
    c.set(d.bytes() > 8 ? channel_step::copy : channel_step::word,
          channel::owns |
              (d.get(detail::field::signal_kind) != 0 ? channel::has_signal : std::uint32_t{0}));
    c.dest = reinterpret_cast<std::byte*>(to.peer.heap_base + d.get(detail::field::dest));
    c.source = reinterpret_cast<const std::byte*>(d.get(detail::field::source));
    c.left = static_cast<std::uint32_t>(d.bytes());
    signal_early(c);
  }
  /// The rest of accept(), by the descriptor in its slot.
  ARK_HOST_DEVICE void accept_odd(channel& c) {
    if (c.has(channel::lists)) return go_on_in_list(c);
    const inspected found = inspect(state_, c.ticket);
    c.set(found.step, found.flags);
    if (c.moves()) {
      const std::uint64_t bytes = slot_of(state_, c.ticket).bytes();
      const std::uint64_t part = options_of(state_).part_bytes;
      if (bytes <= part) {
        set_bytes(c, 0, bytes);
      } else {
        const auto parts = static_cast<std::uint32_t>((bytes + part - 1) / part);
        const unsigned place = shared().offer(c.ticket, parts);
        if (place == shared_transfers::none) {
          c.go(channel_step::odd);  // again in the next round
          return;
        }
        c.state |= channel::shares | place << channel::place_shift;
        if (!claim(c)) c.go(channel_step::others);
      }
    }
    trace::taken(state_, ring_index(state_), slot_of(state_, c.ticket), c.ticket, found.refused);
    signal_early(c);
    if (c.has(channel::lists)) cursor_of(c) = {};  // its first piece: in the next round
  }
  [[nodiscard]] ARK_HOST_DEVICE detail::sm_list_cursor& cursor_of(const channel& c) const {
    const unsigned place = each == 1 ? Team::rank() : static_cast<unsigned>(&c - own_);
    return state_.sm->lists[static_cast<std::uint32_t>(shown_) & (step_ - 1)][place];
  }
  /// The channel's next piece, or the end of its list, without the signal if that has failed.
  ARK_HOST_DEVICE void go_on_in_list(channel& c) {
    detail::sm_list_cursor& cursor = cursor_of(c);
    const std::uint32_t part = next_part(state_, c.ticket, cursor);
    c.go(channel_step::copy);
    if (part != 0 && part < list_ends) {
      c.dest = cursor.dest;
      c.source = cursor.source;
      c.left = part;
      return;
    }
    c.state &= ~(part == 0 ? channel::lists : channel::lists | channel::has_signal);
    if (part > list_ends)
      list_failed(state_, c.ticket, cursor.index,
                  static_cast<detail::descriptor_fault>(part & (list_ends - 1)));
    c.moved();
  }
  /// Set the channel to `most` bytes from byte `first` on of its descriptor's transfer.
  ARK_HOST_DEVICE void set_bytes(channel& c, std::uint64_t first, std::uint64_t most) {
    const detail::descriptor& d = slot_of(state_, c.ticket);
    const std::uint64_t dest = d.get(detail::field::dest) + first;
    const std::uint64_t source = d.get(detail::field::source) + first;
    const std::uint64_t base = state_.peers[d.pe()].heap_base, left = d.bytes() - first;
    const bool gets = c.has(channel::writes_here);
    c.dest = reinterpret_cast<std::byte*>(gets ? dest : base + dest);
    c.source = reinterpret_cast<const std::byte*>(gets ? base + source : source);
    c.left = static_cast<std::uint32_t>(left < most ? left : most);
  }
  ARK_HOST_DEVICE void signal_early(const channel& c) {
    if constexpr (Order == signal_order::before_data) {
      if (!c.has(channel::has_signal)) return;
      deliver_signal(state_, slot_of(state_, c.ticket));
    }
  }

  // --- Shared transfers

  /// Claim a part of the transfer at the channel's place. False if none is left.
  ARK_HOST_DEVICE bool claim(channel& c) {
    const shared_part part = shared().claim(c.place());
    if (part.count == 0) return false;
    // A helper's place may have another transfer than at its last claim.
    c.ticket = static_cast<std::uint32_t>(shared().ticket(c.place()));
    const detail::descriptor& d = slot_of(state_, c.ticket);
    const bool adds = d.op() == detail::descriptor_op::put_add;
    c.set(adds ? channel_step::add : channel_step::copy,
          (c.state & (channel::owns | channel::has_signal)) | channel::shares |
              c.place() << channel::place_shift |
              (d.op() == detail::descriptor_op::get ? channel::writes_here : 0) |
              (adds ? static_cast<std::uint32_t>(d.element()) << channel::element_shift : 0));
    const std::uint64_t each_bytes = options_of(state_).part_bytes;
    set_bytes(c, part.number * each_bytes, each_bytes);
    return true;
  }
  /// Free channels claim parts. True if one did. `open`: of shared_transfers.
  ARK_HOST_DEVICE bool help(std::uint32_t open) {
    const unsigned at = shared_transfers::first_open(open, Team::rank());
    if (!Team::any(at != shared_transfers::none)) return false;
    const std::uint32_t idle = which([](const channel& c) { return c.in(channel_step::none); });
    bool did = false;
    each_in(at != shared_transfers::none ? idle : 0, [&](channel& c) {
      c.set(channel_step::none, channel::shares | at << channel::place_shift);
      did |= claim(c);
    });
    return Team::any(did);
  }

  // --- Moving data

  ARK_HOST_DEVICE void move(std::uint32_t moving) {
    // After a failure every waiter returns, and the destination of a get may have been reused.
    const auto gets = [](const channel& c) { return c.moves() && c.has(channel::writes_here); };
    if (const std::uint32_t mask = which(gets);
        mask != 0 && Team::any(detail::load_acquire(&state_.status) != 0))
      each_in(mask, [](channel& c) { c.left = 0; });
    std::uint32_t bulk = 0;  // bytes that the copy unit moves for this lane
#if ARK_BULK_COPY && ARK_DEVICE_PASS
    if (own_[0].in(channel_step::copy))
      bulk = bulk_bytes(through_, own_[0].dest, own_[0].source, own_[0].left);
    if (bulk != 0) bulk_begin(through_, own_[0].source, bulk);
#endif
    // What all threads move for a channel, behind the bytes of the copy unit.
    std::uint32_t by_threads = 0;
    const auto share = [&](const channel& c) {
      return c.moves() ? threads_share(c, bulk) : std::uint32_t{0};
    };
    if constexpr (each == 1) by_threads = share(own_[0]);
    const auto bytes_of = [&](const channel& c) { return each == 1 ? by_threads : share(c); };
    together(which([&](const channel& c) { return bytes_of(c) != 0; }), [&](auto&& get) {
      auto* const dest = reinterpret_cast<std::byte*>(
          get([&](const channel& c) { return reinterpret_cast<std::uint64_t>(c.dest) + bulk; }));
      const auto* const source = reinterpret_cast<const std::byte*>(
          get([&](const channel& c) { return reinterpret_cast<std::uint64_t>(c.source) + bulk; }));
      const auto bytes = static_cast<std::uint32_t>(get(bytes_of));
      constexpr std::uint64_t copies = 0xff;
      const std::uint64_t kind = get([](const channel& c) {
        return c.in(channel_step::add) ? static_cast<std::uint64_t>(c.element()) : copies;
      });
      if (kind == copies) return copy_piece<Team>(dest, source, bytes);
      add_piece<Team>(static_cast<detail::element_kind>(kind), dest, source, bytes);
    });
    each_in(moving, [&](channel& c) {
      const std::uint32_t moved = bulk + bytes_of(c);
#if ARK_BULK_COPY && ARK_DEVICE_PASS
      if (bulk != 0) {
        bulk_end(state_, through_, c.dest, bulk, is(odd_load) ? 1 : 0);
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
    const auto piece = static_cast<std::uint32_t>(options_of(state_).piece_bytes);
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
    const auto waits = [](const channel& c) { return c.in(channel_step::others); };
    if (const std::uint32_t mask = which(waits); mask != 0) {
      each_in(mask, [&](channel& c) {
        if (!shared().all_moved(c.place())) return;
        shared().take_back(c.place());
        c.state &= ~channel::shares;
        c.moved();
      });
    }
    const std::uint32_t acting = which([](const channel& c) {
      return c.in(channel_step::signal) || c.in(channel_step::word) || c.in(channel_step::part);
    });
    const std::uint32_t ended = which([](const channel& c) { return c.in(channel_step::ended); });
    if ((acting | ended) == 0 && !is(owing)) return false;
    Team::sync();
#if ARK_DEVICE_PASS
    detail::fence_release();
#endif
    release(ended);
    publish();
    set(owing, acting != 0);
    each_in(acting, [&](channel& c) { act(c); });
    return true;
  }
  ARK_HOST_DEVICE void act(channel& c) {
    if (c.in(channel_step::part)) {
      shared().count(c.place());
      if (!claim(c)) c.go(c.has(channel::owns) ? channel_step::others : channel_step::none);
      return;
    }
    if (c.in(channel_step::word)) {
      execute_word(state_, slot_of(state_, c.ticket));
      if (c.has(channel::has_signal)) {
        c.go(channel_step::signal);
        return;
      }
    } else if constexpr (Order == signal_order::after_data) {
      deliver_signal(state_, slot_of(state_, c.ticket));
    }
    trace::delivered(state_, ring_index(state_), c.ticket);
    c.go(channel_step::none);
  }
  ARK_HOST_DEVICE void release(std::uint32_t ended) {
    each_in(ended, [&](channel& c) {
      trace::delivered(state_, ring_index(state_), c.ticket);
      c.go(channel_step::none);
    });
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
    return {state_.sm->delivered, step_};
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
  detail::device_state& state_;
  std::uint64_t shown_;    ///< the warp's tickets below this are published as delivered
  std::uint32_t next_;     ///< ticket to take next
  std::uint32_t end_ = 0;  ///< see take_below()
  std::uint32_t step_;     ///< the number of serving warps
  std::uint32_t is_ = 0;   ///< owing, ending and so on, in one register
  stages through_;
  channel own_[each];
};

}  // namespace ark::device::sm
