// Scans: member i of a team gets the fold of the sources of the members up to i.
#pragma once

#include <ark/device/collective.hpp>

namespace ark::device::collective {

/// Fold the sources of the members before the caller, and its own if `own`, in the order of the
/// team. Without `own`, the first member gets zeros.
template <class Scope, class T, class Op>
ARK_HOST_DEVICE inline errc fold_prefix(detail::device_state& state, const team_members& team,
                                        T* dest, const T* source, std::size_t count, Op op,
                                        bool own) {
  const int members = team.rank + (own ? 1 : 0);
  if (members > 0)
    return fold_slice(state, team, members, dest, source, 0, count, op, Scope::rank(),
                      Scope::size());
  for (std::size_t i = Scope::rank(); i < count; i += Scope::size()) dest[i] = T{};
  return errc::ok;
}

/// The entry synchronisation makes every source ready. In place, the last member writes first: a
/// token goes from each member, when it no longer reads, to the one before, whose source only
/// members behind have read. Else a synchronisation at the end makes the sources free.
template <class Scope, class T, class Op>
ARK_HOST_DEVICE inline errc scan(const team_members& team, T* dest, const T* source,
                                 std::size_t count, Op op, bool own) {
  detail::device_state& state = context();
  const bool in_place = dest == source;
  errc code = check_reach(state);
  if (code == errc::ok) code = sync<Scope>(state, team);
  if (code == errc::ok && in_place && team.rank + 1 < team.size)
    code = by_leader<Scope>(state, [&] { return await_token(state, team, team.pe_at(1)); });
  if (code != errc::ok) return code;
  code = fold_prefix<Scope>(state, team, dest, source, count, op, own);
  if (Scope::any(code != errc::ok)) return code != errc::ok ? code : status(state);
  if (!in_place) return sync<Scope>(state, team);
  return by_leader<Scope>(state, [&] {
    const errc done = quiet();  // the tokens of the entry synchronisation, too, are delivered
    return done == errc::ok && team.rank > 0 ? send_token(state, team, team.pe_at(-1)) : done;
  });
}

}  // namespace ark::device::collective
