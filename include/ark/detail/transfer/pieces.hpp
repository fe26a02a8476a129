// The pieces of a gather or a scatter: their checks, their addresses, and the order in which an
// engine moves them.
#pragma once

#include <ark/constants.h>

#include <ark/detail/failure/failure.hpp>
#include <ark/detail/platform/atomics.hpp>
#include <ark/detail/queue/descriptor.hpp>
#include <ark/detail/state/device_state.hpp>
#include <cstddef>
#include <cstdint>

namespace ark::detail {

/// A gather or scatter of `count` pieces of `bytes` together. `pe`: of its signal, or the poster.
ARK_HOST_DEVICE inline descriptor make_list(descriptor_op op, int pe, void* batch,
                                            std::uint64_t bytes, const ark_piece* pieces,
                                            std::uint64_t count) {
  descriptor d = descriptor_detail::begin(op, pe);
  d.set(field::dest, descriptor_detail::address_bits(batch));
  d.set(field::source, descriptor_detail::address_bits(pieces));
  d.set(field::length, bytes);
  d.set(field::pieces, count);
  return d;
}

/// The reason why a piece must not be accessed; none if it may. A piece of the caller's PE may be
/// anywhere; a piece of another PE lies in the heap. Pieces without bytes have no address.
/// `by_proxy`: PEs that are not mapped are accepted if the proxy reaches them.
ARK_HOST_DEVICE inline descriptor_fault piece_refusal(const device_state& state,
                                                      const ark_piece& piece, bool by_proxy) {
  const auto pe = static_cast<unsigned>(piece.pe);
  if (pe >= static_cast<unsigned>(state.n_pes)) return descriptor_fault::pe;
  if (piece.bytes == 0) return descriptor_fault::none;
  if (piece.pe == state.pe)
    return piece.address == nullptr ? descriptor_fault::null_piece : descriptor_fault::none;
  const peer_route route = state.peers[pe].route;
  if (route != peer_route::mapped && !(by_proxy && route == peer_route::proxy))
    return by_proxy ? descriptor_fault::not_by_proxy : descriptor_fault::not_mapped;
  const std::uint64_t heap = load_relaxed(&state.heap_bytes);
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(piece.address) - state.heap_base;
  const bool inside = piece.bytes <= heap && offset <= heap - piece.bytes;
  return inside ? descriptor_fault::none : descriptor_fault::range;
}

/// The `seen` of a failure with failure_reason::piece.
ARK_HOST_DEVICE constexpr std::uint64_t piece_seen(descriptor_fault why, std::uint64_t index) {
  return static_cast<std::uint64_t>(why) | index << 8;
}
/// The offset in a failure with failure_reason::piece, also of an address that is not symmetric.
ARK_HOST_DEVICE inline std::uint64_t piece_offset(const device_state& state,
                                                  const ark_piece& piece) {
  return reinterpret_cast<std::uint64_t>(piece.address) - state.heap_base;
}

/// True if the caller can access the accepted piece by loads and stores.
ARK_HOST_DEVICE inline bool is_mapped(const device_state& state, const ark_piece& piece) {
  return piece.pe == state.pe || state.peers[piece.pe].route == peer_route::mapped;
}
/// The address of an accepted piece that is mapped.
ARK_HOST_DEVICE inline std::byte* piece_address(const device_state& state, const ark_piece& piece) {
  auto* const here = static_cast<std::byte*>(piece.address);
  if (piece.pe == state.pe) return here;
  return reinterpret_cast<std::byte*>(state.peers[piece.pe].heap_base) + piece_offset(state, piece);
}

/// A list, as a consumer of its descriptor walks it.
struct piece_list {
  const ark_piece* pieces = nullptr;
  std::uint64_t count = 0;
  std::byte* batch = nullptr;
  std::uint64_t bytes = 0;  ///< of all pieces, and of the batch
  bool gathers = false;     ///< into the batch
};
ARK_HOST_DEVICE inline piece_list list_of(const descriptor& d) {
  return {reinterpret_cast<const ark_piece*>(d.get(field::source)), d.get(field::pieces),
          reinterpret_cast<std::byte*>(d.get(field::dest)), d.bytes(),
          d.op() == descriptor_op::gather};
}

/// A position in a list. The batch's bytes before it belong to the pieces before it.
struct piece_position {
  std::uint64_t index = 0;   ///< of the piece
  std::uint64_t within = 0;  ///< bytes of the piece
  std::uint64_t batch = 0;   ///< bytes of the batch

  /// Go on by `bytes` of `piece`, which is at this position.
  ARK_HOST_DEVICE constexpr void advance(const ark_piece& piece, std::uint64_t bytes) {
    batch += bytes;
    within += bytes;
    if (within != piece.bytes) return;
    within = 0;
    ++index;
  }
};

/// What a piece costs besides its bytes, in bytes that could be moved instead.
inline constexpr std::uint64_t piece_cost = 64;

/// Move the pieces from `at` on, up to about `most` bytes, by `copy(dest, source, bytes)`, and set
/// `at` behind them. `by_proxy`: those of PEs that are not mapped are left out. Every piece is read
/// once and checked before it is used, because the list may have changed since its descriptor was
/// posted: the result is the fault of the piece at `at`, which ends the list; none if there is
/// none.
template <class Copy>
inline descriptor_fault move_pieces(const device_state& state, const piece_list& list,
                                    piece_position& at, std::uint64_t most, bool by_proxy,
                                    Copy&& copy) {
  // nvcc takes "index < ... <" for a template.
  for (std::uint64_t cost = 0; at.index != list.count && cost < most;) {
    const ark_piece piece = list.pieces[at.index];
    const descriptor_fault why = piece_refusal(state, piece, by_proxy);
    if (why != descriptor_fault::none) return why;
    const std::uint64_t left = piece.bytes - at.within;
    if (at.within > piece.bytes || left > list.bytes - at.batch)
      return descriptor_fault::lists_changed;
    std::uint64_t some = left;
    if (!by_proxy || is_mapped(state, piece)) {
      some = left < most - cost ? left : most - cost;
      std::byte* there = piece_address(state, piece) + at.within;
      std::byte* here = list.batch + at.batch;
      if (some != 0) list.gathers ? copy(here, there, some) : copy(there, here, some);
      cost += some;
    }
    cost += piece_cost;
    at.advance(piece, some);
  }
  const bool ended = at.index == list.count;
  return ended && at.batch != list.bytes ? descriptor_fault::lists_changed : descriptor_fault::none;
}

}  // namespace ark::detail
