// Symmetric addresses: from a pointer into the caller's heap to the same object of another PE.
#pragma once

#include <ark/device/check.hpp>
#include <ark/device/context.hpp>

namespace ark::device {

/// The size of `count` elements of `each` bytes; too_many_bytes if 64 bits do not hold it. That is
/// more than any heap has, so resolve() refuses it.
ARK_HOST_DEVICE inline std::uint64_t bytes_of(std::uint64_t count, std::uint64_t each) {
#if ARK_DEVICE_PASS
  return __umul64hi(count, each) == 0 ? count * each : detail::too_many_bytes;
#else
  std::uint64_t bytes = 0;
  return __builtin_mul_overflow(count, each, &bytes) ? detail::too_many_bytes : bytes;
#endif
}

/// The target of an operation whose arguments have been accepted.
struct target {
  std::uint64_t offset = 0;  ///< symmetric offset
  const detail::peer_view* peer = nullptr;
  errc code = errc::ok;

  /// The object's address here, if the peer is mapped.
  ARK_HOST_DEVICE std::byte* mapped() const {
    return reinterpret_cast<std::byte*>(peer->heap_base + offset);
  }
};

/// Record a refused argument: `seen` is not below `limit`.
ARK_HOST_DEVICE inline errc refuse(detail::device_state& state, detail::op_kind op, int pe,
                                   std::uint64_t offset, std::uint64_t seen, std::uint64_t limit,
                                   detail::clause why) {
  return fail(state, {errc::invalid_argument, op, detail::cmp_kind::lt, why}, pe, offset, limit,
              seen);
}

/// Check `pe`, that [address, address + bytes) lies in the symmetric heap, and that its offset is a
/// multiple of `alignment`, a power of two. Always on: a subtraction, and one branch. A refusal is
/// recorded with the requested range (failure_publish derives the reason), and the operation is not
/// executed. `bytes`: from bytes_of(), or not a product; `count` is for the record.
ARK_HOST_DEVICE inline target resolve(detail::device_state& state, const void* address,
                                      std::uint64_t bytes, int pe, detail::op_kind op,
                                      std::uint64_t count = 0, std::uint32_t alignment = 1) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(address) - state.heap_base;
  // The heap only grows. A thread that has an address in the new part got it, directly or not, from
  // a thread that has seen the growth. So a load of block scope suffices, which the SM's cache may
  // serve.
  const std::uint64_t committed = detail::load_relaxed<detail::scope::block>(&state.heap_bytes);
  const bool inside = static_cast<unsigned>(pe) < static_cast<unsigned>(state.n_pes) &&
                      offset < committed && bytes <= committed - offset &&
                      (offset & (alignment - 1)) == 0;
  if (!inside) [[unlikely]]
    return {offset, nullptr,
            fail(state, {errc::invalid_argument, op, detail::cmp_kind::lt, detail::clause::target},
                 pe, offset, bytes, bytes == detail::too_many_bytes ? count : alignment)};
  return {offset, &state.peers[pe], errc::ok};
}

}  // namespace ark::device
