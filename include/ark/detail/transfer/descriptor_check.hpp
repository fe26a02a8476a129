// The checks of a descriptor. Every engine makes them before it accesses memory for one.
#pragma once

#include <ark/detail/failure/failure.hpp>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/queue/ring_view.hpp>
#include <ark/detail/state/device_state.hpp>
#include <ark/detail/transfer/operation.hpp>
#include <cstdint>

namespace ark::detail {

/// The offset of the data in the other PE's heap; no_offset for a list.
ARK_HOST_DEVICE inline std::uint64_t remote_offset(const descriptor& d) {
  if (is_list(d.op())) return no_offset;
  return d.op() == descriptor_op::get ? d.get(field::source) : d.get(field::dest);
}

namespace descriptor_rules {

/// `unit`: a power of two.
ARK_HOST_DEVICE constexpr bool is_multiple(std::uint64_t value, std::uint64_t unit) {
  return (value & (unit - 1)) == 0;
}

ARK_HOST_DEVICE inline descriptor_fault signal_refusal(const descriptor& d, std::uint64_t heap) {
  const std::uint64_t signal = d.get(field::signal_kind), offset = d.get(field::signal_offset);
  if (signal >= signal_op_count) return descriptor_fault::signal_operation;
  if (d.op() == descriptor_op::signal && signal == 0)
    return descriptor_fault::signal_without_operation;
  if (d.op() == descriptor_op::get && signal != 0) return descriptor_fault::signal_of_get;
  if (signal != 0 && (offset > heap || heap - offset < 8)) return descriptor_fault::signal_range;
  if (signal != 0 && offset % 8 != 0) return descriptor_fault::signal_alignment;
  return descriptor_fault::none;
}

/// Check a descriptor whose reply goes to the reply slot.
ARK_HOST_DEVICE inline descriptor_fault reply_slot_refusal(const descriptor& d) {
  if (d.op() != descriptor_op::get && d.op() != descriptor_op::amo_fetch)
    return descriptor_fault::reply_without_answer;
  if (d.bytes() > reply_bytes) return descriptor_fault::reply_length;
  return descriptor_fault::none;
}

ARK_HOST_DEVICE inline descriptor_fault atomic_refusal(const descriptor& d) {
  const std::uint64_t bytes = d.bytes();
  if (d.get(field::amo) >= amo_op_count) return descriptor_fault::atomic;
  if (bytes != 4 && bytes != 8) return descriptor_fault::atomic_width;
  if (d.get(field::width_log2) != (bytes == 8 ? 3u : 2u)) return descriptor_fault::atomic_width;
  if (!is_multiple(d.get(field::dest), bytes)) return descriptor_fault::atomic_alignment;
  if (d.op() == descriptor_op::amo_fetch && !d.wants_reply() &&
      (d.get(field::source) == 0 || !is_multiple(d.get(field::source), bytes))) {
    return descriptor_fault::result;
  }
  return descriptor_fault::none;
}

/// Check a list as a whole; piece_refusal checks each piece.
ARK_HOST_DEVICE inline descriptor_fault list_refusal(const descriptor& d) {
  const std::uint64_t pieces = d.get(field::pieces);
  if (pieces != 0 && d.get(field::source) == 0) return descriptor_fault::null_list;
  if (d.bytes() != 0 && d.get(field::dest) == 0) return descriptor_fault::null_batch;
  if (d.bytes() != 0 && pieces == 0) return descriptor_fault::lists_bytes;
  return descriptor_fault::none;
}

ARK_HOST_DEVICE inline descriptor_fault put_add_refusal(const descriptor& d) {
  if (d.get(field::element) >= element_kind_count) return descriptor_fault::element;
  const std::uint64_t each = element_bytes(d.element());
  if (!is_multiple(d.bytes(), each)) return descriptor_fault::partial_elements;
  if (!is_multiple(d.get(field::dest), each)) return descriptor_fault::element_alignment;
  if (d.get(field::source) == 0) return descriptor_fault::source;
  if (!is_multiple(d.get(field::source), each)) return descriptor_fault::source_alignment;
  return descriptor_fault::none;
}

}  // namespace descriptor_rules

/// The facts of a descriptor's target PE that a check needs.
struct peer_facts {
  bool exists;
  peer_route route;          ///< if it exists
  std::uint64_t heap_bytes;  ///< committed bytes
};
ARK_HOST_DEVICE inline peer_facts facts_of(const device_state& state, int pe) {
  const bool exists = static_cast<unsigned>(pe) < static_cast<unsigned>(state.n_pes);
  // The poster has read the heap's size before using it, and the descriptor was acquired after its
  // post.
  return {exists, exists ? state.peers[pe].route : peer_route::unreachable,
          load_relaxed(&state.heap_bytes)};
}

/// The reason why an engine that serves PEs of `route` must not execute `d`; none if it may. Checks
/// every field that is used as an address or as an index: heap ranges, PE, alignment, operation
/// codes, and the checksum if there is one. Local addresses are checked for null and, where the
/// operation needs it, for alignment. `reply_slots`: the ring has reply slots.
ARK_HOST_DEVICE inline descriptor_fault descriptor_refusal(const peer_facts& peer,
                                                           const descriptor& d, peer_route route,
                                                           bool reply_slots = false) {
  const std::uint64_t checksum = d.get(field::checksum);
  if (checksum != 0 && checksum != stored_checksum(d)) return descriptor_fault::checksum;
  if (d.get(field::op) >= descriptor_op_count) return descriptor_fault::operation;
  const descriptor_op kind = d.op();
  const std::uint64_t cache = d.get(field::cache);
  const std::uint64_t wants_reply = reply_slots ? d.get(field::wants_reply) : 0;
  if (d.get(field::flags) !=
      (cache | wants_reply << (field::wants_reply.shift - field::flags.shift)))
    return descriptor_fault::flags;
  if (cache >= cache_policy_count) return descriptor_fault::cache_policy;
  const bool copies = kind == descriptor_op::put || kind == descriptor_op::get;
  if (cache != 0 && !copies) return descriptor_fault::cache_without_copy;
  if (wants_reply != 0) {
    const descriptor_fault why = descriptor_rules::reply_slot_refusal(d);
    if (why != descriptor_fault::none) return why;
  }
  // An engine keeps no order among descriptors: engine rings contain no fences.
  if (kind == descriptor_op::fence && route == peer_route::mapped)
    return descriptor_fault::operation;
  if (is_order(kind)) return descriptor_fault::none;
  const std::uint64_t heap = peer.heap_bytes;
  if (!peer.exists) return descriptor_fault::pe;
  // The proxy also executes lists with pieces of mapped PEs, and sends their signals to those.
  if (peer.route != route && !(is_list(kind) && peer.route == peer_route::mapped))
    return route == peer_route::mapped ? descriptor_fault::not_mapped
                                       : descriptor_fault::not_by_proxy;
  const bool atomic = kind == descriptor_op::amo || kind == descriptor_op::amo_fetch;
  if (!atomic) {
    const descriptor_fault why = descriptor_rules::signal_refusal(d, heap);
    if (why != descriptor_fault::none) return why;
  }
  if (kind == descriptor_op::signal) return descriptor_fault::none;
  if (is_list(kind)) return descriptor_rules::list_refusal(d);
  const std::uint64_t bytes = d.bytes();
  const std::uint64_t offset = remote_offset(d);
  if (offset > heap || bytes > heap - offset) return descriptor_fault::range;
  if (kind == descriptor_op::put_inline && (bytes < 1 || bytes > 8))
    return descriptor_fault::inline_bytes;
  if (kind == descriptor_op::put && d.get(field::source) == 0) return descriptor_fault::source;
  if (kind == descriptor_op::get && !d.wants_reply() && d.get(field::dest) == 0)
    return descriptor_fault::dest;
  if (kind == descriptor_op::put_add) return descriptor_rules::put_add_refusal(d);
  return atomic ? descriptor_rules::atomic_refusal(d) : descriptor_fault::none;
}

/// Fast path: true for a put without options, or an inline put, to a mapped PE for which
/// descriptor_refusal() returns none; most operations that an SM engine executes itself. Without
/// branches, each of which costs a GPU more than the test that it would skip.
ARK_HOST_DEVICE inline bool is_plain_put(const peer_facts& peer, const descriptor& d) {
  const std::uint64_t kind = d.word[0] & ((std::uint64_t{1} << field::pe.shift) - 1);
  const bool put = kind == static_cast<std::uint64_t>(descriptor_op::put);
  const bool in_slot = kind == static_cast<std::uint64_t>(descriptor_op::put_inline);
  const std::uint64_t heap = peer.heap_bytes, bytes = d.bytes(), offset = d.get(field::dest);
  const std::uint64_t signal = d.get(field::signal_kind), at = d.get(field::signal_offset);
  const bool payload = (put & (d.get(field::source) != 0)) | (in_slot & (bytes - 1 < 8));
  const bool range = (offset <= heap) & (bytes <= heap - offset);
  const bool word = (at <= heap) & (heap - at >= 8) & (at % 8 == 0);
  return peer.exists & (peer.route == peer_route::mapped) & (d.get(field::checksum) == 0) &
         payload & range & (signal < signal_op_count) & ((signal == 0) | word);
}

ARK_HOST_DEVICE inline descriptor_fault descriptor_refusal(const device_state& state,
                                                           const descriptor& d, peer_route route,
                                                           bool reply_slots = false) {
  return descriptor_refusal(facts_of(state, d.pe()), d, route, reply_slots);
}

/// The `seen` and `expected` of a failure with failure_reason::descriptor.
ARK_HOST_DEVICE inline std::uint64_t fault_seen(descriptor_fault why, const descriptor& d) {
  return static_cast<std::uint64_t>(why) | d.get(field::op) << 8;
}

}  // namespace ark::detail
