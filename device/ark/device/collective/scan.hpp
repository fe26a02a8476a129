// Scans: member i of a team gets the fold of the sources of the members up to i.
#pragma once

#include <ark/device/collective/collective.hpp>

namespace ark::device::collective {

/// The calling thread's part of the fold of the first `members` sources; zeros if there are none.
template <class Scope, class Fold>
ARK_HOST_DEVICE inline errc fold_prefix(detail::device_state& state, const team_members& team,
                                        const Fold& fold, void* dest, const void* source,
                                        std::size_t count, int members) {
  if (members > 0)
    return fold_slice(state, team, fold, {dest, source, count, members}, Scope::rank(),
                      Scope::size());
  auto* bytes = static_cast<std::byte*>(dest);
  for (std::size_t i = Scope::rank(); i < count * fold.element_bytes(); i += Scope::size())
    bytes[i] = std::byte{0};
  return errc::ok;
}

/// Inclusive if `own`: the caller's source is part of its result. Exclusive otherwise; the first
/// member gets zeros. Small sources are sent to all members. For larger ones, the entry
/// synchronisation makes every source ready. In place, the last member writes first: each member
/// that no longer reads sends a token to the one before it, whose source only later members have
/// read. Not in place, a synchronisation at the end makes the sources reusable.
template <class Scope, class Fold>
ARK_HOST_DEVICE inline errc scan(const team_members& team, const Fold& fold, void* dest,
                                 const void* source, std::size_t count, bool own) {
  detail::device_state& state = context();
  errc code = check_reach(state);
  if (code != errc::ok) return code;
  const int members = team.rank + (own ? 1 : 0);
  if (folds_at_all(state, team.slot, fold, count)) {
    Scope::sync();
    const std::size_t bytes = count * fold.element_bytes();
    const auto result = [&](int member, const auto& given, void* into) {
      const int folded = member + (own ? 1 : 0);
      if (folded > 0) return fold_given(folded, fold, given, into, count);
      for (std::size_t i = 0; i < bytes; ++i) static_cast<std::byte*>(into)[i] = std::byte{0};
    };
    return by_leader<Scope>(
        state, [&] { return exchange_small(state, team, source, bytes, dest, bytes, result); });
  }
  const bool in_place = dest == source;
  code = check_range(state, {source, bytes_of(count, fold.element_bytes()), state.pe,
                             detail::op_kind::collective, count});
  if (code == errc::ok) code = sync<Scope>(state, team);
  if (code == errc::ok && in_place && team.rank + 1 < team.size)
    code = by_leader<Scope>(state, [&] { return await_token(state, team, team.pe_at(1)); });
  if (code != errc::ok) return code;
  code = fold_prefix<Scope>(state, team, fold, dest, source, count, members);
  code = scope_result<Scope>(state, code);
  if (code != errc::ok) return code;
  if (!in_place) return sync<Scope>(state, team);
  return by_leader<Scope>(state, [&] {
    const errc done = complete_all(state);  // includes the tokens of the entry synchronisation
    return done == errc::ok && team.rank > 0 ? send_token(state, team, team.pe_at(-1)) : done;
  });
}

}  // namespace ark::device::collective
