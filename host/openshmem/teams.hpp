// Teams and contexts: those of the core, under handles that are pointers.
#pragma once

#include <ark/ctx.hpp>

#include "calls.hpp"

/// Created and destroyed by collective calls; otherwise constant.
struct ark_shmem_team {
  ark_team_t handle = ARK_TEAM_INVALID;
};

struct ark_shmem_ctx {
  shmem_team_t team = SHMEM_TEAM_WORLD;
  /// The core's context; the default one where the core has no more.
  ark_ctx_t handle = ARK_CTX_DEFAULT;
};

namespace ark::openshmem {

/// The predefined teams exist from here on.
void start_teams();
/// Destroys all teams.
void end_teams();

/// The core's handle, or an exception invalid_argument for SHMEM_TEAM_INVALID.
ark_team_t checked(shmem_team_t team);
/// The PE of the job that is `pe` in the team of `ctx`, for operations of `ctx`; an exception
/// invalid_argument for SHMEM_CTX_INVALID or a PE that the team lacks.
target_pe pe_of(shmem_ctx_t ctx, int pe);

}  // namespace ark::openshmem
