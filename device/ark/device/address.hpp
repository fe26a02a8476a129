// Symmetric addresses: from a pointer into my heap to the same object of another PE.
#pragma once

#include <ark/device/check.hpp>
#include <ark/device/context.hpp>

namespace ark::device {

/// The bytes of `count` things of `each` bytes; too_many_bytes where 64 bits do not hold them,
/// which is more than any heap has: resolve() refuses it.
ARK_HOST_DEVICE inline std::uint64_t bytes_of(std::uint64_t count, std::uint64_t each) {
#if ARK_DEVICE_PASS
  return __umul64hi(count, each) == 0 ? count * each : detail::too_many_bytes;
#else
  std::uint64_t bytes = 0;
  return __builtin_mul_overflow(count, each, &bytes) ? detail::too_many_bytes : bytes;
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

/// An argument that is refused. `seen` was to be below `limit`.
ARK_HOST_DEVICE inline errc refuse(detail::device_state& state, detail::op_kind op, int pe,
                                   std::uint64_t offset, std::uint64_t seen, std::uint64_t limit,
                                   detail::clause why) {
  return fail(state, {errc::invalid_argument, op, detail::cmp_kind::lt, why}, pe, offset, limit,
              seen);
}

/// Check `pe`, that [address, address + bytes) lies in the symmetric heap, and that its offset is a
/// multiple of `alignment`, a power of two. Always on: a subtraction, and one branch. A refusal is
/// recorded, as what was asked for (failure_publish finds out why), and the operation is not done.
/// `bytes`: from bytes_of(), or no product; `count` is for the record.
ARK_HOST_DEVICE inline target resolve(detail::device_state& state, const void* address,
                                      std::uint64_t bytes, int pe, detail::op_kind op,
                                      std::uint64_t count = 0, std::uint32_t alignment = 1) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(address) - state.heap_base;
  // The heap only grows. Who has an address behind it has heard of it from who has seen it grow, so
  // that a cache of this block's own will do.
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
