// What a channel of the SM engine does with a descriptor that is no plain put of a moderate size: a
// check of all fields, lists, and parts of shared transfers.
//
// These functions read the descriptor from its slot: in registers it would take sixteen. They are
// inline: out of line, the registers of caller and callee would add up (design/0044).
#pragma once

#include <ark/detail/queue/ring_view.hpp>
#include <ark/detail/queue/sm_workspace.hpp>
#include <ark/detail/transfer/descriptor_check.hpp>
#include <ark/detail/transfer/operation.hpp>
#include <ark/detail/transfer/pieces.hpp>
#include <ark/device/engine/channel.hpp>
#include <ark/device/engine/shared_transfers.hpp>
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

/// Set the channel to `most` bytes from byte `first` on of the transfer `d`.
ARK_HOST_DEVICE inline void set_bytes(const detail::device_state& state, channel& c,
                                      const detail::descriptor& d, std::uint64_t first,
                                      std::uint64_t most) {
  const std::uint64_t dest = d.get(detail::field::dest) + first;
  const std::uint64_t source = d.get(detail::field::source) + first;
  const std::uint64_t base = state.peers[d.pe()].heap_base, left = d.bytes() - first;
  const bool gets = c.has(channel::writes_here);
  c.dest = reinterpret_cast<std::byte*>(gets ? dest : base + dest);
  c.source = reinterpret_cast<const std::byte*>(gets ? base + source : source);
  c.left = static_cast<std::uint32_t>(left < most ? left : most);
}

/// The channel of `ticket` and `flags`, which have a place, with the next part of the transfer
/// there. If none is left, its step is `others` if it owns the transfer, else none. A helper's
/// place may have another transfer than at its last claim.
ARK_HOST_DEVICE inline channel claimed(detail::device_state& state, std::uint32_t ticket,
                                       std::uint32_t flags) {
  const shared_transfers shared(state.sm->shared);
  channel c;
  c.ticket = ticket;
  c.state = flags;
  const shared_part part = shared.claim(c.place());
  if (part.count == 0) {
    c.go(c.has(channel::owns) ? channel_step::others : channel_step::none);
    return c;
  }
  c.ticket = static_cast<std::uint32_t>(shared.ticket(c.place()));
  const detail::descriptor& d = slot_of(state, c.ticket);
  const bool adds = d.op() == detail::descriptor_op::put_add;
  c.set(adds ? channel_step::add : channel_step::copy,
        (c.state & (channel::owns | channel::has_signal)) | channel::shares |
            c.place() << channel::place_shift |
            (d.op() == detail::descriptor_op::get ? channel::writes_here : 0) |
            (adds ? static_cast<std::uint32_t>(d.element()) << channel::element_shift : 0));
  const std::uint64_t each = options_of(state).part_bytes;
  set_bytes(state, c, d, part.number * each, each);
  return c;
}

/// What a channel does with a descriptor that has passed the check, or has not.
struct inspected {
  channel_step step = channel_step::ended;
  std::uint32_t flags = channel::owns;
  bool refused = false;
};
/// The full check of the descriptor of `ticket`, with the record of a refusal.
ARK_HOST_DEVICE inline inspected inspect(detail::device_state& state, std::uint32_t ticket) {
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

/// The channel with the next bytes of its list, of which `at` is the position; or with the end of
/// the list: without the signal after a failure of the PE, when the list may be gone, and at a bad
/// piece, which is recorded: the list has changed since it was posted.
ARK_HOST_DEVICE inline channel next_of_list(detail::device_state& state, channel c,
                                            detail::sm_list_cursor& at) {
  constexpr std::uint64_t most = std::uint64_t{1} << 30;  // a channel counts in 32 bits
  const detail::descriptor& d = slot_of(state, c.ticket);
  const auto* const pieces = reinterpret_cast<const ark_piece*>(d.get(detail::field::source));
  const bool gathers = d.op() == detail::descriptor_op::gather;
  bool failed = status(state) != errc::ok;
  ARK_NO_UNROLL
  while (!failed && at.index != d.get(detail::field::pieces)) {
    const ark_piece piece = pieces[at.index];
    detail::descriptor_fault why = detail::piece_refusal(state, piece, false);
    const std::uint64_t left = piece.bytes - at.within;
    if (why == detail::descriptor_fault::none &&
        (at.within > piece.bytes || left > d.bytes() - at.batch))
      why = detail::descriptor_fault::lists_changed;
    if (why != detail::descriptor_fault::none) {
      const auto op = gathers ? detail::op_kind::gather : detail::op_kind::scatter;
      fail(state, {errc::bad_descriptor, op, detail::failure_reason::piece}, piece.pe,
           detail::piece_offset(state, piece), piece.bytes, detail::piece_seen(why, at.index));
      failed = true;
    } else if (left == 0) {
      ++at.index;
      at.within = 0;
    } else {
      std::byte* const there = detail::piece_address(state, piece) + at.within;
      std::byte* const here = reinterpret_cast<std::byte*>(d.get(detail::field::dest)) + at.batch;
      c.dest = gathers ? here : there;
      c.source = gathers ? there : here;
      c.left = static_cast<std::uint32_t>(left < most ? left : most);
      at.within += c.left;
      at.batch += c.left;
      c.go(channel_step::copy);
      return c;
    }
  }
  c.state &= ~(failed ? channel::lists | channel::has_signal : channel::lists);
  c.moved();
  return c;
}

/// The channel, whose step is `odd`, with what it does next. `list`: its position in a list. A
/// shared transfer is offered: its parts have to be claimed. The step is still `odd` if there are
/// too many of them, and before the first bytes of a list.
ARK_HOST_DEVICE inline channel accept_odd(detail::device_state& state, channel c,
                                          detail::sm_list_cursor& list) {
  if (c.has(channel::lists)) return next_of_list(state, c, list);
  const inspected found = inspect(state, c.ticket);
  const detail::descriptor& d = slot_of(state, c.ticket);
  c.set(found.step, found.flags);
  if (c.moves()) {
    const std::uint64_t bytes = d.bytes(), part = options_of(state).part_bytes;
    if (bytes <= part) {
      set_bytes(state, c, d, 0, bytes);
    } else {
      const auto parts = static_cast<std::uint32_t>((bytes + part - 1) / part);
      const unsigned place = shared_transfers(state.sm->shared).offer(c.ticket, parts);
      if (place == shared_transfers::none) {
        c.set(channel_step::odd, channel::owns);
        return c;
      }
      c.state |= channel::shares | place << channel::place_shift;
      c.go(channel_step::others);
    }
  }
  trace::taken(state, ring_index(state), d, c.ticket, found.refused);
  list = {};
  return c;
}

}  // namespace ark::device::sm
