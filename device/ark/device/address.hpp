// Symmetric addresses: from a pointer into the caller's heap to the same object of another PE.
#pragma once

#include <ark/device/check.hpp>
#include <ark/device/context.hpp>

namespace ark::device {

/// The size of `count` elements of `each` bytes; too_many_bytes if 64 bits do not hold it. That is
/// more than any heap has, so locate() does not accept it.
ARK_HOST_DEVICE inline std::uint64_t bytes_of(std::uint64_t count, std::uint64_t each) {
#if ARK_DEVICE_PASS
  return __umul64hi(count, each) == 0 ? count * each : detail::too_many_bytes;
#else
  std::uint64_t bytes = 0;
  return __builtin_mul_overflow(count, each, &bytes) ? detail::too_many_bytes : bytes;
#endif
}

/// A PE, and a range of its heap that an operation accesses.
struct asked_range {
  const void* address;
  std::uint64_t bytes;  ///< from bytes_of(), or not a product
  int pe;
  detail::op_kind op;
  std::uint64_t count = 0;      ///< for the record
  std::uint32_t alignment = 1;  ///< the offset is a multiple of it; a power of two
};

/// The target of an operation.
struct target {
  std::uint64_t offset = 0;  ///< symmetric offset
  const detail::peer_view* peer = nullptr;
  bool accepted = true;  ///< else `peer` may not be read

  /// The object's address here, if the peer is mapped.
  ARK_HOST_DEVICE std::byte* mapped() const {
    return reinterpret_cast<std::byte*>(peer->heap_base + offset);
  }
};

/// Record a refused argument: `seen` is not below `limit`.
ARK_HOST_DEVICE inline errc refuse(detail::device_state& state, detail::op_kind op, int pe,
                                   std::uint64_t offset, std::uint64_t seen, std::uint64_t limit,
                                   detail::clause why) {
  fail(state, {errc::invalid_argument, op, detail::cmp_kind::lt, why}, pe, offset, limit, seen);
  return errc::invalid_argument;  // a constant: a caller compiles no test of it
}
/// Record a range that locate() has not accepted: what was asked for. failure_publish derives the
/// reason.
ARK_HOST_DEVICE inline errc refuse(detail::device_state& state, const asked_range& asked,
                                   const target& found) {
  const bool too_many = asked.bytes == detail::too_many_bytes;
  return refuse(state, asked.op, asked.pe, found.offset, too_many ? asked.count : asked.alignment,
                asked.bytes, detail::clause::target);
}

/// Check the PE, that the range lies in the symmetric heap, and the alignment. Always on: a
/// subtraction, and one branch of the caller. Records nothing: a caller that records in a branch of
/// its own, and leaves, keeps no registers over it.
ARK_HOST_DEVICE ARK_CPU_INLINE inline target locate(const detail::device_state& state,
                                                    const asked_range& asked) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(asked.address) - state.heap_base;
  // The heap only grows. A thread that has an address in the new part got it, directly or not, from
  // a thread that has seen the growth. So a load of block scope suffices, which the SM's cache may
  // serve.
  const std::uint64_t committed = detail::load_relaxed<detail::scope::block>(&state.heap_bytes);
#if ARK_DEVICE_PASS
  __builtin_assume(committed >= 64);  // ark's own words: an element fits
#endif
  const bool inside = static_cast<unsigned>(asked.pe) < static_cast<unsigned>(state.n_pes) &&
                      asked.bytes <= committed && offset <= committed - asked.bytes &&
                      (offset & (asked.alignment - 1)) == 0;
  return {offset, state.peers + asked.pe, inside};
}

/// The same, and a record of a range that is not accepted; the operation is then not executed.
ARK_HOST_DEVICE inline errc check_range(detail::device_state& state, const asked_range& asked) {
  const target found = locate(state, asked);
  return found.accepted ? errc::ok : refuse(state, asked, found);
}

}  // namespace ark::device
