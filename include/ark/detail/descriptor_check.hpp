// The checks of a descriptor. Every engine makes them before it accesses memory for one.
#pragma once

#include <ark/detail/atomics.hpp>
#include <ark/detail/descriptor.hpp>
#include <ark/detail/device_state.hpp>
#include <ark/detail/operation.hpp>
#include <ark/detail/record_text.hpp>
#include <ark/detail/ring_view.hpp>
#include <cstdint>

namespace ark::detail {

/// The offset of the data in the other PE's heap.
ARK_HOST_DEVICE inline std::uint64_t remote_offset(const descriptor& d) {
  return d.op() == descriptor_op::get ? d.get(field::source) : d.get(field::dest);
}

namespace descriptor_rules {

ARK_HOST_DEVICE inline const char* signal_refusal(const descriptor& d, std::uint64_t heap) {
  const std::uint64_t signal = d.get(field::signal_kind), offset = d.get(field::signal_offset);
  if (signal >= signal_op_count) return "unknown signal operation";
  if (d.op() == descriptor_op::signal && signal == 0) return "signal without an operation";
  if (d.op() == descriptor_op::get && signal != 0) return "signal of a get";
  if (signal != 0 && (offset > heap || heap - offset < 8)) return "signal outside the heap";
  if (signal != 0 && offset % 8 != 0) return "signal not aligned";
  return nullptr;
}

/// For a descriptor whose answer goes to the reply slot.
ARK_HOST_DEVICE inline const char* reply_slot_refusal(const descriptor& d) {
  if (d.op() != descriptor_op::get && d.op() != descriptor_op::amo_fetch)
    return "reply slot without an answer";
  if (d.bytes() > reply_bytes) return "reply slot of more than 16 bytes";
  return nullptr;
}

ARK_HOST_DEVICE inline const char* atomic_refusal(const descriptor& d) {
  const std::uint64_t bytes = d.bytes();
  if (d.get(field::amo) >= amo_op_count) return "unknown atomic";
  if (bytes != 4 && bytes != 8) return "atomic width";
  if (d.get(field::width_log2) != (bytes == 8 ? 3u : 2u)) return "atomic width";
  if (d.get(field::dest) % bytes != 0) return "atomic not aligned";
  if (d.op() == descriptor_op::amo_fetch && !d.wants_reply() &&
      (d.get(field::source) == 0 || d.get(field::source) % bytes != 0)) {
    return "result address";
  }
  return nullptr;
}

ARK_HOST_DEVICE inline const char* put_add_refusal(const descriptor& d) {
  if (d.get(field::element) >= element_kind_count) return "unknown element";
  const std::uint64_t each = element_bytes(d.element());
  if (d.bytes() % each != 0) return "not whole elements";
  if (d.get(field::dest) % each != 0) return "elements not aligned";
  if (d.get(field::source) == 0) return "null source";
  if (d.get(field::source) % each != 0) return "source not aligned";
  return nullptr;
}

}  // namespace descriptor_rules

/// What a check needs of the PE that a descriptor is for.
struct peer_facts {
  bool exists;
  peer_route route;          ///< if it exists
  std::uint64_t heap_bytes;  ///< committed
};
ARK_HOST_DEVICE inline peer_facts facts_of(const device_state& state, int pe) {
  const bool exists = static_cast<unsigned>(pe) < static_cast<unsigned>(state.n_pes);
  // The poster has seen as much of the heap as it has used, and its post has been acquired.
  return {exists, exists ? state.peers[pe].route : peer_route::unreachable,
          load_relaxed(&state.heap_bytes)};
}

/// The reason why an engine that serves PEs of `route` must not execute `d`; null if it may. Checks
/// every field that is used as an address or as an index: heap ranges, PE, alignment, operation
/// codes, and the checksum if there is one. Local addresses are checked for null and, where the
/// operation needs it, for alignment. `reply_slots`: the ring has reply slots.
ARK_HOST_DEVICE inline const char* descriptor_refusal(const peer_facts& peer, const descriptor& d,
                                                      peer_route route, bool reply_slots = false) {
  const std::uint64_t checksum = d.get(field::checksum);
  if (checksum != 0 && checksum != descriptor_checksum(d)) return "checksum";
  if (d.get(field::op) >= descriptor_op_count) return "unknown operation";
  const descriptor_op kind = d.op();
  const std::uint64_t cache = d.get(field::cache);
  const std::uint64_t wants_reply = reply_slots ? d.get(field::wants_reply) : 0;
  if (d.get(field::flags) !=
      (cache | wants_reply << (field::wants_reply.shift - field::flags.shift)))
    return "unknown flags";
  if (cache >= cache_policy_count) return "unknown cache policy";
  const bool copies = kind == descriptor_op::put || kind == descriptor_op::get;
  if (cache != 0 && !copies) return "cache policy without a transfer";
  if (wants_reply != 0) {
    if (const char* why = descriptor_rules::reply_slot_refusal(d)) return why;
  }
  if (is_order(kind)) return nullptr;
  const std::uint64_t heap = peer.heap_bytes;
  if (!peer.exists) return "PE out of range";
  if (peer.route != route)
    return route == peer_route::mapped ? "PE not mapped" : "PE not reached by the proxy";
  const bool atomic = kind == descriptor_op::amo || kind == descriptor_op::amo_fetch;
  if (!atomic) {
    if (const char* why = descriptor_rules::signal_refusal(d, heap)) return why;
  }
  if (kind == descriptor_op::signal) return nullptr;
  const std::uint64_t bytes = d.bytes();
  const std::uint64_t offset = remote_offset(d);
  if (offset > heap || bytes > heap - offset) return "range outside the heap";
  if (kind == descriptor_op::put_inline && (bytes < 1 || bytes > 8)) return "inline length";
  if (kind == descriptor_op::put && d.get(field::source) == 0) return "null source";
  if (kind == descriptor_op::get && !d.wants_reply() && d.get(field::dest) == 0)
    return "null destination";
  if (kind == descriptor_op::put_add) return descriptor_rules::put_add_refusal(d);
  return atomic ? descriptor_rules::atomic_refusal(d) : nullptr;
}

ARK_HOST_DEVICE inline const char* descriptor_refusal(const device_state& state,
                                                      const descriptor& d, peer_route route,
                                                      bool reply_slots = false) {
  return descriptor_refusal(facts_of(state, d.pe()), d, route, reply_slots);
}

/// The record of a descriptor that `engine` has refused (bad_descriptor) or could not execute
/// (engine_failed).
ARK_HOST_DEVICE ARK_COLD inline failure_record descriptor_record(errc code, const descriptor& d,
                                                                 const char* why,
                                                                 const char* engine,
                                                                 const ring_position& at) {
  failure_record record;
  record.code = code;
  record.op = op_kind::ring_push;
  record.peer = d.pe();
  record.offset_bytes = static_cast<std::int64_t>(remote_offset(d));
  record.ring_head = at.head;
  record.ring_tail = at.tail;
  record.ring_done = at.done;
  for (unsigned i = 0; engine[i] != '\0' && i + 1 < sizeof record.engine; ++i)
    record.engine[i] = engine[i];
  record_text(record)
      .say(code == errc::bad_descriptor ? "descriptor refused: " : "descriptor failed: ")
      .say(why)
      .say(" (op ")
      .number(d.get(field::op))
      .say(", ")
      .number(d.bytes())
      .say(" bytes)");
  return record;
}

}  // namespace ark::detail
