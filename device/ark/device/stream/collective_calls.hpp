// The implementation of stream-ordered collectives that move or reduce: in one kernel, or by lanes
// in several.
#pragma once

#include <ark/device/stream/on_stream_calls.hpp>
#include <ark/device/stream/stream_parts.hpp>
#include <ark/team.hpp>

namespace ark::detail {

/// Check a collective that several kernels execute: at the call, or in checked mode in a kernel.
template <device::collective_kind Kind>
errc accept_by_kernels(const char* name, const device::collective_call& call, bool gathers,
                       stream_t stream) {
  const caller from(name);
  if (from.code != errc::ok) return from.code;
  const errc code = accept_collective(from.state, call, gathers);
  if (code != errc::ok || from.state.checks == nullptr) return code;
  return queue_operation(name, stream, {}, device::stream_operation::compare_calls<Kind>{call});
}

inline int root_of(const device::collective_call& call) {
  return call.kind == device::collective_kind::broadcast ? call.root : -1;
}

/// Queue the kernels of a collective whose data `blocks` blocks move.
template <device::collective_kind Kind>
errc queue_move_by_lanes(const char* name, const device::collective_call& call, unsigned blocks,
                         stream_t stream) {
  namespace operation = device::stream_operation;
  constexpr bool gathers = Kind != device::collective_kind::broadcast;
  if (const errc code = accept_by_kernels<Kind>(name, call, gathers, stream); code != errc::ok)
    return code;
  const std::size_t bytes = call.site.count * call.site.element_bytes;
  const unsigned threads = device::shape_of_collective(bytes).threads;
  queue_operation(name, stream, {blocks, threads}, operation::move_part<Kind>{call, blocks});
  return queue_operation(name, stream, {}, operation::exchange_tokens{call.team, root_of(call)});
}

/// All members make the same choice: it depends on the size alone.
template <device::collective_kind Kind, class T>
errc queue_move(const char* name, const device::collective_call& call, stream_t stream) {
  constexpr bool gathers = Kind != device::collective_kind::broadcast;
  if constexpr (ARK_CUDA) {
    const unsigned blocks = device::lanes_of_collective(
        device::bytes_of(call.site.count, sizeof(T)), ark_team_n_pes(call.team));
    if (blocks > 1) return queue_move_by_lanes<Kind>(name, call, blocks, stream);
  }
  return queue_collective(name, call, gathers,
                          device::stream_operation::copy_collective<Kind>{call}, stream);
}

template <class T, class Op>
errc queue_reduce_by_lanes(const char* name, int team, T* dest, const T* source, std::size_t count,
                           Op op, unsigned blocks, stream_t stream) {
  namespace operation = device::stream_operation;
  constexpr device::collective_kind kind = kind_of_reduction<Op>;
  const auto call = device::collective_of(kind, team, dest, source, count);
  if (const errc code = accept_by_kernels<kind>(name, call, false, stream); code != errc::ok)
    return code;
  const unsigned threads = device::shape_of_collective(count * sizeof(T)).threads;
  queue_operation(name, stream, {}, operation::exchange_tokens{team, -1});  // every source is ready
  queue_operation(name, stream, {blocks, threads},
                  operation::reduce_part<T, Op>{dest, source, count, team, blocks, op});
  return queue_operation(name, stream, {}, operation::exchange_tokens{team, -1});
}

/// Queue the kernels of a reduction. Each member reads its slice of all sources and sends the
/// result to all. All members choose the same number of kernels, which depends on the size alone.
template <class T, class Op>
errc queue_reduce(const char* name, int team, T* dest, const T* source, std::size_t count, Op op,
                  stream_t stream) {
  if constexpr (ARK_CUDA) {
    const unsigned blocks = device::lanes_of_reduction(device::bytes_of(count, sizeof(T)));
    if (blocks > 1)
      return queue_reduce_by_lanes(name, team, dest, source, count, op, blocks, stream);
  }
  const auto call = device::collective_of(kind_of_reduction<Op>, team, dest, source, count);
  return queue_collective(name, call, false, reduction_on_stream(call, dest, source, op), stream);
}

}  // namespace ark::detail
