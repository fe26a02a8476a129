#include "message_receiver.hpp"

#include <cstring>

#include "cookie.hpp"

namespace ark::proxy {

namespace {

bool is_answer(message_kind kind) {
  return kind == message_kind::data || kind == message_kind::old_value ||
         kind == message_kind::refused;
}

}  // namespace

const char* message_receiver::refusal(const message& header) const {
  if (header.token != token_) return "wrong job token";
  if (header.from >= static_cast<std::uint32_t>(of_.links.size())) return "no such PE";
  if (static_cast<unsigned>(header.kind) >= message_kind_count) return "unknown kind";
  return nullptr;
}

void message_receiver::reject(const message& header, const payload& behind, const char* why) {
  of_.rejects.reject(header, why);
  if (behind.waiting != nullptr) transport_.discard(behind.waiting);
}

void message_receiver::message_arrived(const message& header, const payload& behind) {
  if (const char* why = refusal(header)) return reject(header, behind, why);
  const int pe = static_cast<int>(header.from);
  peer_link& from = of_.links[pe];
  of_.links.note_message(pe, of_.clock.now_ns());
  of_.messages.note_received(header, behind.bytes);
  if (!of_.operations.acknowledge(from, header.acked))
    return reject(header, behind, "it acknowledges what was never sent");
  accepted(from, header, behind);
}

void message_receiver::accepted(peer_link& from, const message& header, const payload& behind) {
  if (is_operation(header.kind)) return of_.target.arrived(from, header, behind);
  if (header.kind == message_kind::bundle) return bundle_arrived(header, behind);
  if (is_answer(header.kind)) return of_.answers.arrived(header, behind);
  const char* why = header.kind == message_kind::window ? of_.one_sided.take_window(header, behind)
                                                        : control_arrived(from, header);
  if (why != nullptr) return reject(header, behind, why);
  if (behind.waiting != nullptr) transport_.discard(behind.waiting);
}

/// A bundle of one peer: eager data, or a rendezvous to fetch first.
void message_receiver::bundle_arrived(const message& outer, const payload& behind) {
  if (behind.waiting == nullptr) return unpack(outer, {behind.data, behind.bytes});
  if (behind.bytes > bundler::most_bytes) return reject(outer, behind, "a bundle that is too long");
  if (const auto got = of_.receives.fetch_bundle(outer, behind)) unpack(outer, got->buffer);
}

/// Splits a bundle. Checks lengths here; each message is checked like any other.
void message_receiver::unpack(const message& outer, std::span<const std::byte> remaining) {
  while (!remaining.empty()) {
    message header;
    if (remaining.size() < sizeof header)
      return of_.rejects.reject(outer, "a bundle that ends in a header");
    std::memcpy(&header, remaining.data(), sizeof header);
    remaining = remaining.subspan(sizeof header);
    header.token = outer.token;
    header.from = outer.from;
    header.acked = outer.acked;
    const std::uint64_t bytes = message_data_bytes(header);
    if (header.kind == message_kind::bundle || bytes > bundler::small_bytes ||
        bundler::padded(bytes) > remaining.size()) {
      return of_.rejects.reject(outer, "a bundle with a length that does not fit");
    }
    message_arrived(header, {bytes == 0 ? nullptr : remaining.data(), nullptr, bytes});
    remaining = remaining.subspan(bundler::padded(bytes));
  }
}

/// Returns the reason for a refusal, or null.
const char* message_receiver::control_arrived(peer_link& from, const message& header) {
  const int pe = static_cast<int>(header.from);
  if (header.kind == message_kind::ack) {
    if (header.ack_wanted != 0) from.in.want(header.sequence);
  } else if (header.kind == message_kind::ping) {
    message pong;
    pong.kind = message_kind::pong;
    of_.messages.send(pe, pong, {}, cookie::none);
  } else if (header.kind == message_kind::window_wanted) {
    of_.one_sided.give_windows(header);
  } else if (header.kind == message_kind::bye) {
    from.departed = true;
  } else if (header.kind == message_kind::failure) {
    if (header.offset >= static_cast<std::uint64_t>(of_.links.size()))
      return "the failure of a PE that does not exist";
    if (failure_reported_) failure_reported_(static_cast<int>(header.offset), pe, header.value);
  }
  return nullptr;
}

void message_receiver::sent(std::uint64_t cookie) {
  if (cookie::is_transfer(cookie)) return of_.one_sided.done(cookie::transfer_of(cookie));
  if (cookie::is_bundle(cookie)) return of_.messages.release_bundle(cookie::bundle_of(cookie));
  if (cookie::is_answer(cookie)) return of_.gpu.release(cookie::answer_of(cookie));
  if (!cookie::is_operation(cookie)) return;
  of_.operations.source_read(cookie::pe_of(cookie), cookie::sequence_of(cookie));
}

void message_receiver::received(std::uint64_t cookie) {
  if (cookie::is_transfer(cookie)) return of_.one_sided.done(cookie::transfer_of(cookie));
  const open_receive got = of_.receives.release(cookie::slot_of(cookie));
  if (got.header.kind == message_kind::bundle) return unpack(got.header, got.buffer);
  if (is_operation(got.header.kind)) return of_.target.received(got);
  of_.answers.received(got);
}

}  // namespace ark::proxy
