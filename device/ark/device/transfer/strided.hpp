// put and get of elements, or blocks of elements, that lie a stride apart.
#pragma once

#include <ark/device/transfer/rma.hpp>

namespace ark::device {

/// Check the strides, and the range on `pe` from the first to the last of `count` pieces (at least
/// 1) of `piece` bytes that lie `stride` elements of `each` bytes apart. On the caller's side they
/// lie `local_stride` apart.
ARK_HOST_DEVICE inline errc accept_strided(detail::device_state& state, const void* symmetric,
                                           std::ptrdiff_t stride, std::ptrdiff_t local_stride,
                                           std::uint64_t count, std::uint64_t each,
                                           std::uint64_t piece, int pe, detail::op_kind op) {
  const std::ptrdiff_t least = stride < local_stride ? stride : local_stride;
  if (least < 1) [[unlikely]]
    return fail(state,
                {errc::invalid_argument, op, detail::cmp_kind::ge, detail::failure_reason::stride},
                pe, detail::no_offset, 1, static_cast<std::uint64_t>(least));
  const auto spread = [&](std::ptrdiff_t step) {
    return bytes_of(bytes_of(count - 1, static_cast<std::uint64_t>(step)), each);
  };
  std::uint64_t bytes = spread(stride);
  const bool wraps = bytes > ~piece || spread(local_stride) > ~piece;
  bytes = wraps ? ~std::uint64_t{0} : bytes + piece;
  return check_range(state, {symmetric, bytes, pe, op, count});
}

/// Check a call that moves `count` blocks of `block` elements. Without blocks or elements there is
/// nothing to move, and no more to check.
template <class Scope, class T>
ARK_HOST_DEVICE inline errc accept_blocks(detail::device_state& state, const call_site& call,
                                          detail::op_kind op, T* dest, const T* source,
                                          std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride,
                                          std::size_t block, std::size_t count, int pe) {
  const bool puts = op == detail::op_kind::put;
  if (check::wanted(state, call)) [[unlikely]] {
    const errc code = scope_result<Scope>(
        state,
        check::strided(state, call, dest, source, dest_stride, source_stride, block, pe, puts));
    if (code != errc::ok) return code;
  }
  if (block == 0 || count == 0) return errc::ok;
  return accept_strided(state, puts ? dest : source, puts ? dest_stride : source_stride,
                        puts ? source_stride : dest_stride, count, sizeof(T),
                        bytes_of(block, sizeof(T)), pe, op);
}

/// Transfer `count` pieces, shared out among the threads of the scope: piece(i, until).
/// `one_ring`: all pieces of a thread take the same route, and a ring completes in order, so that
/// only the last one waits.
template <class Scope, class Piece>
ARK_HOST_DEVICE inline errc each_piece(std::size_t count, bool one_ring, const Piece& piece) {
  errc code = errc::ok;
  for (std::size_t i = Scope::rank(); i < count && code == errc::ok; i += Scope::size()) {
    const bool waits = !one_ring || count - i <= Scope::size();
    code = piece(static_cast<std::ptrdiff_t>(i), waits ? completion::local : completion::deferred);
  }
  return code;
}

/// Element `i` goes from source[i * source_stride] to dest[i * dest_stride]; strides in elements,
/// at least 1.
template <class Scope, class T>
ARK_HOST_DEVICE inline errc put_strided(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                        std::ptrdiff_t source_stride, std::size_t count,
                                        target_pe given, const call_site& call = {}) {
  const int pe = given.number;
  detail::device_state& state = context(call.name);
  errc code = accept_blocks<Scope>(state, call, detail::op_kind::put, dest, source, dest_stride,
                                   source_stride, 1, count, pe);
  if (code != errc::ok || count == 0) return code;
  if (dest_stride == 1 && source_stride == 1)
    return put_bytes<Scope>(dest, source, count * sizeof(T), given, {completion::local});
  Scope::sync();  // the scope has written the source
  for (std::size_t i = Scope::rank(); i < count && code == errc::ok; i += Scope::size()) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    code = put_element(dest + at * dest_stride, source[at * source_stride], given);
  }
  return scope_result<Scope>(state, code);
}

template <class Scope, class T>
ARK_HOST_DEVICE inline errc get_strided(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                        std::ptrdiff_t source_stride, std::size_t count,
                                        target_pe given, const call_site& call = {}) {
  const int pe = given.number;
  detail::device_state& state = context(call.name);
  errc code = accept_blocks<Scope>(state, call, detail::op_kind::get, dest, source, dest_stride,
                                   source_stride, 1, count, pe);
  if (code != errc::ok || count == 0) return code;
  const bool dense = dest_stride == 1 && source_stride == 1;
  if constexpr (!std::is_same_v<Scope, thread_scope>) {
    if (dense) return get_bytes<Scope>(dest, source, count * sizeof(T), given, {completion::local});
    Scope::sync();  // the scope no longer uses the destination
  }
  const std::size_t pieces = dense ? 1 : count;
  const std::size_t bytes = dense ? count * sizeof(T) : sizeof(T);
  code = each_piece<Scope>(pieces, true, [&](std::ptrdiff_t i, completion until) {
    return get_bytes<thread_scope>(dest + i * dest_stride, source + i * source_stride, bytes, given,
                                   {until});
  });
  return scope_result<Scope>(state, code);
}

/// Threads of a warp or block share out blocks of at most this size. Larger blocks are moved one at
/// a time, by all threads together.
inline constexpr std::uint64_t most_bytes_of_a_thread = 64;

/// Transfer `count` blocks of `bytes`: piece(scope, i, until) by the threads of that scope.
template <class Scope, class Piece>
ARK_HOST_DEVICE inline errc each_block(detail::device_state& state, std::size_t count,
                                       std::uint64_t bytes, bool one_ring, const Piece& piece) {
  if constexpr (!std::is_same_v<Scope, thread_scope>) {
    if (bytes > most_bytes_of_a_thread) {
      return each_piece<thread_scope>(count, one_ring, [&](std::ptrdiff_t i, completion until) {
        return piece(Scope{}, i, until);
      });
    }
    Scope::sync();  // the scope has written the source, or no longer uses the destination
  }
  const errc code = each_piece<Scope>(count, one_ring, [&](std::ptrdiff_t i, completion until) {
    return piece(thread_scope{}, i, until);
  });
  return scope_result<Scope>(state, code);
}

/// `count` blocks of `block` elements; block `i` goes from source[i * source_stride] to
/// dest[i * dest_stride].
template <class Scope, class T>
ARK_HOST_DEVICE inline errc put_strided_blocks(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                               std::ptrdiff_t source_stride, std::size_t block,
                                               std::size_t count, target_pe given,
                                               const call_site& call = {}) {
  const int pe = given.number;
  detail::device_state& state = context(call.name);
  const errc code = accept_blocks<Scope>(state, call, detail::op_kind::put, dest, source,
                                         dest_stride, source_stride, block, count, pe);
  if (code != errc::ok || block == 0 || count == 0) return code;
  const std::uint64_t bytes = bytes_of(block, sizeof(T));
  const bool one_ring = state.peers[pe].route == detail::peer_route::proxy;
  return each_block<Scope>(state, count, bytes, one_ring,
                           [&]<class By>(By /*scope*/, std::ptrdiff_t i, completion until) {
                             return put_bytes<By>(dest + i * dest_stride,
                                                  source + i * source_stride, bytes, given,
                                                  {until});
                           });
}

template <class Scope, class T>
ARK_HOST_DEVICE inline errc get_strided_blocks(T* dest, const T* source, std::ptrdiff_t dest_stride,
                                               std::ptrdiff_t source_stride, std::size_t block,
                                               std::size_t count, target_pe given,
                                               const call_site& call = {}) {
  const int pe = given.number;
  detail::device_state& state = context(call.name);
  const errc code = accept_blocks<Scope>(state, call, detail::op_kind::get, dest, source,
                                         dest_stride, source_stride, block, count, pe);
  if (code != errc::ok || block == 0 || count == 0) return code;
  const std::uint64_t bytes = bytes_of(block, sizeof(T));
  return each_block<Scope>(
      state, count, bytes, true, [&]<class By>(By /*scope*/, std::ptrdiff_t i, completion until) {
        return get_bytes<By>(dest + i * dest_stride, source + i * source_stride, bytes, given,
                             {until});
      });
}

}  // namespace ark::device
