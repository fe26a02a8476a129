// Teams and contexts: those of the core, under handles that are pointers.
#pragma once

#include <ark/ctx.hpp>

#include "calls.hpp"

/// Created and destroyed by collective calls; otherwise constant.
struct ark_shmem_team {
  /// Negative: ARK_TEAM_INVALID of the predefined teams outside shmem_init and shmem_finalize, or
  /// ark::openshmem::destroyed.
  ark_team_t handle = ARK_TEAM_INVALID;
};

struct ark_shmem_ctx {
  /// Never null. Of a destroyed context, a team that is destroyed.
  shmem_team_t team = SHMEM_TEAM_WORLD;
  /// The core's context; the default one where the core has no more.
  ark_ctx_t handle = ARK_CTX_DEFAULT;
};

namespace ark::openshmem {

inline constexpr ark_team_t destroyed = -2;

/// The predefined teams exist from here on.
void start_teams();
/// Destroys all teams and contexts.
void end_teams();
/// The same after a failure, without waiting for operations.
void abandon_teams();

/// The core's handle, or an exception invalid_argument for SHMEM_TEAM_INVALID and a team that is
/// destroyed.
ark_team_t checked(shmem_team_t team);
/// The same of a context that is not SHMEM_CTX_INVALID.
ark_ctx_t checked(shmem_ctx_t ctx);
/// The PE of the job that is `pe` in the team of `ctx`, for operations of `ctx`; an exception
/// invalid_argument for SHMEM_CTX_INVALID, a context that is destroyed, and a PE that the team
/// lacks.
target_pe pe_of(shmem_ctx_t ctx, int pe);

}  // namespace ark::openshmem
