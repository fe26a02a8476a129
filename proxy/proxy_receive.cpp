// The peers' side: what other proxies ask of this PE's heap, and their answers to what it asked.
#include <fmt/core.h>

#include <ark/detail/delivery.hpp>
#include <ark/errc.hpp>
#include <cstring>
#include <utility>

#include "cookie.hpp"
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
void proxy::reject_message(const message& header, const char* why) {
  constexpr std::uint64_t said = 8;
  if (++rejected_messages_ > said) return;
  logger().warn("proxy: refused a message that says it is of PE {}, kind {}: {}{}", header.from,
                static_cast<unsigned>(header.kind), why,
                rejected_messages_ == said ? "; further ones are not logged" : "");
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
    heard_[header.from].store(now_ns(), std::memory_order_relaxed);
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
    } else if (header.kind == message_kind::window) {
      window_arrived(from, header, behind);
    } else {
      control_arrived(from, header);
    }
  }
  if (why != nullptr) reject_message(header, why);
  if (behind.waiting != nullptr) transport_.discard(behind.waiting);
}

/// Several messages of one peer. Lengths are checked here; what they say, as that of any other.
void proxy::bundle_arrived(const message& outer, std::span<const std::byte> rest) {
  while (!rest.empty()) {
    message header;
    if (rest.size() < sizeof header) return reject_message(outer, "a bundle that ends in a header");
    std::memcpy(&header, rest.data(), sizeof header);
    rest = rest.subspan(sizeof header);
    header.token = outer.token;
    header.from = outer.from;
    header.acked = outer.acked;
    const std::uint64_t bytes = message_data_bytes(header);
    if (header.kind == message_kind::bundle || bytes > bundler::small_bytes ||
        bundler::padded(bytes) > rest.size()) {
      return reject_message(outer, "a bundle with a length that does not fit");
    }
    message_arrived(header, {bytes == 0 ? nullptr : rest.data(), nullptr, bytes});
    rest = rest.subspan(bundler::padded(bytes));
  }
}

/// A bundle that the transport did not send eagerly.
void proxy::fetch_bundle(const message& outer, const payload& behind) {
  if (behind.bytes > bundler::most_bytes) {
    transport_.discard(behind.waiting);
    return reject_message(outer, "a bundle that is too long");
  }
  const std::size_t slot = receives_.acquire({outer, std::vector<std::byte>(behind.bytes)});
  std::byte* into = receives_[slot].buffer.data();
  const transfer how =
      transport_.receive(behind.waiting, into, cookie::of_receive(slot), memory_kind::host);
  if (how == transfer::complete) received(cookie::of_receive(slot));
  if (how == transfer::lost) receives_.drop(slot);
}

void proxy::control_arrived(link& from, const message& header) {
  const int pe = static_cast<int>(header.from);
  if (header.kind == message_kind::ack) {
    if (header.ack_wanted != 0) from.in.want(header.sequence);
  } else if (header.kind == message_kind::ping) {
    message pong;
    pong.kind = message_kind::pong;
    send_to(pe, pong, {}, cookie::none);
  } else if (header.kind == message_kind::window_wanted) {
    window_wanted(header);
  } else if (header.kind == message_kind::bye) {
    from.departed = true;
  } else if (header.kind == message_kind::failure) {
    if (header.offset >= static_cast<std::uint64_t>(state_.n_pes)) {
      return reject_message(header, "the failure of a PE that does not exist");
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
    reject_message(header, "its number does not fit");
    if (behind.waiting != nullptr) transport_.discard(behind.waiting);
    return;
  }
  if (const char* why = refusal(header, behind)) {
    from.in.deliver(header, now_ns());
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
  switch (header.kind) {
    case message_kind::put:
    case message_kind::put_add: {
      if (behind.waiting == nullptr) return write(from, header, behind.data);
      open_receive got;
      if (fetch(header, behind.waiting, local(header.offset), header.bytes, got) ==
          transfer::complete) {
        land(from, got);
      }
      return;
    }
    case message_kind::put_inline: {
      std::byte bytes[sizeof header.condition];
      std::memcpy(bytes, &header.condition, sizeof bytes);
      return write(from, header, bytes);
    }
    case message_kind::get:
      return answer_get(from, header);
    case message_kind::amo:
    case message_kind::amo_fetch:
      return amo(from, header);
    case message_kind::signal:
    case message_kind::put_complete:
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
    case message_kind::window_wanted:
    case message_kind::window:
      break;
  }
}

/// Additions must be atomic with those of kernels, wherever the memory is.
bool proxy::lands_by_gpu(const message& header, const std::byte* into) const {
  if (header.bytes == 0) return false;
  return header.kind == message_kind::put_add ? options_.gpu != nullptr : far(into);
}

/// The data of a put or put_add that came with its message.
void proxy::write(link& from, const message& header, const std::byte* data) {
  std::byte* into = local(header.offset);
  if (lands_by_gpu(header, into)) {
    return land(from, {header, {}, staged_copy(data, header.bytes)});
  }
  if (header.kind == message_kind::put_add) {
    delivery::add(element_of(header), into, data, header.bytes);
  } else {
    delivery::copy(into, data, header.bytes);
  }
  delivered(from, header);
}

/// What has been received for an operation of a peer, in a buffer or in place.
void proxy::land(link& from, const open_receive& got) {
  const message& header = got.header;
  if (got.by_network) return deliver_after_flush(header);
  if (got.staged != gpu_pipeline::no_buffer) {
    return header.kind == message_kind::put_add ? add(header, got.staged)
                                                : store(header, got.staged);
  }
  if (!got.buffer.empty()) {
    delivery::add(element_of(header), local(header.offset), got.buffer.data(), got.buffer.size());
  }
  delivered(from, header);
}

/// The network has put it into the GPU's memory. A signal that the GPU or the CPU stores now could
/// be seen first: it goes, and the operation counts, once the GPU sees the data.
void proxy::deliver_after_flush(const message& header) {
  options_.gpu->after_flush([this, header] {
    link& from = link_to(static_cast<int>(header.from));
    if (is_operation(header.kind)) {
      delivered(from, header);
      release_held(from);
    } else if (sent_operation* operation = from.out.find(header.offset)) {
      answered(from, *operation);
    }
  });
}

/// The data of a put_add, which is in a buffer, by the GPU.
void proxy::add(const message& header, std::size_t staged) {
  gpu_pipeline& gpu = *options_.gpu;
  gpu.add(element_of(header), local(header.offset), gpu.buffer(staged), header.bytes,
          [this, &gpu, header, staged] {
            gpu.release(staged);
            link& from = link_to(static_cast<int>(header.from));
            delivered(from, header);
            release_held(from);
          });
}

std::size_t proxy::staged_copy(const std::byte* data, std::uint64_t bytes) {
  const std::size_t staged = options_.gpu->acquire(bytes);
  std::memcpy(options_.gpu->buffer(staged), data, bytes);
  return staged;
}

/// The data of a put, which is in a buffer, to this PE's heap. A signal that is set follows behind
/// it without another turn.
void proxy::store(const message& header, std::size_t staged) {
  gpu_pipeline& gpu = *options_.gpu;
  const bool set = header.signal == detail::signal_op::set;
  gpu.write(local(header.offset), gpu.buffer(staged), header.bytes,
            [this, &gpu, header, staged, set] {
              gpu.release(staged);
              if (set) return;
              link& from = link_to(static_cast<int>(header.from));
              delivered(from, header);
              release_held(from);
            });
  if (set) signal(header, reinterpret_cast<std::uint64_t*>(local(header.signal_offset)));
}

/// By the GPU: behind the writes that were asked for before if it is set, at once if it is added.
void proxy::signal(const message& header, std::uint64_t* word) {
  const auto then = [this, header] {
    link& from = link_to(static_cast<int>(header.from));
    counted(from, header);
    release_held(from);
  };
  if (header.signal == detail::signal_op::set) return options_.gpu->set(word, header.value, then);
  options_.gpu->amo(detail::amo_op::add, reinterpret_cast<std::byte*>(word), sizeof *word,
                    header.value, 0, [then](std::uint64_t) { then(); });
}

/// By the GPU where there is one: atomic with those of its kernels.
void proxy::amo(link& from, const message& header) {
  std::byte* word = local(header.offset);
  if (options_.gpu == nullptr) {
    return amo_done(from, header,
                    delivery::amo(header.amo, word, header.bytes, header.value, header.condition));
  }
  options_.gpu->amo(header.amo, word, header.bytes, header.value, header.condition,
                    [this, header](std::uint64_t before) {
                      link& whose = link_to(static_cast<int>(header.from));
                      amo_done(whose, header, before);
                      release_held(whose);
                    });
}

void proxy::amo_done(link& from, const message& header, std::uint64_t before) {
  delivered(from, header);
  if (header.kind != message_kind::amo_fetch) return;
  message answer;
  answer.kind = message_kind::old_value;
  answer.offset = header.sequence;
  answer.value = before;
  send_to(static_cast<int>(header.from), answer, {}, cookie::none);
}

void proxy::answer_get(link& from, const message& header) {
  const int pe = static_cast<int>(header.from);
  message answer;
  answer.kind = message_kind::data;
  answer.offset = header.sequence;
  answer.bytes = header.bytes;
  const std::byte* source = local(header.offset);
  const bool on_gpu = header.bytes != 0 && far(source);
  if (!on_gpu || leaves_itself(source, header.bytes)) {
    delivered(from, header);
    send_to(pe, answer, {source, header.bytes}, cookie::none,
            on_gpu ? memory_kind::gpu : memory_kind::host);
    return;
  }
  gpu_pipeline& gpu = *options_.gpu;
  const std::size_t staged = gpu.acquire(header.bytes);
  gpu.read(gpu.buffer(staged), source, header.bytes, [this, &gpu, pe, header, answer, staged] {
    delivered(link_to(pe), header);
    const transfer how =
        send_to(pe, answer, {gpu.buffer(staged), answer.bytes}, cookie::of_answer(staged));
    if (how != transfer::pending) gpu.release(staged);
    release_held(link_to(pe));
  });
}

/// The data of an operation is in place: its signal goes, and then it counts as delivered.
void proxy::delivered(link& from, const message& header) {
  if (header.signal != detail::signal_op::none) {
    auto* word = reinterpret_cast<std::uint64_t*>(local(header.signal_offset));
    const bool by_gpu =
        header.signal == detail::signal_op::add ? options_.gpu != nullptr : far(word);
    if (by_gpu) return signal(header, word);
    delivery::signal(header.signal, word, header.value);
  }
  counted(from, header);
}

void proxy::counted(link& from, const message& header) {
  from.in.deliver(header, now_ns());
  if (std::exchange(from.owing, true)) return;
  owing_.push_back(static_cast<int>(header.from));
}

/// Begin to receive `bytes` for `into`, by way of a buffer where the transport cannot write what is
/// to land. If that is all, `got` is what it was and where it is.
transfer proxy::fetch(const message& header, rendezvous* waiting, std::byte* into,
                      std::uint64_t bytes, open_receive& got) {
  open_receive open{header, {}, gpu_pipeline::no_buffer};
  std::byte* first = into;
  const bool by_gpu =
      is_operation(header.kind) ? lands_by_gpu(header, into) : bytes != 0 && far(into);
  if (by_gpu && header.kind != message_kind::put_add && on_network(into, bytes)) {
    open.by_network = true;
    note_direct(false);
  } else if (by_gpu) {
    open.staged = options_.gpu->acquire(bytes);
    first = options_.gpu->buffer(open.staged);
  } else if (header.kind == message_kind::put_add) {
    open.buffer.resize(bytes);
    first = open.buffer.data();
  }
  const memory_kind kind = open.by_network ? memory_kind::gpu : memory_kind::host;
  const std::size_t slot = receives_.acquire(std::move(open));
  const transfer how = transport_.receive(waiting, first, cookie::of_receive(slot), kind);
  if (how == transfer::pending) return how;
  got = receives_.release(slot);
  if (how == transfer::lost && got.staged != gpu_pipeline::no_buffer)
    options_.gpu->release(got.staged);
  return how;
}

void proxy::received(std::uint64_t cookie) {
  if (cookie::is_transfer(cookie)) return transfer_done(cookie::transfer_of(cookie));
  const open_receive got = receives_.release(cookie::slot_of(cookie));
  const message& header = got.header;
  if (header.kind == message_kind::bundle) return bundle_arrived(header, got.buffer);
  link& from = link_to(static_cast<int>(header.from));
  if (is_operation(header.kind)) {
    land(from, got);
    release_held(from);
  } else if (got.by_network) {
    deliver_after_flush(header);
  } else if (got.staged != gpu_pipeline::no_buffer) {
    store_answer(static_cast<int>(header.from), header.offset, got.staged);
  } else if (sent_operation* operation = from.out.find(header.offset)) {
    answered(from, *operation);
  }
}

/// An answer that came with its message.
void proxy::write_answer(link& from, const message& header, const std::byte* data) {
  sent_operation& operation = *from.out.find(header.offset);
  if (far(operation.answer_into)) {
    return store_answer(static_cast<int>(header.from), header.offset,
                        staged_copy(data, operation.answer_bytes));
  }
  delivery::copy(operation.answer_into, data, operation.answer_bytes);
  answered(from, operation);
}

/// An answer that is in a buffer, to the memory of a GPU where it is wanted.
void proxy::store_answer(int pe, std::uint64_t sequence, std::size_t staged) {
  gpu_pipeline& gpu = *options_.gpu;
  const auto done = [this, &gpu, pe, sequence, staged] {
    gpu.release(staged);
    link& from = link_to(pe);
    if (sent_operation* operation = from.out.find(sequence)) answered(from, *operation);
  };
  const sent_operation* operation = link_to(pe).out.find(sequence);
  if (operation == nullptr || abandoned()) return done();
  gpu.write(operation->answer_into, gpu.buffer(staged), operation->answer_bytes, done);
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
    reject_message(header, "an answer that was not asked for");
    return drop();
  }
  if (abandoned()) {
    drop();
    return answered(from, *operation);
  }
  if (header.kind == message_kind::old_value) {
    std::byte value[sizeof header.value];
    std::memcpy(value, &header.value, sizeof value);
    return write_answer(from, header, value);
  }
  if (behind.waiting == nullptr) return write_answer(from, header, behind.data);
  open_receive got;
  std::byte* into = operation->answer_into;
  if (fetch(header, behind.waiting, into, bytes, got) != transfer::complete) return;
  if (got.by_network) return deliver_after_flush(header);
  if (got.staged != gpu_pipeline::no_buffer)
    return store_answer(static_cast<int>(header.from), header.offset, got.staged);
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
  receives_.drop_if(
      [pe](const open_receive& one) { return static_cast<int>(one.header.from) == pe; });
  transfers_.drop_if([this, pe](const open_transfer& one) {
    if (one.pe == pe && !one.is_put()) intakes_[one.ring].end(one.ticket);
    return one.pe == pe;
  });
}

/// There is a failure, and every waiter leaves by it.
void proxy::drop_suspects() {
  for (int pe = 0; pe < state_.n_pes; ++pe) {
    const auto& known = links_[static_cast<std::size_t>(pe)];
    if (known && known->suspect) abandon(*known, pe);
  }
}

}  // namespace ark::proxy
