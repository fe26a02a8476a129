// Constants and handles of the API, by their OpenSHMEM 1.6 names with the prefix ARK_.
#pragma once

#include <ark/detail/cache_policy.hpp>
#include <ark/detail/wait_info.hpp>
#include <ark/errc.hpp>
#include <cstddef>
#include <cstdint>

/// Comparisons of the wait and test families.
enum ark_cmp_t : int {
  ARK_CMP_EQ = static_cast<int>(ark::detail::cmp_kind::eq),
  ARK_CMP_NE = static_cast<int>(ark::detail::cmp_kind::ne),
  ARK_CMP_GT = static_cast<int>(ark::detail::cmp_kind::gt),
  ARK_CMP_GE = static_cast<int>(ark::detail::cmp_kind::ge),
  ARK_CMP_LT = static_cast<int>(ark::detail::cmp_kind::lt),
  ARK_CMP_LE = static_cast<int>(ark::detail::cmp_kind::le),
};

/// Signal operations: replace the signal word, or add to it atomically.
enum ark_signal_op_t : int { ARK_SIGNAL_SET = 1, ARK_SIGNAL_ADD = 2 };

/// Cache hints for the bytes of a transfer; docs/gpu-engines.md has the table. A hint never changes
/// the transferred data.
enum ark_cache_policy : int {
  ARK_CACHE_AUTOMATIC = static_cast<int>(ark::cache_policy::automatic),
  ARK_CACHE_STANDARD = static_cast<int>(ark::cache_policy::standard),
  ARK_CACHE_STREAMING = static_cast<int>(ark::cache_policy::streaming),
  ARK_CACHE_KEEP = static_cast<int>(ark::cache_policy::keep),
  ARK_CACHE_BYPASS = static_cast<int>(ark::cache_policy::bypass),
};

/// Thread levels, numbered in the order of MPI's levels.
enum ark_thread_level_t : int {
  ARK_THREAD_SINGLE = 0,
  ARK_THREAD_FUNNELED = 1,
  ARK_THREAD_SERIALIZED = 2,
  ARK_THREAD_MULTIPLE = 3,
};

/// A team is a set of PEs. Only the team of all PEs exists in this version.
enum ark_team_t : int { ARK_TEAM_INVALID = -1, ARK_TEAM_WORLD = 0 };
