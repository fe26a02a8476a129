// Teams and contexts.
#pragma once

#include <vector>

#include "calls.hpp"

/// A team's PEs in their order. Created and destroyed by collective calls; otherwise constant.
struct ark_shmem_team {
  int slot = -1;  ///< its counters in the workspace of the collectives; the same on every member
  int rank = -1;  ///< of the calling PE
  std::vector<int> pes;
  shmem_team_config_t config{};

  int size() const { return static_cast<int>(pes.size()); }
};

/// Contexts share the PE's DMA queue: an operation of any context is ordered with, and completed
/// by, fence and quiet of every other.
struct ark_shmem_ctx {
  shmem_team_t team = SHMEM_TEAM_WORLD;
};

namespace ark::openshmem {

/// The slots of the predefined teams; the others are given to teams as they are created.
enum : int { world_slot, shared_slot, active_set_slot, first_free_slot, slot_count = 64 };

/// Sets up the predefined teams and the workspace. Collective.
void start_teams();
/// Frees all teams, the predefined ones' PEs included.
void end_teams();

/// The team, or an exception invalid_argument for SHMEM_TEAM_INVALID.
const ark_shmem_team& checked(shmem_team_t team);
/// The PE of the job that is `pe` in the team of `ctx`; an exception invalid_argument for
/// SHMEM_CTX_INVALID or a PE that the team lacks.
int pe_of(shmem_ctx_t ctx, int pe);

}  // namespace ark::openshmem
