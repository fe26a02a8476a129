// Collectives whose data crosses the network once for each host, and not once for each member.
//
// Only on CPUs: on a GPU all members of a team share one host.
#pragma once

#include <ark/device/collective/host_leaders.hpp>

namespace ark::device::collective {

/// A member's part in a broadcast. Between hosts data goes once to each host: to the host leader,
/// which passes it on to the others of its host.
struct broadcast_part {
  int parent;   ///< the member that sends to this one; the root's is the root itself
  bool sends;   ///< sends to the members on its host
  bool leaves;  ///< sends to the leaders of other hosts
};
ARK_HOST_DEVICE inline broadcast_part part_in_broadcast(const team_members& team, int root) {
  const bool is_root = team.rank == root;
  if (team.places == nullptr) return {root, is_root, false};
  const int first = team.places[team.rank].first;
  if (first == team.places[root].first) return {root, is_root, is_root};
  return {first == team.rank ? root : first, first == team.rank, false};
}

/// Send `bytes` to the members on the caller's host.
template <class Scope, class How>
ARK_HOST_DEVICE inline errc send_on_own_host(detail::device_state& state, const team_members& team,
                                             void* dest, const void* source, std::size_t bytes) {
  for (int step = 1; step < team.size; ++step) {
    const int member = team.member_at(step);
    if (team.places != nullptr && !team.shares_host(member)) continue;
    const errc code =
        deliver<Scope, How>(state, team, dest, source, bytes, team.pe(member), seen_by_peers);
    if (code != errc::ok) return code;
  }
  return errc::ok;
}

/// The slices of a broadcast's data, one for each host but the root's. Where there are several, the
/// root sends each host its slice only, and the hosts exchange them: the root sends the data once,
/// and not once for each host.
struct broadcast_slices {
  std::size_t bytes, each;  ///< size of the data; size of a slice, the last ones may be shorter
  int root_host;

  /// Below these sizes the second message costs more than the root saves (docs/design/0036).
  static constexpr std::size_t least = 262144, least_slice = 32768;

  ARK_HOST_DEVICE broadcast_slices(const team_members& team, std::size_t all, int root)
      : bytes(all), each(all), root_host(0) {
    if (team.places == nullptr) return;
    root_host = team.places[root].host;
    const int others = team.places[root].hosts - 1;
    if (others < 2 || all < least || all / least_slice < static_cast<unsigned>(others)) return;
    constexpr std::size_t line = 64;
    each = (all / static_cast<unsigned>(others) + line) / line * line;
  }
  [[nodiscard]] ARK_HOST_DEVICE bool several() const { return each < bytes; }
  /// Offset of the slice of host number `host`.
  [[nodiscard]] ARK_HOST_DEVICE std::size_t begin(int host) const {
    const std::size_t at = each * static_cast<unsigned>(host < root_host ? host : host - 1);
    return !several() ? 0 : at < bytes ? at : bytes;
  }
  [[nodiscard]] ARK_HOST_DEVICE std::size_t size(int host) const {
    const std::size_t remaining = bytes - begin(host);
    return each < remaining ? each : remaining;
  }
};

/// Send the leaders of the other hosts their slices of the data.
template <class Scope, class How>
ARK_HOST_DEVICE inline errc send_slices(detail::device_state& state, const team_members& team,
                                        void* dest, const void* source,
                                        const broadcast_slices& slices) {
  return for_host_leaders(team, [&](int member) {
    const int host = team.places[member].host;
    const std::size_t begin = slices.begin(host);
    return deliver<Scope, How>(state, team, static_cast<std::byte*>(dest) + begin,
                               static_cast<const std::byte*>(source) + begin, slices.size(host),
                               team.pe(member), seen_by_peers);
  });
}

/// A host leader that has its slice from the root exchanges it for the other leaders' slices.
template <class Scope, class How>
ARK_HOST_DEVICE inline errc exchange_slices(detail::device_state& state, const team_members& team,
                                            void* dest, const broadcast_slices& slices) {
  const int own = team.places[team.rank].host;
  std::byte* const slice = static_cast<std::byte*>(dest) + slices.begin(own);
  const auto has_slice = [&](int member) { return team.places[member].host != slices.root_host; };
  const errc code = for_host_leaders(team, [&](int member) {
    return !has_slice(member) ? errc::ok
                              : deliver<Scope, How>(state, team, slice, slice, slices.size(own),
                                                    team.pe(member), seen_by_peers);
  });
  if (code != errc::ok) return code;
  return by_leader<Scope>(state, [&] {
    return for_host_leaders(team, [&](int member) {
      return has_slice(member) ? await_token(state, team, team.pe(member)) : errc::ok;
    });
  });
}

/// True if blocks of `bytes` go once to each host. A block below the limit arrives earlier if it is
/// sent directly.
ARK_HOST_DEVICE inline bool goes_by_hosts(const team_members& team, std::size_t bytes) {
  constexpr std::size_t least = 4096;
  return team.places != nullptr && bytes >= least;
}

/// Complete what the caller has sent to the members on its host, if it maps them all. Messages to
/// other hosts need no acknowledgement here.
ARK_HOST_DEVICE inline errc complete_on_own_host([[maybe_unused]] detail::device_state& state,
                                                 [[maybe_unused]] const team_members& team) {
#if !ARK_DEVICE_PASS
  bool maps_all = true;
  for (int member = 0; member < team.size; ++member) {
    maps_all = maps_all && (!team.shares_host(member) ||
                            state.peers[team.pe(member)].route == detail::peer_route::mapped);
  }
  if (maps_all) return queue::wait_engines_drained(state, detail::op_kind::collective);
#endif
  return quiet();
}

/// One member's contribution in an all-to-all exchange: a range of dest.
struct member_block {
  std::byte* address;
  std::size_t bytes;
};

/// Give the block of every member to all; block(member) is a member_block, and the caller's own
/// block is in place. A block goes to all members on the sender's host and to one member on each
/// other host, which forwards it within that host. Senders at different places on their host choose
/// different forwarding members.
template <class Scope, class How, class Block>
ARK_HOST_DEVICE inline errc share_by_hosts(detail::device_state& state, const team_members& team,
                                           const Block& block) {
  const detail::host_place mine = team.places[team.rank];
  const auto receives_here = [&](int member) {
    return !team.shares_host(member) && team.places[member].index % mine.count == mine.index;
  };
  const member_block own = block(team.rank);
  for (const bool to_own_host : {false, true}) {
    for (int step = 1; step < team.size; ++step) {
      const int member = team.member_at(step);
      const detail::host_place& its = team.places[member];
      if (team.shares_host(member) != to_own_host ||
          (!to_own_host && mine.index % its.count != its.index))
        continue;
      const errc code = deliver<Scope, How>(state, team, own.address, own.address, own.bytes,
                                            team.pe(member), seen_by_peers);
      if (code != errc::ok) return code;
    }
  }
  errc code = by_leader<Scope>(state, [&] {
    errc received = errc::ok;
    for (int step = 1; step < team.size && received == errc::ok; ++step) {
      const int member = team.member_at(step);
      if (team.shares_host(member) || receives_here(member))
        received = await_token(state, team, team.pe(member));
    }
    return received;
  });
  for (int from = 0; from < team.size; ++from) {
    if (!receives_here(from)) continue;
    const member_block passed = block(from);
    for (int step = 1; step < team.size && code == errc::ok; ++step) {
      const int member = team.member_at(step);
      if (!team.shares_host(member)) continue;
      code = put_bytes<Scope, How>(passed.address, passed.address, passed.bytes, team.pe(member),
                                   {completion::deferred});
    }
  }
  if (code != errc::ok) return code;
  code = by_leader<Scope>(state, [&] {
    errc done = complete_on_own_host(state, team);
    for (const bool awaits : {false, true}) {
      for (int step = 1; step < team.size && done == errc::ok; ++step) {
        const int member = team.member_at(step);
        if (!team.shares_host(member)) continue;
        done = awaits ? await_token(state, team, team.pe(member))
                      : send_token(state, team, team.pe(member), seen_by_peers);
      }
    }
    return done;
  });
  return code == errc::ok ? by_leader<Scope>(state, [&] { return finish_with_all(state, team); })
                          : code;
}

}  // namespace ark::device::collective
