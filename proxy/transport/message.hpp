// What one PE's proxy says to another's: a header of fixed size, with or without data behind it.
// docs/wire-format.md draws it.
#pragma once

#include <ark/detail/queue/descriptor.hpp>
#include <cstdint>
#include <type_traits>

namespace ark::proxy {

enum class message_kind : std::uint8_t {
  put = 0,         ///< data for the heap, then the signal if there is one
  put_inline = 1,  ///< 1 to 8 bytes of `condition`, then the signal if there is one
  get = 2,         ///< answered by `data`
  amo = 3,
  amo_fetch = 4,  ///< answered by `old_value`
  signal = 5,
  put_complete =
      6,        ///< a put whose data the sender has written itself; then the signal if there is one
  put_add = 7,  ///< elements for the heap, to be added; their kind in `condition`. Then as put
  data = 8,     ///< what a get asked for; `offset` is the sequence answered
  old_value = 9,  ///< what an atomic found, in `value`; `offset` is the sequence answered
  refused = 10,   ///< nothing was done; `offset` is the sequence answered, `value` the errc
  ack = 11,       ///< nothing but `acked`, and `ack_wanted` up to `sequence`
  ping = 12,      ///< are you there?
  pong = 13,
  failure = 14,  ///< PE `offset` has failed; `value` says how it was noticed
  bye = 15,      ///< the sender leaves in order; nothing comes after it
  bundle = 16,   ///< its data is messages, each a header, and its data up to a multiple of 8 bytes
  window_wanted = 17,  ///< let me write and read your heap myself, from `offset` on
  window = 18,  ///< do, `bytes` of it from `offset` on; its data is the key, of `value` bytes
};
inline constexpr unsigned message_kind_count = 19;

/// One header. All PEs of a job run the same build on the same byte order: fields are as in memory.
struct message {
  std::uint64_t token = 0;  ///< the job's; a message without it is rejected
  std::uint32_t from = 0;   ///< the sending PE
  message_kind kind = message_kind::ack;
  detail::amo_op amo = detail::amo_op::add;
  detail::signal_op signal = detail::signal_op::none;
  std::uint8_t ack_wanted = 0;  ///< 1: the sender waits for an acknowledgement
  std::uint64_t sequence = 0;   ///< operations from one PE to another, counted from 1
  std::uint64_t after = 0;   ///< deliver once all operations up to this one are delivered (fence)
  std::uint64_t acked = 0;   ///< of the other direction: all operations up to this are delivered
  std::uint64_t offset = 0;  ///< in the heap of the PE addressed
  std::uint64_t bytes = 0;   ///< of data, asked for, or of an atomic's word
  std::uint64_t signal_offset = 0;
  std::uint64_t value = 0;      ///< of the signal, an atomic's operand, a key's bytes
  std::uint64_t condition = 0;  ///< of compare_swap; payload of put_inline; element_kind
};
static_assert(sizeof(message) == 80 && std::is_trivially_copyable_v<message>);

/// Operations count in the sender's sequence, are acknowledged, and obey `after`.
[[nodiscard]] constexpr bool is_operation(message_kind kind) noexcept {
  return kind <= message_kind::put_add;
}

/// Operations with data behind them: the sender's source is free when it has left.
[[nodiscard]] constexpr bool carries_source(message_kind kind) noexcept {
  return kind == message_kind::put || kind == message_kind::put_add;
}

/// Bytes of data that come behind an honest header of this kind.
[[nodiscard]] constexpr std::uint64_t message_data_bytes(const message& header) noexcept {
  if (header.kind == message_kind::window) return header.value;
  const bool carries = carries_source(header.kind) || header.kind == message_kind::data;
  return carries ? header.bytes : 0;
}

}  // namespace ark::proxy
