// Teams and contexts of the core, under handles that are pointers.
#pragma once

#include <ark/ctx.hpp>

#include "calls.hpp"

/// Created and destroyed by collective calls; otherwise constant.
struct ark_shmem_team {
  /// Negative: ARK_TEAM_INVALID for the predefined teams outside of shmem_init and shmem_finalize,
  /// or ark::openshmem::destroyed.
  ark_team_t handle = ARK_TEAM_INVALID;
};

struct ark_shmem_ctx {
  /// Never null. A destroyed context has a destroyed team.
  shmem_team_t team = SHMEM_TEAM_WORLD;
  /// The core's context; the default one if the core has none left.
  ark_ctx_t handle = ARK_CTX_DEFAULT;
};

namespace ark::openshmem {

inline constexpr ark_team_t destroyed = -2;

/// Make the predefined teams valid.
void start_teams();
/// Destroys all teams and contexts.
void end_teams();
/// Destroys all teams and contexts after a failure, without waiting for operations.
void abandon_teams();

/// Returns the core's handle. Throws invalid_argument for SHMEM_TEAM_INVALID and a destroyed team.
ark_team_t checked(shmem_team_t team);
/// Returns the core's handle of a context that is not SHMEM_CTX_INVALID. Throws invalid_argument
/// for a destroyed one.
ark_ctx_t checked(shmem_ctx_t ctx);
/// Returns the PE of the job that is `pe` in the team of `ctx`, for operations of `ctx`. Throws
/// invalid_argument for SHMEM_CTX_INVALID, a destroyed context, and a PE that the team lacks.
target_pe pe_of(shmem_ctx_t ctx, int pe);

}  // namespace ark::openshmem
