#include "ring_drain.hpp"

#include <algorithm>
#include <ark/errc.hpp>

#include "proxy_failure.hpp"
#include "queue/queue_engine.hpp"

namespace ark::proxy {

namespace {

using detail::descriptor;
using detail::descriptor_op;
namespace field = detail::field;

message_kind kind_of(descriptor_op op) {
  switch (op) {
    case descriptor_op::put:
      return message_kind::put;
    case descriptor_op::get:
      return message_kind::get;
    case descriptor_op::put_inline:
      return message_kind::put_inline;
    case descriptor_op::amo:
      return message_kind::amo;
    case descriptor_op::amo_fetch:
      return message_kind::amo_fetch;
    case descriptor_op::put_add:
      return message_kind::put_add;
    case descriptor_op::signal:
    case descriptor_op::nop:
    case descriptor_op::fence:
    case descriptor_op::gather:
    case descriptor_op::scatter:
      break;
  }
  return message_kind::signal;
}

message header_for(const descriptor& d) {
  message header;
  header.kind = kind_of(d.op());
  header.bytes = d.bytes();
  header.value = d.value();
  header.offset = d.get(d.op() == descriptor_op::get ? field::source : field::dest);
  if (header.kind == message_kind::amo || header.kind == message_kind::amo_fetch) {
    header.amo = static_cast<detail::amo_op>(d.get(field::amo));
    header.condition = d.condition();
    return header;
  }
  header.signal = static_cast<detail::signal_op>(d.get(field::signal_kind));
  header.signal_offset = header.signal == detail::signal_op::none ? 0 : d.get(field::signal_offset);
  if (header.kind == message_kind::put_inline) header.condition = d.payload();
  if (header.kind == message_kind::put_add) header.condition = d.get(field::element);
  return header;
}

}  // namespace

bool ring_drain::take(unsigned ring) {
  if (beginning_[ring] != sent_operation::not_a_part) return next_part(ring);
  if (lists_.holds(ring)) return lists_.next(ring);
  ring_consumer& from = rings_[ring];
  descriptor d;
  if (!from.peek(d)) return false;
  const bool goes_out = d.op() < descriptor_op::gather && !detail::is_order(d.op());
  if (goes_out && d.pe() < state_.n_pes && links_[d.pe()].blocked()) {
    from.mark_stalled();
    return false;
  }
  start(d, ring);
  return true;
}

void ring_drain::start(const descriptor& d, unsigned ring) {
  ring_consumer& from = rings_[ring];
  const std::uint64_t ticket = from.take();
  begun_bytes_ += sizeof d;
  if (d.wants_reply() && from.ring().replies().exist()) from.ring().replies().give(ticket);
  const descriptor_fault why =
      descriptor_refusal(state_, d, detail::peer_route::proxy, from.ring().replies().exist());
  if (why != descriptor_fault::none) {
    descriptor_failed(state_, errc::bad_descriptor, d, why, "proxy",
                      {from.ring().head(), from.taken(), from.done()});
    if (from.trace() != nullptr) from.trace()->refused(d, ticket);
    return from.retire(ticket);
  }
  if (from.trace() != nullptr) from.trace()->taken(d, ticket);
  switch (d.op()) {
    case descriptor_op::fence:
      operations_.fence();
      return from.retire(ticket);
    case descriptor_op::nop:
      return from.retire(ticket);
    case descriptor_op::put:
    case descriptor_op::get:
    case descriptor_op::put_inline:
    case descriptor_op::amo:
    case descriptor_op::amo_fetch:
    case descriptor_op::signal:
    case descriptor_op::put_add:
      return start_operation(d, ring, ticket);
    case descriptor_op::gather:
    case descriptor_op::scatter:
      return lists_.begin(d, ring, ticket);
  }
}

void ring_drain::start_operation(const descriptor& d, unsigned ring, std::uint64_t ticket) {
  ring_consumer& from = rings_[ring];
  const int pe = d.pe();
  peer_link& to = links_[pe];
  if (to.lost) {
    if (to.departed) return from.retire(ticket);  // in order, and after the last barrier
    failure_record record = proxy_failure(state_, errc::peer_failed, pe);
    record.op = detail::op_kind::ring_push;
    detail::failure_publish(state_, record);
    return from.retire(ticket);
  }
  const message header = header_for(d);
  sent_operation operation;
  operation.ring = ring;
  operation.ticket = ticket;
  operation.source_read = !carries_source(header.kind);
  if (header.kind == message_kind::get || header.kind == message_kind::amo_fetch) {
    operation.answered = false;
    operation.answer_bytes = header.bytes;
    operation.answer_into =
        d.wants_reply() ? reinterpret_cast<std::byte*>(from.ring().replies().of(ticket).value)
                        : reinterpret_cast<std::byte*>(d.get(
                              header.kind == message_kind::get ? field::dest : field::source));
  }
  const auto* const source = carries_source(header.kind)
                                 ? reinterpret_cast<const std::byte*>(d.get(field::source))
                                 : nullptr;
  if (header.kind == message_kind::get && one_sided_.read(pe, header, operation)) {
    begun_bytes_ += header.bytes;
    return;
  }
  operations_.order(to);
  if (const window* there = one_sided_.window_for_put(pe, header, source)) {
    begun_bytes_ += header.bytes;
    one_sided_.write(*there, pe, header, operation, {source, header.bytes});
  } else if (const std::uint64_t part = part_bytes(pe, header)) {
    start_chunked({.ring = ring,
                   .ticket = ticket,
                   .pe = pe,
                   .whole = header,
                   .source = source,
                   .into = operation.answer_into,
                   .part_bytes = part});
  } else {
    begun_bytes_ += header.bytes;
    if (operation.source_read) from.source_read(ticket);
    operations_.issue(to, pe, header, operation, source);
  }
}

/// Chunk size of a put or get; 0: it is not divided.
std::uint64_t ring_drain::part_bytes(int pe, const message& header) {
  if (!carries_source(header.kind) && header.kind != message_kind::get) return 0;
  std::uint64_t part = transport_.part_bytes(pe);
  if (gpu_ && (part == 0 || part > gpu_pipeline::most_bytes)) part = gpu_pipeline::most_bytes;
  return header.bytes > part ? part : 0;
}

/// The ring waits until all chunks have begun, so that later descriptors stay in it.
void ring_drain::start_chunked(chunked_transfer&& transfer) {
  const unsigned ring = transfer.ring;
  beginning_[ring] = chunked_.add(std::move(transfer));
  next_part(ring);
}

/// Begin the next chunk of this ring's chunked transfer. False if that has to wait.
bool ring_drain::next_part(unsigned ring) {
  const std::size_t number = beginning_[ring];
  chunked_transfer& transfer = chunked_[number];
  peer_link& to = links_[transfer.pe];
  if (to.blocked()) {
    rings_[ring].mark_stalled();
    return false;
  }
  if (to.lost) {  // there is a failure, which ends every wait
    transfer.whole.bytes = transfer.begun;
    beginning_[ring] = sent_operation::not_a_part;
    chunked_.end_if_complete(number);
    return true;
  }
  const std::uint64_t at = transfer.begun;
  message header = transfer.whole;
  header.bytes = std::min(transfer.part_bytes, transfer.whole.bytes - at);
  header.offset += at;
  sent_operation part;
  part.ring = ring;
  part.ticket = transfer.ticket;
  part.part_of = number;
  const std::byte* source = nullptr;
  if (transfer.into != nullptr) {
    part.source_read = true;
    part.answered = false;
    part.answer_bytes = header.bytes;
    part.answer_into = transfer.into + at;
  } else {
    source = transfer.source + at;
    ++transfer.unread;
  }
  ++transfer.open;
  transfer.begun += header.bytes;
  begun_bytes_ += header.bytes;
  if (transfer.all_begun()) {
    beginning_[ring] = sent_operation::not_a_part;
    // The signal comes after the data of all chunks.
    if (header.signal != detail::signal_op::none) header.after = to.out.last();
  } else {
    header.signal = detail::signal_op::none;
    header.signal_offset = header.value = 0;
  }
  operations_.issue(to, transfer.pe, header, part, source);
  return true;
}

bool ring_drain::may_sleep() {
  for (std::size_t ring = 0; ring < rings_.size(); ++ring) {
    const std::size_t number = beginning_[ring];
    if (number != sent_operation::not_a_part && !links_[chunked_[number].pe].blocked())
      return false;
    if (!rings_[ring].may_sleep(lists_.holds(static_cast<unsigned>(ring)))) return false;
  }
  return true;
}

}  // namespace ark::proxy
