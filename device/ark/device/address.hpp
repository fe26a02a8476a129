// Symmetric addresses: from a pointer into my heap to the same object of another PE.
#pragma once

#include <ark/device/check.hpp>
#include <ark/device/context.hpp>

namespace ark::device {

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

ARK_HOST_DEVICE ARK_COLD inline errc refuse(detail::device_state& state, detail::op_kind op, int pe,
                                            std::uint64_t offset, std::uint64_t seen,
                                            std::uint64_t limit, const char* why) {
  failure_record record;
  record.code = errc::invalid_argument;
  record.op = op;
  record.peer = pe;
  record.offset_bytes = offset < state.heap_reserved ? static_cast<std::int64_t>(offset) : -1;
  record.has_value = true;
  record.cmp = detail::cmp_kind::lt;
  record.seen = seen;
  record.expected = limit;
  describe(record, why);
  return fail(state, record);
}

/// Check `pe` and that [address, address + bytes) lies in the symmetric heap. Always on: one
/// subtraction and three comparisons. A refusal is recorded and the operation is not done.
ARK_HOST_DEVICE inline target resolve(detail::device_state& state, const void* address,
                                      std::uint64_t bytes, int pe, detail::op_kind op) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(address) - state.heap_base;
  if (static_cast<unsigned>(pe) >= static_cast<unsigned>(state.n_pes)) {
    return {offset, nullptr,
            refuse(state, op, pe, offset, static_cast<std::uint64_t>(std::int64_t{pe}),
                   static_cast<std::uint64_t>(state.n_pes), "PE out of range: 0 <= pe < n_pes")};
  }
  const std::uint64_t committed = detail::load_relaxed(&state.heap_bytes);
  if (offset >= committed || bytes > committed - offset) {
    const bool inside = offset < committed;
    return {offset, nullptr,
            refuse(state, op, pe, offset,
                   inside ? offset + bytes : reinterpret_cast<std::uint64_t>(address),
                   inside ? committed : state.heap_base + committed,
                   inside ? "range ends beyond the symmetric heap"
                          : "address is not in the symmetric heap")};
  }
  return {offset, &state.peers[pe], errc::ok};
}

}  // namespace ark::device
