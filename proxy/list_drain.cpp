#include "list_drain.hpp"

#include <algorithm>
#include <utility>

#include "proxy_failure.hpp"

namespace ark::proxy {

namespace {

/// Pieces from this size on are sent by themselves, without a copy of the bytes.
constexpr std::uint64_t single_bytes = bundler::small_bytes / 2;
/// Bytes of mapped PEs' pieces that are copied before other operations have their turn.
constexpr std::uint64_t copied_bytes = 64 * 1024;

}  // namespace

void list_drain::begin(const detail::descriptor& d, unsigned ring, std::uint64_t ticket) {
  open_list one;
  one.ring = ring;
  one.ticket = ticket;
  one.list = detail::list_of(d);
  one.signal = static_cast<detail::signal_op>(d.get(detail::field::signal_kind));
  one.signal_offset = d.get(detail::field::signal_offset);
  one.value = d.value();
  one.pe = d.pe();
  if (has_failed(state_) || !survey(one)) return rings_[ring].retire(ticket);
  held_[ring] = lists_.add(std::move(one));
}

/// Look at every piece before any is moved. False if there is a bad one.
bool list_drain::survey(open_list& one) {
  detail::piece_position at;
  for (; at.index < one.list.count;) {
    const ark_piece piece = one.list.pieces[at.index];
    detail::descriptor_fault why = detail::piece_refusal(state_, piece, true);
    if (why == detail::descriptor_fault::none && piece.bytes > one.list.bytes - at.batch)
      why = detail::descriptor_fault::lists_changed;
    if (why != detail::descriptor_fault::none) {
      lists_.fail(one, at.index, why);
      return false;
    }
    const bool known =
        !one.parts.empty() && (one.parts.back().pe == piece.pe ||
                               std::any_of(one.parts.begin(), one.parts.end(),
                                           [&](const list_part& p) { return p.pe == piece.pe; }));
    if (detail::is_mapped(state_, piece)) {
      one.moves_here |= piece.bytes != 0;
    } else if (piece.bytes != 0 && !known) {
      one.parts.push_back({piece.pe, at});
    }
    at.advance(piece, piece.bytes);
  }
  if (at.batch != one.list.bytes)
    lists_.fail(one, at.index, detail::descriptor_fault::lists_changed);
  one.one_peer = !one.list.gathers && one.parts.size() == 1 && one.parts[0].pe == one.pe;
  return !one.failed;
}

bool list_drain::next(unsigned ring) {
  const std::size_t number = held_[ring];
  open_list& one = lists_[number];
  one.failed |= has_failed(state_);
  if (one.failed) {  // the list may be gone
    all_begun(number, one);
    return true;
  }
  if (one.moves_here) {
    const detail::descriptor_fault why =
        detail::move_pieces(state_, one.list, one.here, copied_bytes, true, delivery::copy);
    if (why != detail::descriptor_fault::none) lists_.fail(one, one.here.index, why);
    one.moves_here = one.here.index < one.list.count;
    return true;
  }
  if (one.parts.empty()) return send_signal(number, one);
  one.turn = one.turn + 1 < one.parts.size() ? one.turn + 1 : 0;
  list_part& part = one.parts[one.turn];
  if (links_[part.pe].blocked()) return wait(ring);
  if (links_[part.pe].lost) {
    one.failed = true;
    if (links_[part.pe].departed) return true;
    failure_record record = proxy_failure(state_, errc::peer_failed, part.pe);
    record.op = one.list.gathers ? detail::op_kind::gather : detail::op_kind::scatter;
    detail::failure_publish(state_, record);
    return true;
  }
  send_pack(number, one, part);
  return true;
}

/// Send the next pieces of a part, as many as fit: a large one by itself.
void list_drain::send_pack(std::size_t number, open_list& one, list_part& part) {
  std::optional<ark_piece> piece = lists_.find(one, part);
  if (!piece) return lists_.fail(one, part.at.index, detail::descriptor_fault::lists_changed);
  if (piece->bytes - part.at.within >= single_bytes) return send_single(number, one, part, *piece);
  const list_part first = part;
  std::uint64_t bytes = 0;
  table_.clear();
  data_.clear();
  const auto fits = [&](std::uint64_t more) {
    const std::uint64_t table = (table_.size() + 1) * sizeof(list_segment), all = bytes + more;
    const std::uint64_t message = one.list.gathers ? std::max(all, table) : all + table;
    return message <= bundler::small_bytes;
  };
  while (piece && fits(piece->bytes - part.at.within)) {
    const std::uint64_t some = piece->bytes - part.at.within;
    table_.push_back({detail::piece_offset(state_, *piece) + part.at.within, some});
    const std::byte* from = one.list.batch + part.at.batch;
    if (!one.list.gathers) data_.insert(data_.end(), from, from + some);
    bytes += some;
    part.at.advance(*piece, some);
    piece = lists_.find(one, part);
  }
  if (one.failed) return;
  const auto table = std::as_bytes(std::span(table_));
  data_.insert(data_.end(), table.begin(), table.end());
  message header;
  header.kind = one.list.gathers ? message_kind::get_list : message_kind::put_list;
  header.bytes = data_.size();
  header.value = one.list.gathers ? bytes : 0;
  header.condition = table_.size();
  sent_operation operation;
  operation.source_read = true;  // the message is copied
  operation.answer_bytes = bytes;
  operation.pack = lists_.add_pack(number, first);
  issue(one, part, !piece, header, operation, data_.data());
}

void list_drain::send_single(std::size_t number, open_list& one, list_part& part,
                             const ark_piece& piece) {
  const std::uint64_t most = transport_.part_bytes(part.pe), left = piece.bytes - part.at.within;
  message header;
  header.kind = one.list.gathers ? message_kind::get : message_kind::put;
  header.bytes = most == 0 ? left : std::min(left, most);
  header.offset = detail::piece_offset(state_, piece) + part.at.within;
  std::byte* const batch = one.list.batch + part.at.batch;
  sent_operation operation;
  operation.source_read = one.list.gathers;
  operation.answer_into = batch;
  operation.answer_bytes = header.bytes;
  operation.pack = lists_.add_pack(number, part);
  part.at.advance(piece, header.bytes);
  const bool last = !lists_.find(one, part);
  issue(one, part, last, header, operation, one.list.gathers ? nullptr : batch);
}

/// Begin a pack of `part`, and end the part with its last one.
void list_drain::issue(open_list& one, list_part& part, bool last, message header,
                       sent_operation operation, const std::byte* source) {
  const int pe = part.pe;
  operation.ring = one.ring;
  operation.ticket = one.ticket;
  operation.answered = !one.list.gathers;
  if (last) {
    one.parts.erase(one.parts.begin() + static_cast<std::ptrdiff_t>(one.turn));
    const bool signals = one.signal != detail::signal_op::none && !one.failed;
    if (signals && one.one_peer) {  // the peer delivers it, after all packs
      header.after = links_[pe].out.last();
      header.signal = std::exchange(one.signal, detail::signal_op::none);
      header.signal_offset = one.signal_offset;
      header.value = one.value;
    } else if (signals) {
      header.ack_wanted = 1;
    }
  }
  operations_.issue(links_[pe], pe, header, operation, source);
}

/// All data has begun. A signal that the proxy has to send follows the end of all packs.
bool list_drain::send_signal(std::size_t number, open_list& one) {
  const bool sends = one.signal != detail::signal_op::none &&
                     state_.peers[one.pe].route == detail::peer_route::proxy;
  if (sends) {
    peer_link& to = links_[one.pe];
    if (one.open != 0 || to.blocked()) return wait(one.ring);
    if (!to.lost) {
      message header;
      header.kind = message_kind::signal;
      header.signal = one.signal;
      header.signal_offset = one.signal_offset;
      header.value = one.value;
      sent_operation operation;
      operation.ring = one.ring;
      operation.ticket = one.ticket;
      operation.source_read = true;
      operation.pack = lists_.add_pack(number, {one.pe, {}});
      operations_.issue(to, one.pe, header, operation, nullptr);
    }
    one.signal = detail::signal_op::none;
  }
  all_begun(number, one);
  return true;
}

}  // namespace ark::proxy
