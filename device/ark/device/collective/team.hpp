// Teams in a call: which PEs they have, and the tokens that their members exchange.
//
// In each team a PE numbers the tokens that it sends to each other member. Members call the
// collectives of a team in the same order, so token n means the same on both sides. Token n is the
// store of n to word n % 2 of the pair. A word has at most one store in flight, because a PE sends
// token n + 2 only after token n has been delivered: either the sender has completed its operations
// since, or it has received a token that depends on one that the receiver sent after it had token
// n. Data that precedes a token is delivered before it. No collective ends before its members have
// received its tokens, so another team may use the slot later.
#pragma once

#include <ark/detail/state/team_state.hpp>
#include <ark/device/transfer/order.hpp>
#include <ark/device/transfer/signal.hpp>
#include <ark/device/transfer/wait.hpp>

namespace ark::device {

/// The calling PE's view of a team that exists.
struct team_members {
  const std::int32_t* pes = nullptr;  ///< in the order of the team
  int slot = 0;
  int rank = 0;  ///< of the calling PE
  int size = 1;
  /// [size] where the members are; null: all on one host, or on GPUs.
#if ARK_DEVICE_PASS
  static constexpr const detail::host_place* places = nullptr;
#else
  const detail::host_place* places = nullptr;
#endif

  [[nodiscard]] ARK_HOST_DEVICE int pe(int member) const { return pes[member]; }
  /// The PE `distance` members ahead of the caller, -size < distance < size.
  [[nodiscard]] ARK_HOST_DEVICE int pe_at(int distance) const { return pes[member_at(distance)]; }
  [[nodiscard]] ARK_HOST_DEVICE int member_at(int distance) const {
    const int member = rank + distance;
    return member < 0 ? member + size : member < size ? member : member - size;
  }
  /// True if `member` is on the caller's host. `places` is not null.
  [[nodiscard]] ARK_HOST_DEVICE bool shares_host(int member) const {
    return places[member].first == places[rank].first;
  }
};

/// True if `team` is the handle of a team of which the calling PE is a member.
ARK_HOST_DEVICE inline bool team_exists(const detail::device_state& state, int team) {
  const int slot = detail::team_slot(team);
  return slot < state.collectives->slots && state.collectives->teams[slot].handle == team;
}

/// If `team` is the handle of a destroyed team: the least handle that the current or the next team
/// in its slot can have. Otherwise -1.
ARK_HOST_DEVICE inline int team_destroyed_before(const detail::device_state& state, int team) {
  const int slot = detail::team_slot(team);
  if (team < 0 || slot >= state.collectives->slots) return -1;
  const int now = state.collectives->teams[slot].handle;
  const int least = now < 0 ? ~now : now;
  return team < least ? least : -1;
}

/// Index of a pair's entry in a table with one entry for each pair of PEs in each team.
ARK_HOST_DEVICE inline std::size_t pair_index(const detail::device_state& state, int slot, int pe) {
  return static_cast<std::size_t>(slot) * static_cast<unsigned>(state.n_pes) +
         static_cast<unsigned>(pe);
}

/// The members of `team`, which must exist.
ARK_HOST_DEVICE inline team_members members_of(const detail::device_state& state, int team) {
  const int slot = detail::team_slot(team);
  const detail::team_view& view = state.collectives->teams[slot];
  team_members all{state.collectives->members + pair_index(state, slot, 0), slot, view.rank,
                   view.size};
#if !ARK_DEVICE_PASS
  if (state.collectives->places != nullptr) [[unlikely]]
    all.places = state.collectives->places + pair_index(state, slot, 0);
#endif
  return all;
}

#if !ARK_DEVICE_PASS
/// Fill the places of a team of `size` members. host(pe): a number of the PE's host.
template <class Host>
inline void find_places(detail::host_place* places, const std::int32_t* pes, int size,
                        const Host& host) {
  int hosts = 0, before = 0;
  for (int member = 0; member < size; ++member) {
    const auto here = host(pes[member]);
    detail::host_place& place = places[member] = {member, 0, 0, hosts, before, 0};
    for (int other = size - 1; other >= 0; --other) {
      if (host(pes[other]) != here) continue;
      place.first = other;
      ++place.count;
      if (other < member) ++place.index;
    }
    if (place.first == member) {
      ++hosts;
      before += place.count;
    } else {
      place.host = places[place.first].host;
      place.before = places[place.first].before;
    }
  }
  for (int member = 0; member < size; ++member) places[member].hosts = hosts;
}
/// Fill the places of a team from those of ARK_TEAM_WORLD, if it has any.
inline void find_places(const detail::device_state& state, int slot, int size) {
  detail::host_place* const all = state.collectives->places;
  if (all == nullptr) return;
  const std::size_t first = pair_index(state, slot, 0);
  find_places(all + first, state.collectives->members + first, size,
              [&](std::int32_t pe) { return all[pe].first; });
}
#endif

/// Refuse a handle that is not a team of this PE.
ARK_HOST_DEVICE inline errc check_team(detail::device_state& state, int team) {
  if (team_exists(state, team)) [[likely]]
    return errc::ok;
  return fail(state,
              {errc::invalid_argument, detail::op_kind::collective, detail::failure_reason::team},
              -1, detail::no_offset,
              static_cast<std::uint64_t>(std::int64_t{team_destroyed_before(state, team)}),
              static_cast<std::uint64_t>(std::int64_t{team}));
}

/// Refuse a root that is not a member.
ARK_HOST_DEVICE inline errc check_root(detail::device_state& state, const team_members& team,
                                       int root) {
  if (static_cast<unsigned>(root) < static_cast<unsigned>(team.size)) [[likely]]
    return errc::ok;
  return refuse(state, detail::op_kind::collective, -1, detail::no_offset,
                static_cast<std::uint64_t>(std::int64_t{root}),
                static_cast<std::uint64_t>(team.size), detail::failure_reason::root);
}

/// The rank of `pe` in the team, or -1.
ARK_HOST_DEVICE inline int rank_of(const team_members& team, int pe) {
  ARK_NO_UNROLL
  for (int member = 0; member < team.size; ++member) {
    if (team.pes[member] == pe) return member;
  }
  return -1;
}

namespace collective {

/// Offset of the word, on every PE, that receives token `number` of `from`.
ARK_HOST_DEVICE inline std::uint64_t token_offset(const detail::device_state& state,
                                                  const team_members& team, int from,
                                                  std::uint64_t number) {
  const std::size_t index = 2 * pair_index(state, team.slot, from) + (number & 1);
  return state.workspace.tokens + sizeof(std::uint64_t) * index;
}

/// Store to one of the library's own words: the one at `offset` on `pe`.
ARK_HOST_DEVICE ARK_NOINLINE inline errc store_remote_word(
    detail::device_state& state, std::uint64_t offset, std::uint64_t value, int pe,
    completion until = completion::deferred) {
  return send_signal(state, {offset, peer_access_of(state, pe)}, value, ARK_SIGNAL_SET, pe, until);
}

// A collective in which every member waits for all others needs no local completion of its tokens
// (seen_by_peers): a member sends token n + 2 only after the receiver has consumed token n. The
// root of a broadcast returns early, so it must wait for the delivery of token n before it sends
// token n + 2: on a CPU its tokens are seen_by_peers, too; on a GPU it completes them.

/// Called before a token is sent: waits until the caller's last broadcast but one in the team is
/// delivered.
ARK_HOST_DEVICE inline errc await_broadcasts([[maybe_unused]] detail::device_state& state,
                                             [[maybe_unused]] const team_members& team) {
#if !ARK_DEVICE_PASS
  detail::pending_broadcasts& sent = state.collectives->unseen[team.slot];
  if (sent.before != 0) [[unlikely]] {
    const unsigned ring = queue::engine_ring_total(state);
    if (queue::ring_at(state, ring).done() < sent.before) {
      const errc code = queue::wait_done(state, ring, sent.before, detail::op_kind::collective, -1);
      if (code != errc::ok) return code;
    }
    sent.before = 0;
  }
#endif
  return errc::ok;
}
/// Like await_broadcasts(), before a scope sends data. The scope does not synchronise for it, so a
/// failure is kept and becomes the result of the collective's end. Leader only.
ARK_HOST_DEVICE inline void await_broadcasts_of_scope([[maybe_unused]] detail::device_state& state,
                                                      [[maybe_unused]] const team_members& team) {
#if !ARK_DEVICE_PASS
  const errc code = await_broadcasts(state, team);
  if (code != errc::ok) [[unlikely]]
    state.collectives->unseen[team.slot].failed = code;
#endif
}
#if !ARK_DEVICE_PASS
/// Called at the collective's end: the kept failure, or ok.
inline errc take_failed(detail::pending_broadcasts& sent) {
  const errc code = sent.failed;
  sent.failed = errc::ok;
  return code;
}
#endif
/// The caller has received tokens of all other members, or tokens that depend on theirs: everything
/// that it has sent in the team of `slot` is delivered.
ARK_HOST_DEVICE inline void mark_quiescent([[maybe_unused]] detail::device_state& state,
                                           [[maybe_unused]] int slot) {
#if !ARK_DEVICE_PASS
  state.collectives->unseen[slot] = {};
#endif
}

/// Send the next token, without data, to `pe`. The leader.
ARK_HOST_DEVICE inline errc send_token(detail::device_state& state, const team_members& team,
                                       int pe, completion until = completion::deferred) {
  if (const errc code = await_broadcasts(state, team); code != errc::ok) return code;
  const std::uint64_t number = ++state.collectives->sent[pair_index(state, team.slot, pe)];
  return store_remote_word(state, token_offset(state, team, state.pe, number), number, pe, until);
}

/// Send `bytes` to `pe`, then the next token. The whole scope.
template <class Scope, class How = put_options>
ARK_HOST_DEVICE ARK_GPU_NOINLINE inline errc deliver(detail::device_state& state,
                                                     const team_members& team, void* dest,
                                                     const void* source, std::size_t bytes, int pe,
                                                     completion until = completion::deferred) {
  if (Scope::leader()) await_broadcasts_of_scope(state, team);
  std::uint64_t& sent = state.collectives->sent[pair_index(state, team.slot, pe)];
  const std::uint64_t number = sent + 1;
  auto* word = reinterpret_cast<std::uint64_t*>(state.heap_base +
                                                token_offset(state, team, state.pe, number));
  const errc code =
      put_signal_bytes<Scope, How>(dest, source, bytes, word, number, ARK_SIGNAL_SET, pe, {until});
  // The scope has synchronised: all its threads have read the number.
  if (Scope::leader() && code == errc::ok) sent = number;
  return code;
}

/// Run `wait` on the leader, and return its result to all threads of the scope.
template <class Scope, class Wait>
ARK_HOST_DEVICE inline errc by_leader(detail::device_state& state, Wait&& wait) {
  errc code = errc::ok;
  if (Scope::leader()) code = wait();
  return scope_result<Scope>(state, code);
}

/// The end of a collective for a member that has received tokens of all others, or tokens that
/// depend on theirs: its own earlier tokens are delivered. Waits until its sources may be written
/// again. Leader only.
ARK_HOST_DEVICE inline errc finish_with_all([[maybe_unused]] detail::device_state& state,
                                            [[maybe_unused]] const team_members& team) {
#if ARK_DEVICE_PASS
  return quiet();  // shares the kernel's one copy of the loop over the rings
#else
  const errc failed = take_failed(state.collectives->unseen[team.slot]);
  mark_quiescent(state, team.slot);
  const errc code = queue::wait_all_reusable(state, detail::op_kind::collective);
  return failed != errc::ok ? failed : code;
#endif
}
/// The end of a broadcast for a member that has sent. Leader only.
ARK_HOST_DEVICE inline errc finish_broadcast([[maybe_unused]] detail::device_state& state,
                                             [[maybe_unused]] const team_members& team) {
#if ARK_DEVICE_PASS
  return quiet();
#else
  detail::pending_broadcasts& sent = state.collectives->unseen[team.slot];
  const unsigned ring = queue::engine_ring_total(state);
  sent.before = sent.last;
  sent.last = ring < queue::ring_total(state) ? queue::ring_at(state, ring).head() : 0;
  const errc failed = take_failed(sent);
  const errc code = queue::wait_all_reusable(state, detail::op_kind::collective);
  return failed != errc::ok ? failed : code;
#endif
}

/// Wait for the next token of `pe`. The leader.
ARK_HOST_DEVICE ARK_GPU_NOINLINE inline errc await_token(
    detail::device_state& state, const team_members& team, int pe,
    detail::op_kind op = detail::op_kind::collective) {
  const std::uint64_t number = ++state.collectives->received[pair_index(state, team.slot, pe)];
  const auto* word = reinterpret_cast<const std::uint64_t*>(state.heap_base +
                                                            token_offset(state, team, pe, number));
  const word_wait what{op, detail::cmp_kind::ge, 8, false, in_the_heap, by_a_peer};
  const word_seen end = wait_for_word(state, what, word, number, pe);
  if (end.code == errc::ok) [[likely]]
    return errc::ok;
  const bool by_others = op == detail::op_kind::barrier && end.code == errc::timeout;
  return wait_failed(
      state, end.code, op, what.cmp, pe, word, number, end.value,
      by_others ? detail::failure_reason::barrier_not_reached : detail::failure_reason::none);
}

/// Dissemination: in round k each member sends a token to the member 2^k ahead and waits for one
/// from the member 2^k behind. Leader only.
ARK_HOST_DEVICE ARK_NOINLINE inline errc sync_team_by_leader(detail::device_state& state,
                                                             const team_members& team) {
  ARK_NO_UNROLL
  for (int distance = 1; distance < team.size; distance *= 2) {
    errc code = send_token(state, team, team.pe_at(distance), seen_by_peers);
    if (code == errc::ok)
      code = await_token(state, team, team.pe_at(-distance), detail::op_kind::barrier);
    if (code != errc::ok) return code;
  }
  mark_quiescent(state, team.slot);
  return errc::ok;
}

}  // namespace collective
}  // namespace ark::device
