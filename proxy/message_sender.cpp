#include "message_sender.hpp"

#include <cstring>
#include <utility>

#include "cookie.hpp"

namespace ark::proxy {

namespace {

/// Name for a timeline.
const char* message_name(message_kind kind) {
  switch (kind) {
    case message_kind::put:
      return "put";
    case message_kind::put_inline:
      return "put_inline";
    case message_kind::get:
      return "get";
    case message_kind::amo:
      return "amo";
    case message_kind::amo_fetch:
      return "amo_fetch";
    case message_kind::signal:
      return "signal";
    case message_kind::put_complete:
      return "put_complete";
    case message_kind::data:
      return "data";
    case message_kind::old_value:
      return "old_value";
    case message_kind::refused:
      return "refused";
    case message_kind::ack:
      return "ack";
    case message_kind::ping:
      return "ping";
    case message_kind::pong:
      return "pong";
    case message_kind::failure:
      return "failure";
    case message_kind::bye:
      return "bye";
    case message_kind::bundle:
      return "bundle";
    case message_kind::window_wanted:
      return "window_wanted";
    case message_kind::window:
      return "window";
    case message_kind::put_add:
      return "put_add";
    case message_kind::put_list:
      return "put_list";
    case message_kind::get_list:
      return "get_list";
  }
  return "unknown";
}

}  // namespace

void message_sender::note_sent(int pe, const message& header, std::uint64_t bytes) noexcept {
  if (trace_ == nullptr) return;
  const bool ack = header.kind == message_kind::ack, bundle = header.kind == message_kind::bundle;
  trace_->message_sent(pe, message_name(header.kind), bytes, ack, bundle);
}

void message_sender::note_received(const message& header, std::uint64_t bytes) noexcept {
  if (trace_ == nullptr) return;
  const bool ack = header.kind == message_kind::ack, bundle = header.kind == message_kind::bundle;
  trace_->message_received(static_cast<int>(header.from), message_name(header.kind), bytes, ack,
                           bundle);
}

transfer message_sender::send(int pe, message header, std::span<const std::byte> data,
                              std::uint64_t cookie, memory_kind kind) {
  peer_link& to = links_[pe];
  if (to.lost) return transfer::lost;
  header.token = token_;
  header.from = static_cast<std::uint32_t>(pe_);
  note_sent(pe, header, data.size());
  urgent_ = true;
  if (data.size() > bundler::small_bytes) {
    // Send the bundle first: behind the chunks of a large transfer, earlier messages would arrive
    // milliseconds later (0.5 ms per chunk at 1 Gbit/s).
    send_bundle(pe);
    header.acked = to.in.take_ack();
    if (kind == memory_kind::gpu) note_direct(true);
    return transport_.send(pe, header, data, cookie, kind);
  }
  if (to.bundle == bundler::none) {
    to.bundle = bundles_.acquire();
    bundling_.push_back(pe);
  }
  if (bundles_.add(to.bundle, header, data)) send_bundle(pe);
  return transfer::complete;
}

/// A bundle of one message is sent as that message.
void message_sender::send_bundle(int pe) {
  peer_link& to = links_[pe];
  const std::size_t number = std::exchange(to.bundle, bundler::none);
  if (number == bundler::none) return;
  bundler::buffer& gathered = bundles_[number];
  message header;
  std::memcpy(&header, gathered.bytes.data(), sizeof header);
  std::span<const std::byte> data = gathered.bytes;
  if (gathered.count == 1) {
    data = data.subspan(sizeof header, message_data_bytes(header));
  } else {
    message outer;
    outer.kind = message_kind::bundle;
    outer.token = header.token;
    outer.from = header.from;
    header = outer;
    note_sent(pe, header, data.size());
  }
  header.acked = to.in.take_ack();
  const transfer how =
      transport_.send(pe, header, data, cookie::of_bundle(number), memory_kind::host);
  if (how != transfer::pending) bundles_.release(number);
}

void message_sender::send_bundles() {
  for (std::size_t i = 0; i < bundling_.size(); ++i) send_bundle(bundling_[i]);
  bundling_.clear();
  urgent_ = false;
}

void message_sender::drop_bundle(peer_link& gone) {
  const std::size_t bundle = std::exchange(gone.bundle, bundler::none);
  if (bundle != bundler::none) bundles_.release(bundle);
}

void message_sender::queue_ack(int pe, peer_link& to) {
  if (!std::exchange(to.ack_queued, true)) pending_acks_.push_back(pe);
}

void message_sender::note_open(int pe, peer_link& to) {
  if (!std::exchange(to.sending, true)) sending_.push_back(pe);
}

void message_sender::send_pending_acks(bool all) {
  for (std::size_t i = 0; i < pending_acks_.size();) {
    const int pe = pending_acks_[i];
    peer_link& to = links_[pe];
    if (!to.lost && to.in.ack_pending()) {
      if (all || to.in.ack_due(clock_.now_ns())) {
        send(pe, message{}, {}, cookie::none);
      } else {
        ++i;
        continue;
      }
    }
    to.ack_queued = false;
    pending_acks_[i] = pending_acks_.back();
    pending_acks_.pop_back();
  }
}

void message_sender::request_acks() {
  for (std::size_t i = 0; i < sending_.size();) {
    const int pe = sending_[i];
    peer_link& to = links_[pe];
    if (to.out.empty()) {
      to.sending = false;
      sending_[i] = sending_.back();
      sending_.pop_back();
      continue;
    }
    ++i;
    if (!to.out.needs_ack_request()) continue;
    message request;
    request.ack_wanted = 1;
    request.sequence = to.out.last();
    to.out.ack_requested(request.sequence);
    if (to.bundle != bundler::none && bundles_.want_ack(to.bundle, request.sequence)) {
      urgent_ = true;
      continue;
    }
    send(pe, request, {}, cookie::none);
  }
}

}  // namespace ark::proxy
