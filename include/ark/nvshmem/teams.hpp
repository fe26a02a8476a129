// Teams of NVSHMEM: the team of all PEs, and that of the PEs whose memory the calling PE maps,
// which are those of its host.
#pragma once

#include <ark/nvshmem/constants.hpp>
#include <ark/nvshmem/unavailable.hpp>
#include <cstdint>

using nvshmem_team_t = std::int32_t;

enum : nvshmem_team_t {
  NVSHMEM_TEAM_INVALID = ARK_TEAM_INVALID,
  NVSHMEM_TEAM_WORLD = ARK_TEAM_WORLD,
  NVSHMEM_TEAM_SHARED = 1,
  NVSHMEMX_TEAM_NODE = NVSHMEM_TEAM_SHARED,
};

struct nvshmem_team_config_t {
  int num_contexts = 0;
};
#define NVSHMEM_TEAM_NUM_CONTEXTS 1L

namespace ark::nvshmem {

/// True if `team` has the PE `pe` of the world.
ARK_HOST_DEVICE inline bool team_has(nvshmem_team_t team, int pe) {
  const ark::detail::device_state& state = ark::device::context("nvshmem_team_my_pe");
  if (static_cast<unsigned>(pe) >= static_cast<unsigned>(state.n_pes)) return false;
  return team == NVSHMEM_TEAM_WORLD ||
         (team == NVSHMEM_TEAM_SHARED && state.peers[pe].route == ark::detail::peer_route::mapped);
}
/// The number of members of `team` among the PEs 0 to `end` - 1 of the world.
ARK_HOST_DEVICE inline int members_below(nvshmem_team_t team, int end) {
  int members = 0;
  for (int pe = 0; pe < end; ++pe) members += team_has(team, pe) ? 1 : 0;
  return members;
}
ARK_HOST_DEVICE inline bool is_team(nvshmem_team_t team) {
  return team == NVSHMEM_TEAM_WORLD || team == NVSHMEM_TEAM_SHARED;
}
/// The PE of the world that is member `index` of `team`; -1 if there is none.
ARK_HOST_DEVICE inline int world_pe(nvshmem_team_t team, int index) {
  for (int pe = 0; pe < ark_n_pes(); ++pe) {
    if (team_has(team, pe) && index-- == 0) return pe;
  }
  return -1;
}
/// The team under which ark's collectives know `team`: that of all PEs also for the shared team, if
/// that has all PEs. Any other handle is returned, and ark refuses it.
ARK_HOST_DEVICE inline int team_of_ark(nvshmem_team_t team) {
  const bool is_world =
      team == NVSHMEM_TEAM_SHARED && members_below(team, ark_n_pes()) == ark_n_pes();
  return is_world ? ARK_TEAM_WORLD : team;
}

}  // namespace ark::nvshmem

/// -1 for a team that does not exist.
ARK_HOST_DEVICE inline int nvshmem_team_n_pes(nvshmem_team_t team) {
  return ark::nvshmem::is_team(team) ? ark::nvshmem::members_below(team, ark_n_pes()) : -1;
}
ARK_HOST_DEVICE inline int nvshmem_team_my_pe(nvshmem_team_t team) {
  return ark::nvshmem::is_team(team) ? ark::nvshmem::members_below(team, ark_my_pe()) : -1;
}
ARK_HOST_DEVICE inline int nvshmem_team_translate_pe(nvshmem_team_t src_team, int src_pe,
                                                     nvshmem_team_t dest_team) {
  using namespace ark::nvshmem;
  if (!is_team(src_team) || !is_team(dest_team) || src_pe < 0) return -1;
  const int pe = world_pe(src_team, src_pe);
  return pe >= 0 && team_has(dest_team, pe) ? members_below(dest_team, pe) : -1;
}
