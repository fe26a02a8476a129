// Collectives over all PEs, generic forms. The typed OpenSHMEM names are in api/collective.hpp.
//
// Callable: kernels and host threads; on each PE one thread, one warp (`_warp`) or one block
//   (`_block`). Every PE makes the same calls in the same order, one at a time per PE.
// team: ARK_TEAM_WORLD. dest, source: symmetric. dest of every PE must be ready to accept data when
//   the first PE calls. In reductions dest and source may be the same array; otherwise they must
//   not overlap. count: elements, the same on every PE.
// Completion: on return, dest of the calling PE is complete and its source may be reused.
// Progress: waits for the other PEs, at most ARK_TIMEOUT.
// Errors: returned and recorded; the record names the missing PE. unsupported: a collective with
//   data by a host thread while the heap is in GPU memory.
#pragma once

#include <ark/device/collective.hpp>
#include <type_traits>

namespace ark {

namespace detail {
ARK_HOST_DEVICE inline errc check_team(int team) {
  if (team == ARK_TEAM_WORLD) return errc::ok;
  return device::refuse(device::context(), op_kind::collective, -1, ~std::uint64_t{0},
                        static_cast<std::uint64_t>(std::int64_t{team}), 1, clause::team);
}

/// Checks the team, and that dest lies in the heap: `count` elements of `each` bytes, n_pes times
/// that if `gathers`. All PEs pass the same arguments and reject the same call: no PE waits for a
/// PE that has rejected it.
ARK_HOST_DEVICE inline errc check_collective(int team, const void* dest, std::uint64_t count,
                                             std::uint64_t each, bool gathers) {
  device_state& state = device::context();
  if (const errc code = check_team(team); code != errc::ok || count == 0) return code;
  std::uint64_t bytes = device::bytes_of(count, each);
  if (gathers) bytes = device::bytes_of(bytes, static_cast<std::uint64_t>(state.n_pes));
  return device::resolve(state, dest, bytes, state.pe, op_kind::collective, count).code;
}

/// The kind of a reduction by `Op`: it names the call, and must be the same on every PE.
template <class Op>
inline constexpr auto kind_of_reduction =
    std::is_same_v<Op, device::collective::sum_op>   ? device::collective_kind::sum_reduce
    : std::is_same_v<Op, device::collective::min_op> ? device::collective_kind::min_reduce
    : std::is_same_v<Op, device::collective::max_op> ? device::collective_kind::max_reduce
                                                     : device::collective_kind::reduce;

template <class Scope>
ARK_HOST_DEVICE inline errc barrier_all() {
  const device::collective_call call{device::collective_kind::barrier_all, {"ark_barrier_all"}};
  return device::checked<Scope>(call, [] { return device::collective::barrier_all<Scope>(); });
}
template <class Scope>
ARK_HOST_DEVICE inline errc sync_all() {
  const device::collective_call call{device::collective_kind::sync_all, {"ark_sync_all"}};
  return device::checked<Scope>(call, [] { return device::collective::sync_all<Scope>(); });
}
}  // namespace detail

/// Copy `count` elements of source on PE `root` to dest on every PE, `root` included. Scope, also
/// below: ark::device::thread_scope, warp_scope or block_scope.
template <class Scope, class T>
ARK_HOST_DEVICE errc broadcast(int team, T* dest, const T* source, std::size_t count, int root) {
  const auto call =
      device::collective_of(device::collective_kind::broadcast, team, dest, source, count, root);
  return device::checked<Scope>(call, [&] {
    const errc code = detail::check_collective(team, dest, count, sizeof(T), false);
    if (code != errc::ok) return code;
    return device::collective::broadcast<Scope>(dest, source, count * sizeof(T), root);
  });
}
/// Concatenate the sources of all PEs: block i of dest (`count` elements) is the source of PE i.
template <class Scope, class T>
ARK_HOST_DEVICE errc fcollect(int team, T* dest, const T* source, std::size_t count) {
  const auto call =
      device::collective_of(device::collective_kind::fcollect, team, dest, source, count);
  return device::checked<Scope>(call, [&] {
    const errc code = detail::check_collective(team, dest, count, sizeof(T), true);
    if (code != errc::ok) return code;
    return device::collective::exchange<Scope>(dest, source, count * sizeof(T), false);
  });
}
/// Exchange one block of `count` elements between each pair of PEs: block i of dest on PE j is
/// block j of the source of PE i.
template <class Scope, class T>
ARK_HOST_DEVICE errc alltoall(int team, T* dest, const T* source, std::size_t count) {
  const auto call =
      device::collective_of(device::collective_kind::alltoall, team, dest, source, count);
  return device::checked<Scope>(call, [&] {
    const errc code = detail::check_collective(team, dest, count, sizeof(T), true);
    if (code != errc::ok) return code;
    return device::collective::exchange<Scope>(dest, source, count * sizeof(T), true);
  });
}
/// Reduce element by element over all PEs, in the order of the PEs: the result is bitwise identical
/// on every PE. Op: sum_op, min_op or max_op of ark::device::collective, or a function object with
/// the same signature.
template <class Scope, class T, class Op>
ARK_HOST_DEVICE errc reduce(int team, T* dest, const T* source, std::size_t count, Op op) {
  const auto call = device::collective_of(detail::kind_of_reduction<Op>, team, dest, source, count);
  return device::checked<Scope>(call, [&] {
    const errc code = detail::check_collective(team, dest, count, sizeof(T), false);
    if (code != errc::ok) return code;
    return device::collective::reduce<Scope>(dest, source, count, op);
  });
}

}  // namespace ark

/// Barrier over all PEs. On return every PE has arrived, and all operations that the PEs issued
/// before the barrier are delivered.
ARK_HOST_DEVICE inline void ark_barrier_all() {
  ark::detail::barrier_all<ark::device::thread_scope>();
}
ARK_HOST_DEVICE inline void ark_barrier_all_warp() {
  ark::detail::barrier_all<ark::device::warp_scope>();
}
ARK_HOST_DEVICE inline void ark_barrier_all_block() {
  ark::detail::barrier_all<ark::device::block_scope>();
}
/// Synchronisation of all PEs. On return every PE has arrived. Does not complete operations issued
/// before; only the stores of each PE to its own heap are visible.
ARK_HOST_DEVICE inline void ark_sync_all() { ark::detail::sync_all<ark::device::thread_scope>(); }
ARK_HOST_DEVICE inline void ark_sync_all_warp() {
  ark::detail::sync_all<ark::device::warp_scope>();
}
ARK_HOST_DEVICE inline void ark_sync_all_block() {
  ark::detail::sync_all<ark::device::block_scope>();
}
