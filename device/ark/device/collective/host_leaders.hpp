// Teams on several hosts: the members on each host synchronise in shared memory, and the first of
// them, the host leader, exchanges messages with the other hosts, so that one message crosses the
// network for each host.
//
// Only on CPUs: on a GPU all members of a team share one host.
#pragma once

#include <ark/device/collective/team.hpp>

namespace ark::device::collective {

/// True if host leaders exchange the messages between hosts: the team spans several hosts, and one
/// of them has several members.
ARK_HOST_DEVICE inline bool has_host_leaders(const team_members& team) {
  if (team.places == nullptr) return false;
  const int hosts = team.places[team.rank].hosts;
  return hosts > 1 && hosts < team.size;
}

ARK_HOST_DEVICE inline bool is_host_leader(const team_members& team, int member) {
  return team.places[member].first == member;
}

/// Call use(member) for each other member on the caller's host, until one fails.
template <class Use>
ARK_HOST_DEVICE inline errc for_own_host(const team_members& team, const Use& use) {
  errc code = errc::ok;
  for (int step = 1; step < team.size && code == errc::ok; ++step) {
    const int member = team.member_at(step);
    if (team.shares_host(member)) code = use(member);
  }
  return code;
}
/// Call use(member) for each leader of another host, until one fails.
template <class Use>
ARK_HOST_DEVICE inline errc for_host_leaders(const team_members& team, const Use& use) {
  errc code = errc::ok;
  for (int step = 1; step < team.size && code == errc::ok; ++step) {
    const int member = team.member_at(step);
    if (is_host_leader(team, member) && !team.shares_host(member)) code = use(member);
  }
  return code;
}

#if !ARK_DEVICE_PASS
/// The PE that leads host number `host` of the team.
inline int leader_of_host(const team_members& team, int host) {
  for (int member = 0; member < team.size; ++member) {
    if (team.places[member].host == host) return team.pe(team.places[member].first);
  }
  return -1;
}

/// Dissemination among the host leaders: in round k each signals the leader 2^k ahead.
inline errc sync_host_leaders(detail::device_state& state, const team_members& team) {
  const detail::host_place& mine = team.places[team.rank];
  errc code = errc::ok;
  for (int distance = 1; distance < mine.hosts && code == errc::ok; distance *= 2) {
    const int ahead = (mine.host + distance) % mine.hosts;
    const int behind = (mine.host + mine.hosts - distance) % mine.hosts;
    code = send_token(state, team, leader_of_host(team, ahead), seen_by_peers);
    if (code == errc::ok)
      code = await_token(state, team, leader_of_host(team, behind), detail::op_kind::barrier);
  }
  return code;
}

/// Synchronise the members of a team that has host leaders. The leader of the scope.
inline errc sync_by_host_leaders(detail::device_state& state, const team_members& team) {
  const auto send = [&](int member) {
    return send_token(state, team, team.pe(member), seen_by_peers);
  };
  const auto await = [&](int member) {
    return await_token(state, team, team.pe(member), detail::op_kind::barrier);
  };
  const int leader = team.places[team.rank].first;
  errc code = errc::ok;
  if (leader != team.rank) {
    code = send(leader);
    if (code == errc::ok) code = await(leader);
  } else {
    code = for_own_host(team, await);
    if (code == errc::ok) code = sync_host_leaders(state, team);
    if (code == errc::ok) code = for_own_host(team, send);
  }
  if (code == errc::ok) mark_quiescent(state, team.slot);
  return code;
}
#endif

}  // namespace ark::device::collective
