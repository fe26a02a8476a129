// Messages between proxies: a header of fixed size, with or without data. docs/wire-format.md has a
// drawing.
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
  put_add = 7,  ///< elements to be added to the heap; `condition`: their kind. Then as for put
  data = 8,     ///< data of a get; `offset` is the sequence answered
  old_value = 9,  ///< old value of an atomic, in `value`; `offset` is the sequence answered
  refused = 10,   ///< not executed; `offset` is the sequence answered, `value` the errc
  ack = 11,       ///< only `acked`, and `ack_wanted` up to `sequence`
  ping = 12,      ///< requests a sign of life
  pong = 13,
  failure = 14,  ///< PE `offset` has failed; `value`: the code of its detection
  bye = 15,      ///< the sender leaves in order; its last message
  bundle = 16,   ///< data: messages, each a header and its data, padded to a multiple of 8 bytes
  window_wanted = 17,  ///< requests RMA access to the heap from `offset` on
  window = 18,         ///< grants it for `bytes` from `offset` on; data: the key, of `value` bytes
  put_list = 19,  ///< data: the bytes of `condition` segments, then the segments; then as for put
  get_list = 20,  ///< data: `condition` segments, of `value` bytes; answered by `data`
};
inline constexpr unsigned message_kind_count = 21;

/// A range of the receiving PE's heap, in the data of a put_list or get_list.
struct list_segment {
  std::uint64_t offset, bytes;
};

/// One header. All PEs of a job run the same build with the same byte order: fields are as in
/// memory.
struct message {
  std::uint64_t token = 0;  ///< the job's; a message without it is rejected
  std::uint32_t from = 0;   ///< the sending PE
  message_kind kind = message_kind::ack;
  detail::amo_op amo = detail::amo_op::add;
  detail::signal_op signal = detail::signal_op::none;
  std::uint8_t ack_wanted = 0;  ///< 1: the sender waits for an acknowledgement
  std::uint64_t sequence = 0;   ///< operations from one PE to another, counted from 1
  std::uint64_t after = 0;   ///< deliver once all operations up to this one are delivered (fence)
  std::uint64_t acked = 0;   ///< all operations of the opposite direction up to this are delivered
  std::uint64_t offset = 0;  ///< in the heap of the receiving PE
  std::uint64_t bytes = 0;   ///< size of data sent or requested, or of an atomic's word
  std::uint64_t signal_offset = 0;
  std::uint64_t value = 0;      ///< value of the signal, operand of an atomic, size of a key
  std::uint64_t condition = 0;  ///< of compare_swap; payload of put_inline; element_kind; segments
};
static_assert(sizeof(message) == 80 && std::is_trivially_copyable_v<message>);

[[nodiscard]] constexpr bool is_list(message_kind kind) noexcept {
  return kind == message_kind::put_list || kind == message_kind::get_list;
}

/// True for operations: they count in the sender's sequence, are acknowledged, and obey `after`.
[[nodiscard]] constexpr bool is_operation(message_kind kind) noexcept {
  return kind <= message_kind::put_add || is_list(kind);
}

/// True for operations with data: the sender's source is free when the data has been sent.
[[nodiscard]] constexpr bool carries_source(message_kind kind) noexcept {
  return kind == message_kind::put || kind == message_kind::put_add;
}

/// Size of the data that follows a valid header of this kind.
[[nodiscard]] constexpr std::uint64_t message_data_bytes(const message& header) noexcept {
  if (header.kind == message_kind::window) return header.value;
  const bool carries =
      carries_source(header.kind) || header.kind == message_kind::data || is_list(header.kind);
  return carries ? header.bytes : 0;
}

}  // namespace ark::proxy
