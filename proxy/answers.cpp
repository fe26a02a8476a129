#include "answers.hpp"

#include <fmt/core.h>

#include <ark/detail/transfer/delivery.hpp>
#include <ark/errc.hpp>
#include <cstring>

namespace ark::proxy {

void answer_receiver::arrived(const message& header, const payload& behind) {
  const auto drop = [&] {
    if (behind.waiting != nullptr) transport_.discard(behind.waiting);
  };
  if (header.kind == message_kind::refused) {
    refused(header);
    return drop();
  }
  const int pe = static_cast<int>(header.from);
  sent_operation* operation = links_[pe].out.find(header.offset);
  const std::uint64_t bytes = header.kind == message_kind::data ? behind.bytes : header.bytes;
  const bool fits = operation != nullptr && !operation->answered &&
                    (header.kind == message_kind::old_value || operation->answer_bytes == bytes);
  if (!fits) {
    rejects_.reject(header, "an unrequested answer");
    return drop();
  }
  if (has_failed(state_)) {
    drop();
    return operations_.answered(links_[pe], *operation);
  }
  if (header.kind == message_kind::old_value) {
    std::byte value[sizeof header.value];
    std::memcpy(value, &header.value, sizeof value);
    return write(header, *operation, value);
  }
  if (behind.waiting == nullptr) return write(header, *operation, behind.data);
  std::byte* into = operation->answer_into;
  const auto got =
      receives_.fetch(header, behind.waiting, into, bytes, bytes != 0 && gpu_.far(into));
  if (got) received(*got);
}

void answer_receiver::refused(const message& header) {
  const int pe = static_cast<int>(header.from);
  failure_record record = proxy_failure(state_, static_cast<errc>(header.value), pe);
  fmt::format_to_n(record.detail, sizeof record.detail - 1, "refused by the target");
  detail::failure_publish(state_, record);
  complete(pe, header.offset);
}

/// Store an answer that arrived in its message.
void answer_receiver::write(const message& header, sent_operation& operation,
                            const std::byte* data) {
  const int pe = static_cast<int>(header.from);
  if (operation.answer_into == nullptr) {
    lists_.unpack(operation.pack, {data, operation.answer_bytes});
    return operations_.answered(links_[pe], operation);
  }
  if (gpu_.far(operation.answer_into))
    return store(pe, header.offset, gpu_.stage(data, operation.answer_bytes));
  delivery::copy(operation.answer_into, data, operation.answer_bytes);
  operations_.answered(links_[pe], operation);
}

void answer_receiver::received(const open_receive& got) {
  const int pe = static_cast<int>(got.header.from);
  const std::uint64_t sequence = got.header.offset;
  if (got.by_network) return gpu_->after_flush([this, pe, sequence] { complete(pe, sequence); });
  if (got.staged != gpu_pipeline::no_buffer) return store(pe, sequence, got.staged);
  sent_operation* operation = links_[pe].out.find(sequence);
  if (operation != nullptr && !got.buffer.empty() && !has_failed(state_))
    return write(got.header, *operation, got.buffer.data());
  complete(pe, sequence);
}

/// Store an answer that is in a staging buffer to GPU memory.
void answer_receiver::store(int pe, std::uint64_t sequence, std::size_t staged) {
  const auto done = [this, pe, sequence, staged] {
    gpu_.release(staged);
    complete(pe, sequence);
  };
  const sent_operation* operation = links_[pe].out.find(sequence);
  if (operation == nullptr || has_failed(state_)) return done();
  gpu_->write(operation->answer_into, gpu_->buffer(staged), operation->answer_bytes, done);
}

void answer_receiver::complete(int pe, std::uint64_t sequence) {
  peer_link& from = links_[pe];
  if (sent_operation* operation = from.out.find(sequence)) operations_.answered(from, *operation);
}

}  // namespace ark::proxy
