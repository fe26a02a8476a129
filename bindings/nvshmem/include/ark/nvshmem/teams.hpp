// Teams of NVSHMEM: those of <ark/team.hpp>.
#pragma once

#include <ark/nvshmem/constants.hpp>

using nvshmem_team_t = ark_team_t;
using nvshmemx_team_t = nvshmem_team_t;

/// The shared team has the PEs whose memory the calling PE maps: those of its host, except where
/// GPUs of one host have no access to each other.
enum : nvshmem_team_t {
  NVSHMEM_TEAM_INVALID = ARK_TEAM_INVALID,
  NVSHMEM_TEAM_WORLD = ARK_TEAM_WORLD,
  NVSHMEM_TEAM_SHARED = ARK_TEAM_SHARED,
  NVSHMEMX_TEAM_NODE = ARK_TEAM_SHARED,
  NVSHMEM_TEAM_WORLD_INDEX = ARK_TEAM_WORLD,
  NVSHMEM_TEAM_SHARED_INDEX = ARK_TEAM_SHARED,
  NVSHMEM_TEAM_NODE_INDEX = ARK_TEAM_SHARED,
};
using nvshmem_team_id_t = nvshmem_team_t;

using nvshmem_team_config_t = ark_team_config_t;
#define NVSHMEM_TEAM_CONFIG_INITIALIZER \
  {}
enum : long { NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS = ARK_TEAM_NUM_CONTEXTS };

ARK_HOST_DEVICE inline int nvshmem_team_my_pe(nvshmem_team_t team) { return ark_team_my_pe(team); }
ARK_HOST_DEVICE inline int nvshmem_team_n_pes(nvshmem_team_t team) { return ark_team_n_pes(team); }
ARK_HOST_DEVICE inline int nvshmem_team_translate_pe(nvshmem_team_t src_team, int src_pe,
                                                     nvshmem_team_t dest_team) {
  return ark_team_translate_pe(src_team, src_pe, dest_team);
}

inline int nvshmem_team_split_strided(nvshmem_team_t parent, int start, int stride, int size,
                                      const nvshmem_team_config_t* config, long config_mask,
                                      nvshmem_team_t* new_team) {
  return ark_team_split_strided(parent, start, stride, size, config, config_mask, new_team);
}
inline int nvshmem_team_split_2d(nvshmem_team_t parent, int xrange,
                                 const nvshmem_team_config_t* xaxis_config, long xaxis_mask,
                                 nvshmem_team_t* xaxis_team,
                                 const nvshmem_team_config_t* yaxis_config, long yaxis_mask,
                                 nvshmem_team_t* yaxis_team) {
  return ark_team_split_2d(parent, xrange, xaxis_config, xaxis_mask, xaxis_team, yaxis_config,
                           yaxis_mask, yaxis_team);
}
inline void nvshmem_team_destroy(nvshmem_team_t team) { ark_team_destroy(team); }
inline void nvshmem_team_get_config(nvshmem_team_t team, nvshmem_team_config_t* config) {
  ark_team_get_config(team, NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS, config);
}
