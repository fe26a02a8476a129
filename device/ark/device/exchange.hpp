// A few bytes of every member, at every member.
//
// Each pair of PEs has two areas in each team, used in turn. Two suffice: a PE that begins the
// exchange after the next has a token that its partner sent after it had read the first.
#pragma once

#include <ark/device/fold.hpp>
#include <ark/device/team.hpp>

namespace ark::device::collective {

/// The most bytes that a member gives, the same on every member of the team of the slot.
ARK_HOST_DEVICE inline std::size_t exchange_bytes(
    [[maybe_unused]] const detail::device_state& state, [[maybe_unused]] int slot) {
#if !ARK_DEVICE_PASS
  if (slot < detail::least_team_slots) [[likely]]
    return state.workspace.exchange_bytes;
#endif
  return detail::least_exchange_bytes;
}

/// Where every PE finds the bytes that `from` gives in exchange `number` of the pair.
ARK_HOST_DEVICE inline std::byte* exchange_area(const detail::device_state& state,
                                                const team_members& team, int from,
                                                std::uint64_t number) {
  const std::size_t index = 2 * pair_index(state, team.slot, from) + (number & 1);
  const std::size_t bytes = exchange_bytes(state, team.slot);
  std::uint64_t first = state.workspace.exchanges;
#if !ARK_DEVICE_PASS
  // The areas of the first slots are larger.
  first +=
      (state.workspace.exchange_bytes - bytes) * 2 * pair_index(state, detail::least_team_slots, 0);
#endif
  return reinterpret_cast<std::byte*>(state.heap_base + first + bytes * index);
}

/// What `member` has given in the caller's last exchange: valid until the next.
ARK_HOST_DEVICE inline const std::byte* exchanged(const detail::device_state& state,
                                                  const team_members& team, int member) {
  const int pe = team.pe(member);
  return exchange_area(state, team, pe,
                       state.collectives->exchanges[pair_index(state, team.slot, pe)]);
}

/// Wait for a token of every other member. The leader.
ARK_HOST_DEVICE inline errc await_tokens(detail::device_state& state, const team_members& team) {
  ARK_NO_UNROLL
  for (int step = 1; step < team.size; ++step) {
    const errc code = await_token(state, team, team.pe_at(step));
    if (code != errc::ok) return code;
  }
  return errc::ok;
}

/// Every member gives `bytes`, the same number, at most exchange_bytes. The leader. The source may
/// lie anywhere: what is sent is the copy in the caller's own area. Quiet, because another set of
/// PEs may use the slot next, and nobody in it may know whether all has been delivered.
ARK_HOST_DEVICE inline errc exchange_small(detail::device_state& state, const team_members& team,
                                           const void* source, std::size_t bytes) {
  const std::byte* own = nullptr;
  for (int step = 0; step < team.size; ++step) {
    const int pe = team.pe_at(step);
    std::uint64_t& number = state.collectives->exchanges[pair_index(state, team.slot, pe)];
    std::byte* area = exchange_area(state, team, state.pe, ++number);
    if (step == 0) {
      copy<thread_scope>(area, source, bytes);
      own = area;
      continue;
    }
    const errc code = deliver<thread_scope>(state, team, area, own, bytes, pe);
    if (code != errc::ok) return code;
  }
  const errc code = await_tokens(state, team);
  return code == errc::ok ? quiet() : code;
}

/// Fold `count` elements of the members [0, members), at least one, of the last exchange. The
/// leader.
template <class Fold>
ARK_HOST_DEVICE inline void fold_exchanged(const detail::device_state& state,
                                           const team_members& team, int members, const Fold& fold,
                                           void* dest, std::size_t count) {
  fold.copy(dest, exchanged(state, team, 0), count);
  for (int member = 1; member < members; ++member)
    fold.add(dest, exchanged(state, team, member), count);
}

}  // namespace ark::device::collective
