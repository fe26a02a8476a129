// Teams: ordered sets of PEs for collectives (<ark/collective.hpp>), created and destroyed by the
// host, used by kernels and host threads.
//
// A handle is a number that kernels may be given as an argument. The members of a team get the same
// number; teams without a common PE may have the same number, too. A handle is valid until the team
// is destroyed, at the latest until ark_finalize; afterwards it is refused.
#pragma once

#include <ark/device/collective/team.hpp>
#include <ark/order.hpp>
#include <ark/types.hpp>

/// Create the team of the `size` members `start`, `start + stride`, `start + 2 * stride`, ... of
/// `parent`, in this order. A negative stride reverses the order; the stride of one member may be
/// 0. *new_team gets the handle on the new team's members, and ARK_TEAM_INVALID on the others.
/// config_mask: ARK_TEAM_NUM_CONTEXTS or 0; it selects the fields of `config` that are recorded.
/// `config` may be null if it is 0.
///
/// Callable: host, collective over the members of `parent`, with the same arguments on each; one
///   host thread at a time for each `parent`. No kernel or other thread may use `parent` during the
///   call.
/// Progress: waits for all members of `parent`, at most ARK_TIMEOUT.
/// Errors: returns 0 on all members, or another value on all, with *new_team ARK_TEAM_INVALID, the
///   reason logged and in ark::last_error(): invalid_argument (no such team; members that `parent`
///   lacks), asymmetric (the arguments differ between members), out_of_memory (the tables of
///   teams, a 64th of ARK_SYMMETRIC_SIZE, are full: 907 created teams at a time for a PE of 8 with
///   64 MiB, at least 61); timeout and peer_failed, which end the job with
///   on_failure::end. If `parent` is ARK_TEAM_INVALID, the call returns a value other than 0 and
///   does nothing.
ARK_API int ark_team_split_strided(ark_team_t parent, int start, int stride, int size,
                                   const ark_team_config_t* config, long config_mask,
                                   ark_team_t* new_team);

/// Lay the members of `parent` out in rows of `xrange`, of which the last may be shorter, and
/// create two teams for each PE: *xaxis_team has the members of its row, *yaxis_team those of its
/// column. If `xrange` is larger than the team there is one row. Contract and errors: see
/// ark_team_split_strided.
ARK_API int ark_team_split_2d(ark_team_t parent, int xrange, const ark_team_config_t* xaxis_config,
                              long xaxis_mask, ark_team_t* xaxis_team,
                              const ark_team_config_t* yaxis_config, long yaxis_mask,
                              ark_team_t* yaxis_team);

/// Destroy a created team, and the host's contexts (<ark/ctx.hpp>) of it. ARK_TEAM_INVALID is
/// ignored.
///
/// Callable: host, collective over the members. Kernels and threads that use the team must have
///   ended.
/// Errors: with the reason logged and in ark::last_error(): invalid_argument for a predefined team,
///   or one that does not exist.
ARK_API void ark_team_destroy(ark_team_t team);

/// *config gets the recorded fields that config_mask selects (ARK_TEAM_NUM_CONTEXTS): 0 if none was
/// given. Callable: host. Returns 0; another value, and *config is not set, if the PE is not a
/// member of the team.
ARK_API int ark_team_get_config(ark_team_t team, long config_mask, ark_team_config_t* config);

/// The number of the calling PE in the team; -1 if it is not a member of a team with this handle.
/// Callable, like all queries of a team: kernels and host threads.
ARK_HOST_DEVICE inline int ark_team_my_pe(ark_team_t team) {
  const ark::detail::device_state& state = ark::device::context("ark_team_my_pe");
  return ark::device::team_exists(state, team) ? ark::device::members_of(state, team).rank : -1;
}
/// The number of members; -1 if the calling PE is not one of them.
ARK_HOST_DEVICE inline int ark_team_n_pes(ark_team_t team) {
  const ark::detail::device_state& state = ark::device::context("ark_team_n_pes");
  return ark::device::team_exists(state, team) ? ark::device::members_of(state, team).size : -1;
}
/// The number in `dest_team` of the PE that is number `pe` in `team`; -1 if `pe` is not in `team`
/// or not in `dest_team`, or if the calling PE is not a member of both.
ARK_HOST_DEVICE inline int ark_team_translate_pe(ark_team_t team, int pe, ark_team_t dest_team) {
  const ark::detail::device_state& state = ark::device::context("ark_team_translate_pe");
  if (!ark::device::team_exists(state, team) || !ark::device::team_exists(state, dest_team))
    return -1;
  const ark::device::team_members from = ark::device::members_of(state, team);
  if (static_cast<unsigned>(pe) >= static_cast<unsigned>(from.size)) return -1;
  const int world_pe = from.pe(pe);
  return dest_team == ARK_TEAM_WORLD
             ? world_pe
             : ark::device::rank_of(ark::device::members_of(state, dest_team), world_pe);
}
/// The address through which the caller accesses `dest`, a symmetric address, on the PE that is
/// number `pe` in the team; null if that PE's memory is not mapped, `pe` is not in the team, or
/// `dest` is not symmetric.
ARK_HOST_DEVICE inline void* ark_team_ptr(ark_team_t team, const void* dest, int pe) {
  const ark::detail::device_state& state = ark::device::context("ark_team_ptr");
  if (!ark::device::team_exists(state, team)) return nullptr;
  const ark::device::team_members members = ark::device::members_of(state, team);
  if (static_cast<unsigned>(pe) >= static_cast<unsigned>(members.size)) return nullptr;
  return ark_ptr(dest, members.pe(pe));
}
