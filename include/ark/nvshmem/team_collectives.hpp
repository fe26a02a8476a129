// barrier of a team and reducescatter, which <ark/collective.hpp> does not have.
#pragma once

#include <ark/nvshmem/teams.hpp>
#include <cstring>

namespace ark::nvshmem {

/// Synchronise the members; all operations that they issued before are then delivered.
template <class Scope>
ARK_HOST_DEVICE errc barrier(nvshmem_team_t team) {
  if (team == NVSHMEM_TEAM_WORLD) return detail::barrier_all<Scope>();
  Scope::sync();
  if (Scope::leader()) ark::quiet();
  return team_sync<Scope>(team);
}

/// Fold the elements [first, first + count) of the sources of all members into dest[0, count) of
/// the calling PE, in the order of the team. The threads of the scope take turns by tiles.
template <class Scope, class T, class Op>
ARK_HOST_DEVICE errc fold_block(const device::team_members& team, T* dest, const T* source,
                                std::size_t first, std::size_t count, Op op) {
  constexpr std::size_t tile = 256 / sizeof(T);
  detail::device_state& state = device::context();
  for (std::size_t at = Scope::rank() * tile; at < count; at += Scope::size() * tile) {
    const std::size_t n = count - at < tile ? count - at : tile;
    T sum[tile], next[tile];
    for (int member = 0; member < team.size; ++member) {
      T* into = member == 0 ? sum : next;
      const errc code = device::collective::get_to_stack(state, into, source + first + at,
                                                         n * sizeof(T), team.pe(member));
      if (code != errc::ok) return code;
      for (std::size_t i = 0; member > 0 && i < n; ++i) sum[i] = op(sum[i], next[i]);
    }
    std::memcpy(dest + at, sum, n * sizeof(T));
  }
  return errc::ok;
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
  if (Scope::any(code != errc::ok)) return code != errc::ok ? code : status();
  const device::team_members members = device::members_of(state, team);
  const std::size_t first = static_cast<unsigned>(members.rank) * count;
  code = fold_block<Scope>(members, dest, source, first, count, op);
  if (Scope::any(code != errc::ok)) return code != errc::ok ? code : status();
  return team_sync<Scope>(team);
}

}  // namespace ark::nvshmem
