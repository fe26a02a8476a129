#include "operation_target.hpp"

#include <fmt/core.h>

#include <ark/detail/state/doorbell.hpp>
#include <ark/detail/transfer/delivery.hpp>
#include <ark/errc.hpp>
#include <cstring>
#include <utility>

#include "cookie.hpp"

namespace ark::proxy {

namespace {

bool is_atomic(message_kind kind) {
  return kind == message_kind::amo || kind == message_kind::amo_fetch;
}

/// The element kind of a put_add.
detail::element_kind element_of(const message& header) {
  return static_cast<detail::element_kind>(header.condition);
}

}  // namespace

/// The reason why an operation of a peer must not be executed, or null. Checks everything that will
/// be used as an address.
const char* operation_target::refusal(const message& header, const payload& behind) const {
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
  if (is_list(header.kind)) {
    const std::uint64_t table = header.condition * sizeof(list_segment);
    if (header.bytes > bundler::small_bytes || header.condition > header.bytes)
      return "list length";
    if (header.kind == message_kind::get_list ? table != header.bytes : table > header.bytes)
      return "list length";
    if (header.kind == message_kind::get_list && header.value > bundler::small_bytes)
      return "list's bytes";
    return gpu_ ? "a list, and the heap is in GPU memory" : nullptr;
  }
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

void operation_target::refuse(const message& header, const payload& behind, const char* why) {
  failure_record record =
      proxy_failure(state_, errc::bad_descriptor, static_cast<int>(header.from));
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
  messages_.send(static_cast<int>(header.from), answer, {}, cookie::none);
}

void operation_target::arrived(peer_link& from, const message& header, const payload& behind) {
  if (!from.in.expects(header.sequence)) {
    rejects_.reject(header, "its number does not fit");
    if (behind.waiting != nullptr) transport_.discard(behind.waiting);
    return;
  }
  if (const char* why = refusal(header, behind)) {
    from.in.deliver(header, clock_.now_ns());
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

/// Continue operations that waited for a fence; iterative, because one may release the next.
void operation_target::release_held(peer_link& from) {
  while (auto next = from.in.next_ready()) {
    execute(from, next->header,
            {next->waiting == nullptr ? next->data.data() : nullptr, next->waiting,
             message_data_bytes(next->header)});
  }
}

void operation_target::execute(peer_link& from, const message& header, const payload& behind) {
  switch (header.kind) {
    case message_kind::put:
    case message_kind::put_add: {
      if (behind.waiting == nullptr) return write(from, header, behind.data);
      std::byte* into = local(header.offset);
      const auto got =
          receives_.fetch(header, behind.waiting, into, header.bytes, lands_by_gpu(header, into));
      if (got) land(from, *got);
      return;
    }
    case message_kind::put_list:
    case message_kind::get_list: {
      if (behind.waiting == nullptr) return list(from, header, behind.data);
      const auto got = receives_.fetch(header, behind.waiting, nullptr, header.bytes, false);
      if (got) land(from, *got);
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

/// Additions must be atomic with respect to those of kernels, wherever the memory is.
bool operation_target::lands_by_gpu(const message& header, const std::byte* into) const {
  if (header.bytes == 0) return false;
  return header.kind == message_kind::put_add ? static_cast<bool>(gpu_) : gpu_.far(into);
}

/// Store the data of a put or put_add that arrived in its message.
void operation_target::write(peer_link& from, const message& header, const std::byte* data) {
  std::byte* into = local(header.offset);
  if (lands_by_gpu(header, into)) {
    return land(from, {header, {}, gpu_.stage(data, header.bytes)});
  }
  if (header.kind == message_kind::put_add) {
    delivery::add(element_of(header), into, data, header.bytes);
  } else {
    delivery::copy(into, data, header.bytes);
  }
  delivered(from, header);
}

/// The reason why a segment of a list must not be accessed, or null. `header` is then about it.
const char* operation_target::list_refusal(message& header, const std::byte* table) const {
  const bool gets = header.kind == message_kind::get_list;
  const std::uint64_t heap = detail::load_acquire(&state_.heap_bytes);
  std::uint64_t left = gets ? header.value : header.bytes - header.condition * sizeof(list_segment);
  for (std::uint64_t i = 0; i < header.condition; ++i) {
    list_segment segment;
    std::memcpy(&segment, table + i * sizeof segment, sizeof segment);
    const bool inside = segment.offset <= heap && segment.bytes <= heap - segment.offset;
    if (inside && segment.bytes <= left) {
      left -= segment.bytes;
      continue;
    }
    header.offset = segment.offset;
    header.bytes = segment.bytes;
    return inside ? "more bytes than the list has" : "piece of a list outside the heap";
  }
  return left == 0 ? nullptr : "fewer bytes than the list has";
}

/// Store the segments of a put_list, or answer a get_list. Nothing is accessed if one is bad.
void operation_target::list(peer_link& from, const message& header, const std::byte* data) {
  const bool gets = header.kind == message_kind::get_list;
  const std::byte* table = data + header.bytes - header.condition * sizeof(list_segment);
  message refused = header;
  if (const char* why = list_refusal(refused, table)) {
    counted(from, header);
    return refuse(refused, {}, why);
  }
  packed_.resize(gets ? header.value : 0);
  std::byte* into = packed_.data();
  for (std::uint64_t i = 0; i < header.condition; ++i) {
    list_segment segment;
    std::memcpy(&segment, table + i * sizeof segment, sizeof segment);
    delivery::copy(gets ? into : local(segment.offset), gets ? local(segment.offset) : data,
                   segment.bytes);
    if (gets)
      into += segment.bytes;
    else
      data += segment.bytes;
  }
  delivered(from, header);
  if (!gets) return;
  message answer;
  answer.kind = message_kind::data;
  answer.offset = header.sequence;
  answer.bytes = header.value;
  messages_.send(static_cast<int>(header.from), answer, packed_, cookie::none);
}

/// Handle data that was received for an operation of a peer, in a buffer or in its destination.
void operation_target::land(peer_link& from, const open_receive& got) {
  const message& header = got.header;
  if (got.by_network) {
    // A signal stored now could be seen before the data: it is stored, and the operation counted,
    // once the GPU sees the data.
    return gpu_->after_flush([this, header] {
      peer_link& whose = sender_of(header);
      delivered(whose, header);
      release_held(whose);
    });
  }
  if (got.staged != gpu_pipeline::no_buffer) {
    return header.kind == message_kind::put_add ? add(header, got.staged)
                                                : store(header, got.staged);
  }
  if (is_list(header.kind)) return list(from, header, got.buffer.data());
  if (!got.buffer.empty()) {
    delivery::add(element_of(header), local(header.offset), got.buffer.data(), got.buffer.size());
  }
  delivered(from, header);
}

/// Add the data of a put_add, which is in a buffer, by the GPU.
void operation_target::add(const message& header, std::size_t staged) {
  gpu_->add(element_of(header), local(header.offset), gpu_->buffer(staged), header.bytes,
            [this, header, staged] {
              gpu_.release(staged);
              peer_link& from = sender_of(header);
              delivered(from, header);
              release_held(from);
            });
}

/// Store the data of a put, which is in a buffer, to this PE's heap. A set signal follows it in the
/// same batch.
void operation_target::store(const message& header, std::size_t staged) {
  const bool set = header.signal == detail::signal_op::set;
  gpu_->write(local(header.offset), gpu_->buffer(staged), header.bytes,
              [this, header, staged, set] {
                gpu_.release(staged);
                if (set) return;
                peer_link& from = sender_of(header);
                delivered(from, header);
                release_held(from);
              });
  if (set) signal(header, reinterpret_cast<std::uint64_t*>(local(header.signal_offset)));
}

/// By the GPU: a set signal is stored after the earlier writes, an addition at once.
void operation_target::signal(const message& header, std::uint64_t* word) {
  const auto then = [this, header] {
    peer_link& from = sender_of(header);
    counted(from, header);
    release_held(from);
  };
  if (header.signal == detail::signal_op::set) return gpu_->set(word, header.value, then);
  gpu_->amo(detail::amo_op::add, reinterpret_cast<std::byte*>(word), sizeof *word, header.value, 0,
            [then](std::uint64_t) { then(); });
}

/// By the GPU if there is one: atomic with respect to its kernels.
void operation_target::amo(peer_link& from, const message& header) {
  std::byte* word = local(header.offset);
  if (!gpu_) {
    return amo_done(from, header,
                    delivery::amo(header.amo, word, header.bytes, header.value, header.condition));
  }
  gpu_->amo(header.amo, word, header.bytes, header.value, header.condition,
            [this, header](std::uint64_t before) {
              peer_link& whose = sender_of(header);
              amo_done(whose, header, before);
              release_held(whose);
            });
}

void operation_target::amo_done(peer_link& from, const message& header, std::uint64_t before) {
  delivered(from, header);
  if (header.kind != message_kind::amo_fetch) return;
  message answer;
  answer.kind = message_kind::old_value;
  answer.offset = header.sequence;
  answer.value = before;
  messages_.send(static_cast<int>(header.from), answer, {}, cookie::none);
}

void operation_target::answer_get(peer_link& from, const message& header) {
  const int pe = static_cast<int>(header.from);
  message answer;
  answer.kind = message_kind::data;
  answer.offset = header.sequence;
  answer.bytes = header.bytes;
  const std::byte* source = local(header.offset);
  const bool on_gpu = header.bytes != 0 && gpu_.far(source);
  if (!on_gpu || gpu_.sent_directly(source, header.bytes)) {
    delivered(from, header);
    messages_.send(pe, answer, {source, header.bytes}, cookie::none,
                   on_gpu ? memory_kind::gpu : memory_kind::host);
    return;
  }
  const std::size_t staged = gpu_->acquire(header.bytes);
  gpu_->read(gpu_->buffer(staged), source, header.bytes, [this, pe, header, answer, staged] {
    delivered(links_[pe], header);
    const transfer how =
        messages_.send(pe, answer, {gpu_->buffer(staged), answer.bytes}, cookie::of_answer(staged));
    if (how != transfer::pending) gpu_.release(staged);
    release_held(links_[pe]);
  });
}

/// The data of an operation is in place: deliver its signal, then count it as delivered.
void operation_target::delivered(peer_link& from, const message& header) {
  if (header.signal != detail::signal_op::none) {
    auto* word = reinterpret_cast<std::uint64_t*>(local(header.signal_offset));
    const bool by_gpu =
        header.signal == detail::signal_op::add ? static_cast<bool>(gpu_) : gpu_.far(word);
    if (by_gpu) return signal(header, word);
    delivery::signal(header.signal, word, header.value);
    detail::note_signal(detail::doorbell_at(state_, state_.heap_base), word);
  }
  counted(from, header);
}

void operation_target::counted(peer_link& from, const message& header) {
  from.in.deliver(header, clock_.now_ns());
  messages_.queue_ack(static_cast<int>(header.from), from);
}

void operation_target::received(const open_receive& got) {
  peer_link& from = sender_of(got.header);
  land(from, got);
  release_held(from);
}

}  // namespace ark::proxy
