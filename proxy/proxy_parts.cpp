// Puts and gets in parts, for transports that carry those sooner, and for buffers that have room
// for no more.
#include <algorithm>
#include <utility>

#include "proxy.hpp"

namespace ark::proxy {

/// Into parts of how many bytes a put or get goes; 0: it goes as it is.
std::uint64_t proxy::part_bytes(int pe, const message& header) {
  if (!carries_source(header.kind) && header.kind != message_kind::get) return 0;
  std::uint64_t part = transport_.part_bytes(pe);
  if (options_.gpu != nullptr && (part == 0 || part > gpu_pipeline::most_bytes))
    part = gpu_pipeline::most_bytes;
  return header.bytes > part ? part : 0;
}

/// The ring waits until all parts have begun, so that what comes behind it in the ring stays there.
void proxy::start_parted(parted&& transfer) {
  const unsigned ring = transfer.ring;
  transfer.source_counted = transfer.into != nullptr;
  if (transfer.source_counted) intakes_[ring].source_read(transfer.ticket);
  beginning_[ring] = parted_.acquire(std::move(transfer));
  next_part(ring);
}

/// Begin the next part of what is in parts in this ring. False if that has to wait.
bool proxy::next_part(unsigned ring) {
  const std::size_t number = beginning_[ring];
  parted& transfer = parted_[number];
  link& to = link_to(transfer.pe);
  if (blocked(to)) {
    intakes_[ring].leave_it();
    return false;
  }
  if (to.lost) {  // and there is a failure, by which every waiter leaves
    transfer.whole.bytes = transfer.begun;
    beginning_[ring] = sent_operation::not_a_part;
    end_parted(number);
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
  if (transfer.all_begun()) {
    beginning_[ring] = sent_operation::not_a_part;
    // The signal comes after the data of all parts.
    if (header.signal != detail::signal_op::none) header.after = to.out.last();
  } else {
    header.signal = detail::signal_op::none;
    header.signal_offset = header.value = 0;
  }
  issue(to, transfer.pe, header, part, source);
  return true;
}

/// The source of one part more has been read.
void proxy::part_read(std::size_t number) {
  parted& transfer = parted_[number];
  if (--transfer.unread != 0 || !transfer.all_begun()) return;
  transfer.source_counted = true;
  intakes_[transfer.ring].source_read(transfer.ticket);
}

void proxy::part_ended(const sent_operation& part) {
  if (!part.source_read) part_read(part.part_of);
  --parted_[part.part_of].open;
  end_parted(part.part_of);
}

void proxy::end_parted(std::size_t number) {
  const parted& transfer = parted_[number];
  if (!transfer.all_begun() || transfer.open != 0) return;
  intake& from = intakes_[transfer.ring];
  if (!transfer.source_counted) from.source_read(transfer.ticket);
  from.end(transfer.ticket);
  parted_.drop(number);
}

}  // namespace ark::proxy
