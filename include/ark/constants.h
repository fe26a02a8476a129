/* Constants of the API, in C and in C++, by their OpenSHMEM 1.6 names with the prefix ARK_. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
#define ARK_OF_INT : int
#else
#define ARK_OF_INT
#endif

/// Comparisons of the wait and test families.
enum ark_cmp_t ARK_OF_INT {
  ARK_CMP_EQ = 0,
  ARK_CMP_NE = 1,
  ARK_CMP_GT = 2,
  ARK_CMP_GE = 3,
  ARK_CMP_LT = 4,
  ARK_CMP_LE = 5,
};

/// Signal operations: replace the signal word, or add to it atomically.
enum ark_signal_op_t ARK_OF_INT { ARK_SIGNAL_SET = 1, ARK_SIGNAL_ADD = 2 };

/// Cache hints for the bytes of a transfer; docs/gpu-engines.md has the table. A hint never changes
/// the transferred data.
enum ark_cache_policy ARK_OF_INT {
  ARK_CACHE_AUTOMATIC = 0,
  ARK_CACHE_STANDARD = 1,
  ARK_CACHE_STREAMING = 2,
  ARK_CACHE_KEEP = 3,
  ARK_CACHE_BYPASS = 4,
};

/// Thread levels, numbered in the order of MPI's levels.
enum ark_thread_level_t ARK_OF_INT {
  ARK_THREAD_SINGLE = 0,
  ARK_THREAD_FUNNELED = 1,
  ARK_THREAD_SERIALIZED = 2,
  ARK_THREAD_MULTIPLE = 3,
};

/// A team: an ordered set of PEs. Predefined are the team of all PEs and the team of the PEs whose
/// memory the calling PE has in its address space; others are created by ark_team_split_strided and
/// ark_team_split_2d.
typedef int ark_team_t;
enum { ARK_TEAM_INVALID = -1, ARK_TEAM_WORLD = 0, ARK_TEAM_SHARED = 1 };

/// The configuration of a team, and the mask bits that select its fields.
typedef struct ark_team_config_t {
  int num_contexts; /* contexts that the program intends to create from the team */
} ark_team_config_t;
enum { ARK_TEAM_NUM_CONTEXTS = 1 };

/// A context (<ark/ctx.hpp>), the options of its creation, and the hints of a session.
typedef int ark_ctx_t;
enum { ARK_CTX_INVALID = -1, ARK_CTX_DEFAULT = 0 };
enum { ARK_CTX_SERIALIZED = 1, ARK_CTX_PRIVATE = 2, ARK_CTX_NOSTORE = 4 };
typedef struct ark_ctx_session_config_t {
  unsigned long total_ops; /* operations that the program intends to start in the session */
} ark_ctx_session_config_t;
enum { ARK_CTX_SESSION_BATCH = 1, ARK_CTX_SESSION_TOTAL_OPS = 1 };

/// A piece of memory in the list of a gather or a scatter (<ark/gather.hpp>).
typedef struct ark_piece {
  void* address; /* of the calling PE: any; of another PE: symmetric, in the caller's heap */
  size_t bytes;
  int pe; /* whose memory it is */
} ark_piece;

/// Hints of ark_malloc_with_hints.
enum { ARK_MALLOC_ATOMICS_REMOTE = 1, ARK_MALLOC_SIGNAL_REMOTE = 2 };

/// Bytes that ark_info_get_name may write.
enum { ARK_MAX_NAME_LEN = 64 };

#undef ARK_OF_INT
