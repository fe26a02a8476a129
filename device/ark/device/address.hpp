// Symmetric addresses: from a pointer into my heap to the same object of another PE.
#pragma once

#include <ark/device/check.hpp>
#include <ark/device/context.hpp>

namespace ark::device {

/// The bytes of `count` things of `each` bytes; all ones where 64 bits do not hold them, which is
/// more than any heap has: resolve() refuses it.
ARK_HOST_DEVICE inline std::uint64_t bytes_of(std::uint64_t count, std::uint64_t each) {
#if ARK_DEVICE_PASS
  return __umul64hi(count, each) == 0 ? count * each : ~std::uint64_t{0};
#else
  std::uint64_t bytes = 0;
  return __builtin_mul_overflow(count, each, &bytes) ? ~std::uint64_t{0} : bytes;
#endif
}

/// Where an operation goes, once its arguments have been accepted.
struct target {
  std::uint64_t offset = 0;  ///< symmetric offset
  const detail::peer_view* peer = nullptr;
  errc code = errc::ok;

  /// The object's address here, if the peer is mapped.
  ARK_HOST_DEVICE std::byte* mapped() const {
    return reinterpret_cast<std::byte*>(peer->heap_base + offset);
  }
};

/// The record of an argument that is refused, without its words.
ARK_HOST_DEVICE inline failure_record refusal(const detail::device_state& state, detail::op_kind op,
                                              int pe, std::uint64_t offset, std::uint64_t seen,
                                              std::uint64_t limit) {
  failure_record record;
  record.code = errc::invalid_argument;
  record.op = op;
  record.peer = pe;
  record.offset_bytes = offset < state.heap_reserved ? static_cast<std::int64_t>(offset) : -1;
  record.has_value = true;
  record.cmp = detail::cmp_kind::lt;
  record.seen = seen;
  record.expected = limit;
  return record;
}

ARK_HOST_DEVICE ARK_COLD inline errc refuse(detail::device_state& state, detail::op_kind op, int pe,
                                            std::uint64_t offset, std::uint64_t seen,
                                            std::uint64_t limit, const char* why) {
  failure_record record = refusal(state, op, pe, offset, seen, limit);
  describe(record, why);
  return fail(state, record);
}

/// resolve()'s refusal of a range. `count`: what the caller was given, where `bytes` is what
/// bytes_of() says of too many.
ARK_HOST_DEVICE ARK_COLD inline errc refuse_range(detail::device_state& state, detail::op_kind op,
                                                  int pe, std::uint64_t offset, std::uint64_t bytes,
                                                  std::uint64_t committed, std::uint64_t count) {
  const bool inside = offset < committed, wraps = bytes == ~std::uint64_t{0};
  const std::uint64_t from = inside ? 0 : state.heap_base;
  const std::uint64_t seen = inside && wraps ? bytes : from + offset + (inside ? bytes : 0);
  failure_record record = refusal(state, op, pe, offset, seen, from + committed);
  detail::record_text words(record);
  if (!inside) {
    words.say("address is not in the symmetric heap");
  } else if (!wraps) {
    words.say("range ends beyond the symmetric heap");
  } else {
    words.say("count = ").number(count).say(": more bytes, strides included, than a heap can have");
  }
  return fail(state, record);
}

/// Check `pe` and that [address, address + bytes) lies in the symmetric heap. Always on: one
/// subtraction and three comparisons. A refusal is recorded and the operation is not done. `bytes`:
/// from bytes_of(), or no product; `count` is for the record.
ARK_HOST_DEVICE inline target resolve(detail::device_state& state, const void* address,
                                      std::uint64_t bytes, int pe, detail::op_kind op,
                                      std::uint64_t count = 0) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(address) - state.heap_base;
  if (static_cast<unsigned>(pe) >= static_cast<unsigned>(state.n_pes)) {
    return {offset, nullptr,
            refuse(state, op, pe, offset, static_cast<std::uint64_t>(std::int64_t{pe}),
                   static_cast<std::uint64_t>(state.n_pes), "PE out of range: 0 <= pe < n_pes")};
  }
  const std::uint64_t committed = detail::load_relaxed(&state.heap_bytes);
  if (offset >= committed || bytes > committed - offset) {
    return {offset, nullptr, refuse_range(state, op, pe, offset, bytes, committed, count)};
  }
  return {offset, &state.peers[pe], errc::ok};
}

}  // namespace ark::device
