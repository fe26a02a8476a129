// The peers' side: what other proxies ask of this PE's heap, and their answers to what it asked.
#include <fmt/format.h>

#include <ark/detail/delivery.hpp>
#include <ark/errc.hpp>
#include <cstring>
#include <utility>

#include "cookie.hpp"
#include "cuda/copier.hpp"
#include "error/log.hpp"
#include "proxy.hpp"

namespace ark::proxy {

namespace {

bool is_atomic(message_kind kind) {
  return kind == message_kind::amo || kind == message_kind::amo_fetch;
}

/// Of a put_add.
detail::element_kind element_of(const message& header) {
  return static_cast<detail::element_kind>(header.condition);
}

bool is_answer(message_kind kind) {
  return kind == message_kind::data || kind == message_kind::old_value ||
         kind == message_kind::refused;
}

failure_record proxy_record(const detail::device_state& state, errc code, int peer) {
  failure_record record;
  record.code = code;
  record.pe = state.pe;
  record.peer = peer;
  fmt::format_to_n(record.engine, sizeof record.engine - 1, "proxy");
  return record;
}

}  // namespace

/// Somebody who is not of the job, or a torn message. Said for the first few, then counted.
void proxy::stranger(const message& header, const char* why) {
  constexpr std::uint64_t said = 8;
  if (++strangers_ > said) return;
  logger().warn("proxy: refused a message that says it is of PE {}, kind {}: {}{}", header.from,
                static_cast<unsigned>(header.kind), why,
                strangers_ == said ? "; further ones are not logged" : "");
}

void proxy::message_arrived(const message& header, const payload& behind) {
  const char* why = nullptr;
  if (header.token != options_.token) {
    why = "it does not know the job's secret";
  } else if (header.from >= static_cast<std::uint32_t>(state_.n_pes)) {
    why = "no such PE";
  } else if (static_cast<unsigned>(header.kind) >= message_kind_count) {
    why = "unknown kind";
  }
  if (why == nullptr) {
    link& from = link_to(static_cast<int>(header.from));
    heard_[header.from].store(now_ns_, std::memory_order_relaxed);
    note_received(header, behind.bytes);
    if (!from.out.acknowledge(header.acked, [this](const sent_operation& o) { ended(o); })) {
      why = "it acknowledges what was never sent";
    } else if (header.kind == message_kind::bundle) {
      if (behind.waiting != nullptr) return fetch_bundle(header, behind);
      return bundle_arrived(header, {behind.data, behind.bytes});
    } else if (is_operation(header.kind)) {
      return operation_arrived(from, header, behind);
    } else if (is_answer(header.kind)) {
      return answer_arrived(from, header, behind);
    } else {
      control_arrived(from, header);
    }
  }
  if (why != nullptr) stranger(header, why);
  if (behind.waiting != nullptr) transport_.discard(behind.waiting);
}

/// Several messages of one peer. Lengths are checked here; what they say, as that of any other.
void proxy::bundle_arrived(const message& outer, std::span<const std::byte> rest) {
  while (!rest.empty()) {
    message header;
    if (rest.size() < sizeof header) return stranger(outer, "a bundle that ends in a header");
    std::memcpy(&header, rest.data(), sizeof header);
    rest = rest.subspan(sizeof header);
    header.token = outer.token;
    header.from = outer.from;
    header.acked = outer.acked;
    const std::uint64_t bytes = message_data_bytes(header);
    if (header.kind == message_kind::bundle || bytes > bundler::small_bytes ||
        bundler::padded(bytes) > rest.size()) {
      return stranger(outer, "a bundle with a length that does not fit");
    }
    message_arrived(header, {bytes == 0 ? nullptr : rest.data(), nullptr, bytes});
    rest = rest.subspan(bundler::padded(bytes));
  }
}

/// A bundle that the transport did not send eagerly.
void proxy::fetch_bundle(const message& outer, const payload& behind) {
  if (behind.bytes > bundler::most_bytes) {
    transport_.discard(behind.waiting);
    return stranger(outer, "a bundle that is too long");
  }
  const std::size_t slot = acquire_receive(outer);
  receives_[slot].buffer.resize(behind.bytes);
  std::byte* into = receives_[slot].buffer.data();
  const transfer how = transport_.receive(behind.waiting, into, cookie::of_receive(slot));
  if (how == transfer::complete) received(cookie::of_receive(slot));
  if (how == transfer::lost) release_receive(slot);
}

void proxy::control_arrived(link& from, const message& header) {
  const int pe = static_cast<int>(header.from);
  if (header.kind == message_kind::ack) {
    if (header.ack_wanted != 0) from.in.want(header.sequence);
  } else if (header.kind == message_kind::ping) {
    message pong;
    pong.kind = message_kind::pong;
    send_to(pe, pong, {}, cookie::none);
  } else if (header.kind == message_kind::bye) {
    from.departed = true;
  } else if (header.kind == message_kind::failure) {
    if (header.offset >= static_cast<std::uint64_t>(state_.n_pes)) {
      return stranger(header, "the failure of a PE that does not exist");
    }
    if (options_.failure_heard) {
      options_.failure_heard(static_cast<int>(header.offset), pe, header.value);
    }
  }
}

/// Why an operation of a peer must not be executed here, or null. Looks at everything that will be
/// used as an address.
const char* proxy::refusal(const message& header, const payload& behind) const {
  const std::uint64_t heap = detail::load_acquire(&state_.heap_bytes);
  const auto outside = [heap](std::uint64_t offset, std::uint64_t bytes) {
    return offset > heap || bytes > heap - offset;
  };
  if (behind.bytes != message_data_bytes(header)) return "length of the data";
  if (static_cast<unsigned>(header.signal) >= detail::signal_op_count) return "signal operation";
  if (header.signal != detail::signal_op::none) {
    if (outside(header.signal_offset, 8)) return "signal outside the heap";
    if (header.signal_offset % 8 != 0) return "signal not aligned";
  }
  if (header.kind == message_kind::signal) return nullptr;
  if (outside(header.offset, header.bytes)) return "range outside the heap";
  if (header.kind == message_kind::put_inline && (header.bytes < 1 || header.bytes > 8)) {
    return "inline length";
  }
  if (header.kind == message_kind::put_add) {
    if (header.condition >= detail::element_kind_count) return "unknown element";
    const std::uint64_t each = detail::element_bytes(element_of(header));
    if (header.bytes % each != 0) return "not whole elements";
    if (header.offset % each != 0) return "elements not aligned";
  }
  if (!is_atomic(header.kind)) return nullptr;
  if (static_cast<unsigned>(header.amo) >= detail::amo_op_count) return "unknown atomic";
  if (header.bytes != 4 && header.bytes != 8) return "atomic width";
  if (header.offset % header.bytes != 0) return "atomic not aligned";
  return nullptr;
}

void proxy::refuse(const message& header, const payload& behind, const char* why) {
  failure_record record = proxy_record(state_, errc::bad_descriptor, static_cast<int>(header.from));
  record.offset_bytes = static_cast<std::int64_t>(header.offset);
  fmt::format_to_n(record.detail, sizeof record.detail - 1,
                   "operation of a peer refused: {} (kind {}, {} bytes)", why,
                   static_cast<unsigned>(header.kind), header.bytes);
  detail::failure_publish(state_, record);
  if (behind.waiting != nullptr) transport_.discard(behind.waiting);
  message answer;
  answer.kind = message_kind::refused;
  answer.offset = header.sequence;
  answer.value = static_cast<std::uint64_t>(errc::bad_descriptor);
  send_to(static_cast<int>(header.from), answer, {}, cookie::none);
}

void proxy::operation_arrived(link& from, const message& header, const payload& behind) {
  if (!from.in.expects(header.sequence)) {
    stranger(header, "its number does not fit");
    if (behind.waiting != nullptr) transport_.discard(behind.waiting);
    return;
  }
  if (const char* why = refusal(header, behind)) {
    from.in.deliver(header, now_ns_);
    refuse(header, behind, why);
  } else if (from.in.ready(header)) {
    execute(from, header, behind);
  } else {
    held_operation held{header, {}, behind.waiting};
    if (behind.data != nullptr) held.data.assign(behind.data, behind.data + behind.bytes);
    from.in.hold(std::move(held));
    return;
  }
  release_held(from);
}

/// What waited for a fence goes on; iterative, because one may let the next one go.
void proxy::release_held(link& from) {
  while (auto next = from.in.next_ready()) {
    execute(from, next->header,
            {next->waiting == nullptr ? next->data.data() : nullptr, next->waiting,
             message_data_bytes(next->header)});
  }
}

void proxy::execute(link& from, const message& header, const payload& behind) {
  const int pe = static_cast<int>(header.from);
  switch (header.kind) {
    case message_kind::put:
    case message_kind::put_add:
      if (behind.waiting != nullptr) {
        if (fetch(header, behind.waiting, local(header.offset), header.bytes) != transfer::complete)
          return;
      } else {
        land(header, local(header.offset), behind.data, header.bytes);
      }
      return delivered(from, header);
    case message_kind::put_inline: {
      std::byte bytes[sizeof header.condition];
      std::memcpy(bytes, &header.condition, sizeof bytes);
      write(local(header.offset), bytes, header.bytes);
      return delivered(from, header);
    }
    case message_kind::get:
      delivered(from, header);
      return answer_get(pe, header);
    case message_kind::amo:
      static_cast<void>(amo(header));
      return delivered(from, header);
    case message_kind::amo_fetch: {
      message answer;
      answer.kind = message_kind::old_value;
      answer.offset = header.sequence;
      answer.value = amo(header);
      delivered(from, header);
      send_to(pe, answer, {}, cookie::none);
      return;
    }
    case message_kind::signal:
      return delivered(from, header);
    case message_kind::data:
    case message_kind::old_value:
    case message_kind::refused:
    case message_kind::ack:
    case message_kind::ping:
    case message_kind::pong:
    case message_kind::failure:
    case message_kind::bye:
    case message_kind::bundle:
      break;
  }
}

/// What came with `header` goes to memory: added there if it says so, else written.
void proxy::land(const message& header, std::byte* dest, const std::byte* data,
                 std::uint64_t bytes) {
  if (header.kind != message_kind::put_add) return write(dest, data, bytes);
  if (options_.copier != nullptr)
    return options_.copier->add(element_of(header), dest, data, bytes);
  delivery::add(element_of(header), dest, data, bytes);
}

std::uint64_t proxy::amo(const message& header) {
  std::byte* word = local(header.offset);
  if (options_.copier != nullptr)
    return options_.copier->amo(header.amo, word, header.bytes, header.value, header.condition);
  return delivery::amo(header.amo, word, header.bytes, header.value, header.condition);
}

void proxy::answer_get(int pe, const message& header) {
  message answer;
  answer.kind = message_kind::data;
  answer.offset = header.sequence;
  answer.bytes = header.bytes;
  std::size_t staged = staging::none;
  const auto data = readable(local(header.offset), header.bytes, staged);
  if (staged == staging::none) {
    send_to(pe, answer, data, cookie::none);
  } else if (send_to(pe, answer, data, cookie::of_answer(staged)) != transfer::pending) {
    staging_.release(staged);
  }
}

/// The data of an operation is in place: its signal goes, and it counts as delivered.
void proxy::delivered(link& from, const message& header) {
  if (header.signal != detail::signal_op::none) {
    auto* word = reinterpret_cast<std::uint64_t*>(local(header.signal_offset));
    if (options_.copier != nullptr) {
      options_.copier->signal(header.signal, word, header.value);
    } else {
      delivery::signal(header.signal, word, header.value);
    }
  }
  from.in.deliver(header, now_ns_);
  if (std::exchange(from.owing, true)) return;
  owing_.push_back(static_cast<int>(header.from));
}

std::size_t proxy::acquire_receive(const message& header) {
  if (free_receives_.empty()) {
    free_receives_.push_back(receives_.size());
    receives_.emplace_back();
  }
  const std::size_t slot = free_receives_.back();
  free_receives_.pop_back();
  receives_[slot] = {header, true, {}};
  return slot;
}

/// Begin to receive `bytes`, by way of a buffer where the transport cannot write what is to land;
/// the slot is free again at once if that is all.
transfer proxy::fetch(const message& header, rendezvous* waiting, std::byte* into,
                      std::uint64_t bytes) {
  const std::size_t slot = acquire_receive(header);
  std::vector<std::byte>& buffer = receives_[slot].buffer;
  if (options_.copier != nullptr || header.kind == message_kind::put_add) buffer.resize(bytes);
  std::byte* first = buffer.empty() ? into : buffer.data();
  const transfer how = transport_.receive(waiting, first, cookie::of_receive(slot));
  if (how == transfer::pending) return how;
  if (how == transfer::complete && first != into) land(header, into, first, bytes);
  release_receive(slot);
  return how;
}

void proxy::release_receive(std::size_t slot) {
  if (!receives_[slot].used) return;
  receives_[slot].used = false;
  free_receives_.push_back(slot);
}

void proxy::received(std::uint64_t cookie) {
  open_receive& slot = receives_[cookie::slot_of(cookie)];
  const message header = slot.header;
  const std::vector<std::byte> buffer = std::move(slot.buffer);
  release_receive(cookie::slot_of(cookie));
  if (header.kind == message_kind::bundle) return bundle_arrived(header, buffer);
  link& from = link_to(static_cast<int>(header.from));
  if (is_operation(header.kind)) {
    if (!buffer.empty()) land(header, local(header.offset), buffer.data(), buffer.size());
    delivered(from, header);
    release_held(from);
  } else if (sent_operation* operation = from.out.find(header.offset)) {
    if (!buffer.empty() && !abandoned())
      write(operation->answer_into, buffer.data(), buffer.size());
    answered(from, *operation);
  }
}

/// After a failure every waiter leaves: its stack, where an answer may have been wanted, is
/// somebody else's.
bool proxy::abandoned() const { return detail::load_acquire(&state_.status) != 0; }

void proxy::answered(link& from, sent_operation& operation) {
  operation.answered = true;
  from.out.settle(operation, [this](const sent_operation& o) { ended(o); });
}

void proxy::answer_arrived(link& from, const message& header, const payload& behind) {
  const auto drop = [&] {
    if (behind.waiting != nullptr) transport_.discard(behind.waiting);
  };
  sent_operation* operation = from.out.find(header.offset);
  if (header.kind == message_kind::refused) {
    failure_record record =
        proxy_record(state_, static_cast<errc>(header.value), static_cast<int>(header.from));
    fmt::format_to_n(record.detail, sizeof record.detail - 1, "refused by the target");
    detail::failure_publish(state_, record);
    if (operation != nullptr) answered(from, *operation);
    return drop();
  }
  const std::uint64_t bytes = header.kind == message_kind::data ? behind.bytes : header.bytes;
  const bool fits = operation != nullptr && !operation->answered &&
                    (header.kind == message_kind::old_value || operation->answer_bytes == bytes);
  if (!fits) {
    stranger(header, "an answer that was not asked for");
    return drop();
  }
  if (abandoned()) {
    drop();
    return answered(from, *operation);
  }
  if (header.kind == message_kind::old_value) {
    std::byte value[sizeof header.value];
    std::memcpy(value, &header.value, sizeof value);
    write(operation->answer_into, value, operation->answer_bytes);
  } else if (behind.waiting != nullptr) {
    if (fetch(header, behind.waiting, operation->answer_into, bytes) != transfer::complete) return;
  } else {
    write(operation->answer_into, behind.data, behind.bytes);
  }
  answered(from, *operation);
}

/// Nothing is sent any more. False if that was so before.
bool proxy::disconnect(link& gone) {
  if (std::exchange(gone.lost, true)) return false;
  const std::size_t bundle = std::exchange(gone.bundle, bundler::none);
  if (bundle != bundler::none) bundles_.release(bundle);
  return true;
}

void proxy::peer_lost(int pe, const std::string& why) {
  link& gone = link_to(pe);
  if (!disconnect(gone)) return;
  if (!gone.departed && !leaving_) {
    if (options_.connection_lost) {
      gone.suspect = true;
      ++suspects_;
      return options_.connection_lost(pe, why);
    }
    failure_record record = proxy_record(state_, errc::peer_failed, pe);
    fmt::format_to_n(record.detail, sizeof record.detail - 1, "connection lost: {}", why);
    detail::failure_publish(state_, record);
  }
  abandon(gone, pe);
}

/// Never without a failure: the waits for what ends here must not take it for delivered.
void proxy::give_up_now(int pe) {
  if (!abandoned()) {
    failure_record record = proxy_record(state_, errc::peer_failed, pe);
    fmt::format_to_n(record.detail, sizeof record.detail - 1, "given up");
    detail::failure_publish(state_, record);
  }
  link& gone = link_to(pe);
  disconnect(gone);
  abandon(gone, pe);
}

/// What is open with a lost peer ends.
void proxy::abandon(link& gone, int pe) {
  if (std::exchange(gone.suspect, false)) --suspects_;
  gone.out.abandon([this](const sent_operation& o) { dropped(o); });
  for (const held_operation& held : gone.in.held()) {
    if (held.waiting != nullptr) transport_.discard(held.waiting);
  }
  gone.in.held().clear();
  for (std::size_t slot = 0; slot < receives_.size(); ++slot) {
    if (static_cast<int>(receives_[slot].header.from) == pe) release_receive(slot);
  }
}

/// There is a failure, and every waiter leaves by it.
void proxy::drop_suspects() {
  for (int pe = 0; pe < state_.n_pes; ++pe) {
    const auto& known = links_[static_cast<std::size_t>(pe)];
    if (known && known->suspect) abandon(*known, pe);
  }
}

}  // namespace ark::proxy
