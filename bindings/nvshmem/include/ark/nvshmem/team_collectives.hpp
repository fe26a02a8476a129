// barrier of a team and reducescatter, which <ark/collective.hpp> does not have.
#pragma once

#include <ark/nvshmem/teams.hpp>

namespace ark::nvshmem {

/// Synchronise the members; all operations that they issued before are then delivered.
template <class Scope>
ARK_HOST_DEVICE errc barrier(nvshmem_team_t team) {
  if (team == NVSHMEM_TEAM_WORLD) return detail::barrier_all<Scope>();
  Scope::sync();
  if (Scope::leader()) ark::quiet();
  return team_sync<Scope>(team);
}

/// Reduce element by element over the team, and leave block i of the result on member i. The
/// result of an element is bitwise that of reduce.
///
/// Callable: as <ark/collective.hpp>. source: symmetric, `count` elements for each member. dest:
///   `count` elements of the calling PE, not part of source. op: as in ark::reduce.
/// Completion: dest of the calling PE is complete, and its source may be reused.
/// Progress and errors: as <ark/collective.hpp>.
template <class Scope, class T, class Op>
ARK_HOST_DEVICE errc reducescatter(nvshmem_team_t team, T* dest, const T* source, std::size_t count,
                                   Op op) {
  detail::device_state& state = device::context("nvshmem reducescatter");
  errc code = device::collective::check_reach(state);
  if (code == errc::ok) code = team_sync<Scope>(team);
  code = device::scope_result<Scope>(state, code);
  if (code != errc::ok) return code;
  const device::team_members members = device::members_of(state, team);
  const std::size_t first = static_cast<unsigned>(members.rank) * count;
  code = device::collective::fold_slice(state, members, device::collective::fold_of<T>(op),
                                        {dest, source + first, count, members.size}, Scope::rank(),
                                        Scope::size());
  code = device::scope_result<Scope>(state, code);
  if (code != errc::ok) return code;
  return team_sync<Scope>(team);
}

}  // namespace ark::nvshmem
