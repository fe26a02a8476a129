// Collectives over the members of a team, generic forms. The typed OpenSHMEM names are in
// api/collective.hpp.
//
// Callable: kernels and host threads; on each PE one thread, one warp (`_warp`) or one block
//   (`_block`). Every member of the team makes the same calls in the same order, one at a time per
//   PE and team. Collectives of different teams may run concurrently.
// team: ARK_TEAM_WORLD, ARK_TEAM_SHARED or a team of <ark/team.hpp>. dest, source: symmetric. dest
//   of every member must be ready to accept data when the first member calls. In broadcasts,
//   reductions and scans dest and source may be the same array, and in fcollect source may be the
//   caller's own block of dest; otherwise they must not overlap.
//   count: elements, the same on every member unless stated otherwise. root: a member's number in
//   the team.
// Completion: on return, dest of the calling PE is complete and its source may be reused.
// Progress: waits for the other members, at most ARK_TIMEOUT.
// Errors: returned and recorded; the record names the missing PE. Either all threads of a warp or
//   block get ok or none does; their codes may differ. invalid_argument: a team that the
//   PE is not a member of, a root outside the team, dest outside the heap. unsupported: a
//   collective with data by a host thread while the heap is in GPU memory.
#pragma once

#include <ark/device/collective/collect.hpp>
#include <ark/device/collective/scan.hpp>
#include <ark/device/transfer/strided.hpp>
#include <type_traits>

namespace ark {

namespace detail {
/// Checks the team, and that dest lies in the heap: `count` elements of `each` bytes, times the
/// members of the team if `gathers`. All members pass the same arguments and reject the same call:
/// no PE waits for a PE that has rejected it.
ARK_HOST_DEVICE inline errc check_collective(int team, const void* dest, std::uint64_t count,
                                             std::uint64_t each, bool gathers) {
  device_state& state = device::context();
  if (const errc code = device::check_team(state, team); code != errc::ok || count == 0)
    return code;
  std::uint64_t bytes = device::bytes_of(count, each);
  if (gathers) {
    const int size = device::members_of(state, team).size;
    bytes = device::bytes_of(bytes, static_cast<std::uint64_t>(size));
  }
  return device::check_range(state, {dest, bytes, state.pe, op_kind::collective, count});
}

/// The members of a team that check_collective() has accepted.
ARK_HOST_DEVICE inline device::team_members accepted(int team) {
  return device::members_of(device::context(), team);
}

/// The kind of a reduction by `Op`: it names the call, and must be the same on every PE.
template <class Op>
inline constexpr auto kind_of_reduction =
    std::is_same_v<Op, device::collective::sum_op>    ? device::collective_kind::sum_reduce
    : std::is_same_v<Op, device::collective::min_op>  ? device::collective_kind::min_reduce
    : std::is_same_v<Op, device::collective::max_op>  ? device::collective_kind::max_reduce
    : std::is_same_v<Op, device::collective::and_op>  ? device::collective_kind::and_reduce
    : std::is_same_v<Op, device::collective::or_op>   ? device::collective_kind::or_reduce
    : std::is_same_v<Op, device::collective::xor_op>  ? device::collective_kind::xor_reduce
    : std::is_same_v<Op, device::collective::prod_op> ? device::collective_kind::prod_reduce
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

/// Synchronisation of a team. On return every member has arrived. Does not complete operations
/// issued before; only the stores of each member to its own heap are visible.
template <class Scope>
ARK_HOST_DEVICE errc team_sync(int team) {
  if (team == ARK_TEAM_WORLD) return detail::sync_all<Scope>();
  const device::collective_call call{
      device::collective_kind::team_sync, {"ark_team_sync"}, nullptr, nullptr, 0, team};
  return device::checked<Scope>(call, [&] {
    detail::device_state& state = device::context();
    if (const errc code = device::check_team(state, team); code != errc::ok) return code;
    return device::collective::sync<Scope>(state, device::members_of(state, team));
  });
}

namespace detail {
/// Runs the copying collective `call`. One function for all types: only their size matters.
template <class Scope, device::collective_kind Kind>
ARK_HOST_DEVICE errc move_by(const device::collective_call& call) {
  using device::collective_kind;
  return device::checked<Scope>(call, [&] {
    constexpr bool gathers = Kind == collective_kind::fcollect || Kind == collective_kind::alltoall;
    const std::size_t element = call.site.element_bytes;
    // The members of a collect have yet to exchange their counts.
    const std::size_t known = Kind == collective_kind::collect ? 0 : call.site.count;
    const errc code = check_collective(call.team, call.dest, known, element, gathers);
    if (code != errc::ok) return code;
    const device::team_members team = accepted(call.team);
    const std::size_t bytes = known * element;
    if constexpr (Kind == collective_kind::broadcast) {
      return device::collective::broadcast<Scope>(team, call.dest, call.source, bytes, call.root);
    } else if constexpr (Kind == collective_kind::collect) {
      return device::collective::collect<Scope>(team, call.dest, call.source,
                                                device::bytes_of(call.site.count, element));
    } else {
      return device::collective::exchange<Scope>(team, call.dest, call.source, bytes,
                                                 Kind == collective_kind::alltoall);
    }
  });
}
}  // namespace detail

/// Copy `count` elements of source on member `root` to dest on every member, `root` included.
/// Scope, here and in the other collectives: ark::device::thread_scope, warp_scope or block_scope.
template <class Scope, class T>
ARK_HOST_DEVICE errc broadcast(int team, T* dest, const T* source, std::size_t count, int root) {
  using device::collective_kind;
  return detail::move_by<Scope, collective_kind::broadcast>(
      device::collective_of(collective_kind::broadcast, team, dest, source, count, root));
}
/// Concatenate the sources of all members in their order. `count` may differ between the members;
/// dest of each must have room for all.
template <class Scope, class T>
ARK_HOST_DEVICE errc collect(int team, T* dest, const T* source, std::size_t count) {
  using device::collective_kind;
  return detail::move_by<Scope, collective_kind::collect>(
      device::collective_of(collective_kind::collect, team, dest, source, count));
}
/// Concatenate the sources of all members: block i of dest (`count` elements) is the source of
/// member i.
template <class Scope, class T>
ARK_HOST_DEVICE errc fcollect(int team, T* dest, const T* source, std::size_t count) {
  using device::collective_kind;
  return detail::move_by<Scope, collective_kind::fcollect>(
      device::collective_of(collective_kind::fcollect, team, dest, source, count));
}
/// Exchange one block of `count` elements between each pair of members: block i of dest on member j
/// is block j of the source of member i.
template <class Scope, class T>
ARK_HOST_DEVICE errc alltoall(int team, T* dest, const T* source, std::size_t count) {
  using device::collective_kind;
  return detail::move_by<Scope, collective_kind::alltoall>(
      device::collective_of(collective_kind::alltoall, team, dest, source, count));
}
/// alltoall for arrays whose elements lie `dest_stride` and `source_stride` elements apart, at
/// least 1.
template <class Scope, class T>
ARK_HOST_DEVICE errc alltoalls(int team, T* dest, const T* source, std::ptrdiff_t dest_stride,
                               std::ptrdiff_t source_stride, std::size_t count) {
  const auto call =
      device::collective_of(device::collective_kind::alltoalls, team, dest, source, count);
  return device::checked<Scope>(call, [&] {
    errc code = detail::check_collective(team, dest, count, sizeof(T), true);
    if (code != errc::ok) return code;
    const device::team_members members = detail::accepted(team);
    const std::size_t all = count * static_cast<unsigned>(members.size);
    if (all > 0) {
      detail::device_state& state = device::context();
      code = device::accept_strided(state, dest, dest_stride, source_stride, all, sizeof(T),
                                    sizeof(T), state.pe, detail::op_kind::collective);
    }
    if (code != errc::ok) return code;
    return device::collective::alltoalls<Scope>(members, dest, source, dest_stride, source_stride,
                                                count);
  });
}

namespace detail {
/// Runs the reduction `call` of the elements that `fold` folds. On a CPU, one function for all
/// types.
template <class Scope, class Fold>
ARK_HOST_DEVICE errc reduce_by(const device::collective_call& call, const Fold& fold) {
  return device::checked<Scope>(call, [&] {
    const errc code =
        check_collective(call.team, call.dest, call.site.count, call.site.element_bytes, false);
    if (code != errc::ok) return code;
    return device::collective::reduce<Scope>(accepted(call.team), fold, call.dest, call.source,
                                             call.site.count);
  });
}
template <class Scope, class Fold>
ARK_HOST_DEVICE errc scan_by(const device::collective_call& call, const Fold& fold, bool own) {
  return device::checked<Scope>(call, [&] {
    const errc code =
        check_collective(call.team, call.dest, call.site.count, call.site.element_bytes, false);
    if (code != errc::ok) return code;
    return device::collective::scan<Scope>(accepted(call.team), fold, call.dest, call.source,
                                           call.site.count, own);
  });
}
}  // namespace detail

/// Reduce element by element over all members, in their order: the result is bitwise identical on
/// every member. Op: an operator of <ark/device/collective/operators.hpp> (sum_op, min_op, max_op,
/// prod_op, and_op, or_op, xor_op of ark::device::collective), or a function object with the same
/// signature. T: at most 32 bytes, trivially copyable.
template <class Scope, class T, class Op>
ARK_HOST_DEVICE errc reduce(int team, T* dest, const T* source, std::size_t count, Op op) {
  return detail::reduce_by<Scope>(
      device::collective_of(detail::kind_of_reduction<Op>, team, dest, source, count),
      device::collective::fold_of<T>(op));
}

namespace detail {
template <class Scope, class T>
ARK_HOST_DEVICE errc scan(int team, T* dest, const T* source, std::size_t count, bool own) {
  const auto kind = own ? device::collective_kind::sum_inscan : device::collective_kind::sum_exscan;
  const device::collective::sum_op sum;
  return scan_by<Scope>(device::collective_of(kind, team, dest, source, count),
                        device::collective::fold_of<T>(sum), own);
}
}  // namespace detail

/// Element by element, the sum of the sources of the members up to and including the caller, in
/// their order.
template <class Scope, class T>
ARK_HOST_DEVICE errc sum_inscan(int team, T* dest, const T* source, std::size_t count) {
  return detail::scan<Scope>(team, dest, source, count, true);
}
/// Element by element, the sum of the sources of the members before the caller, in their order. The
/// first member gets zeros.
template <class Scope, class T>
ARK_HOST_DEVICE errc sum_exscan(int team, T* dest, const T* source, std::size_t count) {
  return detail::scan<Scope>(team, dest, source, count, false);
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
/// ark::team_sync, under the OpenSHMEM name. Returns 0, or the number of the error.
ARK_HOST_DEVICE inline int ark_team_sync(ark_team_t team) {
  return static_cast<int>(ark::team_sync<ark::device::thread_scope>(team));
}
ARK_HOST_DEVICE inline int ark_team_sync_warp(ark_team_t team) {
  return static_cast<int>(ark::team_sync<ark::device::warp_scope>(team));
}
ARK_HOST_DEVICE inline int ark_team_sync_block(ark_team_t team) {
  return static_cast<int>(ark::team_sync<ark::device::block_scope>(team));
}
