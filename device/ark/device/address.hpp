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

/// An argument that is refused. `seen` was to be below `limit`.
ARK_HOST_DEVICE inline errc refuse(detail::device_state& state, detail::op_kind op, int pe,
                                   std::uint64_t offset, std::uint64_t seen, std::uint64_t limit,
                                   detail::clause why) {
  return fail(state, {errc::invalid_argument, op, detail::cmp_kind::lt, why}, pe, offset, limit,
              seen);
}

/// What resolve() asks beyond PE and range: that the offset is a multiple of `bytes`, a power of
/// two, and what to say if it is not.
struct alignment {
  std::uint32_t bytes = 1;
  detail::clause why = detail::clause::none;
};

/// resolve()'s refusal: finds out of what. `count`: what the caller was given, where `bytes` is
/// what bytes_of() says of too many.
ARK_HOST_DEVICE ARK_COLD inline errc refuse_target(detail::device_state& state, detail::op_kind op,
                                                   int pe, std::uint64_t offset,
                                                   std::uint64_t bytes, std::uint64_t count,
                                                   alignment wanted) {
  const auto members = static_cast<unsigned>(state.n_pes);
  std::uint64_t seen = static_cast<std::uint64_t>(std::int64_t{pe}), limit = members;
  detail::clause why = detail::clause::pe_out_of_range;
  if (static_cast<unsigned>(pe) < members) {
    const std::uint64_t committed = detail::load_relaxed(&state.heap_bytes);
    seen = offset + bytes;
    limit = committed;
    why = detail::clause::beyond_heap;
    if (offset >= committed) {
      seen = state.heap_base + offset;
      limit = state.heap_base + committed;
      why = detail::clause::not_in_heap;
    } else if (bytes == ~std::uint64_t{0}) {
      seen = count;
      why = detail::clause::too_many;
    } else if (bytes <= committed - offset) {
      seen = offset & (wanted.bytes - 1);
      limit = 1;
      why = wanted.why;
    }
  }
  return refuse(state, op, pe, offset, seen, limit, why);
}

/// Check `pe`, that [address, address + bytes) lies in the symmetric heap, and the alignment.
/// Always on: a subtraction, and one branch. A refusal is recorded and the operation is not done.
/// `bytes`: from bytes_of(), or no product; `count` is for the record.
ARK_HOST_DEVICE inline target resolve(detail::device_state& state, const void* address,
                                      std::uint64_t bytes, int pe, detail::op_kind op,
                                      std::uint64_t count = 0, alignment wanted = {}) {
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(address) - state.heap_base;
  // The heap only grows. Who has an address behind it has heard of it from who has seen it grow, so
  // that a cache of this block's own will do.
  const std::uint64_t committed = detail::load_relaxed<detail::scope::block>(&state.heap_bytes);
  const bool inside = static_cast<unsigned>(pe) < static_cast<unsigned>(state.n_pes) &&
                      offset < committed && bytes <= committed - offset &&
                      (offset & (wanted.bytes - 1)) == 0;
  if (!inside) [[unlikely]]
    return {offset, nullptr, refuse_target(state, op, pe, offset, bytes, count, wanted)};
  return {offset, &state.peers[pe], errc::ok};
}

}  // namespace ark::device
