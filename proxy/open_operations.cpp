#include "open_operations.hpp"

#include <algorithm>

#include "cookie.hpp"

namespace ark::proxy {

void open_operations::begin(peer_link& to, int pe, message& header,
                            const sent_operation& operation) {
  order(to);
  header.after = std::max(header.after, to.out.after());
  sent_operation counted = operation;
  counted.bytes = header.bytes;
  header.sequence = to.out.begin(counted);
  rings_[operation.ring].opened(header.bytes);
  const bool last =
      operation.part_of == sent_operation::not_a_part || chunked_[operation.part_of].all_begun();
  // Only the last operation of a window requests one; message_sender::request_acks() handles the
  // others.
  if (last && rings_[operation.ring].ring().awaited() == operation.ticket + 1) {
    header.ack_wanted = 1;
    to.out.ack_requested(header.sequence);
  }
  messages_.note_open(pe, to);
}

void open_operations::issue(peer_link& to, int pe, message header, const sent_operation& operation,
                            const std::byte* source) {
  begin(to, pe, header, operation);
  if (source == nullptr) return send(pe, header, {}, memory_kind::host);
  memory_kind kind = memory_kind::host;
  if (header.bytes != 0 && gpu_.far(source)) {
    if (!gpu_.sent_directly(source, header.bytes)) return read_and_send(pe, header, source);
    kind = memory_kind::gpu;
  }
  send(pe, header, {source, header.bytes}, kind);
}

/// Through a staging buffer that the transport can read. The operation has its number already;
/// later ones may be sent before it.
void open_operations::read_and_send(int pe, const message& header, const std::byte* source) {
  const std::size_t staged = gpu_->acquire(header.bytes);
  gpu_->read(gpu_->buffer(staged), source, header.bytes, [this, pe, header, staged] {
    sent_operation* operation = links_[pe].out.find(header.sequence);
    if (operation == nullptr) return gpu_.release(staged);  // the peer was lost meanwhile
    operation->staged = staged;
    send(pe, header, {gpu_->buffer(staged), header.bytes}, memory_kind::host);
  });
}

void open_operations::send(int pe, const message& header, std::span<const std::byte> data,
                           memory_kind kind) {
  // A single put may stay for one iteration: its caller, once it may reuse the source, often makes
  // the next put or waits for all, and both are then sent together.
  const bool urgent = messages_.urgent() || header.ack_wanted != 0 ||
                      header.signal != detail::signal_op::none ||
                      (!carries_source(header.kind) && header.kind != message_kind::put_inline);
  const transfer how =
      messages_.send(pe, header, data, cookie::of_operation(pe, header.sequence), kind);
  messages_.set_urgent(urgent);
  if (how == transfer::complete && carries_source(header.kind)) source_read(pe, header.sequence);
}

/// End an operation of which every byte has arrived.
void open_operations::end(const sent_operation& operation) {
  gpu_.release(operation.staged);
  drop(operation);
}

/// End an operation whose buffer the transport may still access.
void open_operations::drop(const sent_operation& operation) {
  rings_[operation.ring].closed(operation.bytes);
  if (operation.pack != sent_operation::not_a_part) return lists_.pack_ended(operation.pack);
  if (operation.part_of != sent_operation::not_a_part) return chunked_.part_ended(operation);
  ring_consumer& from = rings_[operation.ring];
  if (!operation.source_read) from.source_read(operation.ticket);
  from.end(operation.ticket);
}

void open_operations::source_read(int pe, std::uint64_t sequence) {
  peer_link& to = links_[pe];
  sent_operation* operation = to.out.find(sequence);
  if (operation == nullptr || operation->source_read) return;
  operation->source_read = true;
  if (operation->pack != sent_operation::not_a_part) {
    // The list's sources are counted with its end.
  } else if (operation->part_of != sent_operation::not_a_part) {
    chunked_.part_read(operation->part_of);
  } else {
    rings_[operation->ring].source_read(operation->ticket);
  }
  to.out.settle(*operation, [this](const sent_operation& o) { end(o); });
}

bool open_operations::acknowledge(peer_link& to, std::uint64_t sequence) {
  return to.out.acknowledge(sequence, [this](const sent_operation& o) { end(o); });
}

void open_operations::answered(peer_link& to, sent_operation& operation) {
  operation.answered = true;
  to.out.settle(operation, [this](const sent_operation& o) { end(o); });
}

void open_operations::abandon(peer_link& gone) {
  gone.out.abandon([this](const sent_operation& o) { drop(o); });
}

}  // namespace ark::proxy
