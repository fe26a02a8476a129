/* OpenSHMEM 1.6 for host programs in C (C99; the type-generic names need C11) and C++, with the
 * deprecated names of earlier versions. docs/openshmem.md lists the differences between
 * implementations.
 *
 * Contracts: the OpenSHMEM specification. Global and static variables of the program are symmetric.
 * Link with ark::shmem of find_package(ark), with pkg-config ark-shmem, or compile with arkcc.
 *
 * Every name exists a second time as pshmem_NAME; a tool may define shmem_NAME and call that.
 *
 * Errors: a failure of an operation, or a call before shmem_init, ends the job with a message that
 * names the call. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define ARK_OPENSHMEM 1 /* this is the <shmem.h> of ark */

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 6
#define SHMEM_VENDOR_STRING "ark"
#define SHMEM_MAX_NAME_LEN 256
#define OSHMEM_SPEC_VERSION 10600 /* Open MPI's, whose examples do not compile without it */

enum { SHMEM_CMP_EQ, SHMEM_CMP_NE, SHMEM_CMP_GT, SHMEM_CMP_GE, SHMEM_CMP_LT, SHMEM_CMP_LE };
enum { SHMEM_SIGNAL_SET = 1, SHMEM_SIGNAL_ADD = 2 };
enum { SHMEM_THREAD_SINGLE, SHMEM_THREAD_FUNNELED, SHMEM_THREAD_SERIALIZED, SHMEM_THREAD_MULTIPLE };

/* Hints and options: accepted, and without effect. */
#define SHMEM_MALLOC_ATOMICS_REMOTE 1L
#define SHMEM_MALLOC_SIGNAL_REMOTE 2L
#define SHMEM_CTX_SERIALIZED 1L
#define SHMEM_CTX_PRIVATE 2L
#define SHMEM_CTX_NOSTORE 4L
#define SHMEM_CTX_SESSION_BATCH 1L
#define SHMEM_CTX_SESSION_TOTAL_OPS 1L

typedef struct ark_shmem_team* shmem_team_t;
typedef struct ark_shmem_ctx* shmem_ctx_t;
typedef struct {
  int num_contexts;
} shmem_team_config_t;
typedef struct {
  size_t total_ops;
} shmem_ctx_session_config_t;

#ifdef __cplusplus
extern "C" {
#endif
extern struct ark_shmem_team ark_shmem_world, ark_shmem_shared;
extern struct ark_shmem_ctx ark_shmem_default;
#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
#define ARK_SHMEM_NULL(T) static_cast<T>(nullptr)
#else
#define ARK_SHMEM_NULL(T) ((T)0)
#endif

#define SHMEM_TEAM_WORLD (&ark_shmem_world)
#define SHMEM_TEAM_SHARED (&ark_shmem_shared)
#define SHMEM_TEAM_INVALID ARK_SHMEM_NULL(shmem_team_t)
#define SHMEM_TEAM_NUM_CONTEXTS 1L
#define SHMEM_CTX_DEFAULT (&ark_shmem_default)
#define SHMEM_CTX_INVALID ARK_SHMEM_NULL(shmem_ctx_t)

/* Of the active-set collectives. They leave pSync and pWrk unchanged. */
#define SHMEM_SYNC_VALUE 0L
#define SHMEM_SYNC_SIZE 1
#define SHMEM_BARRIER_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_BCAST_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_COLLECT_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALL_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 1

#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_LE SHMEM_CMP_LE
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_ALLTOALL_SYNC_SIZE SHMEM_ALLTOALL_SYNC_SIZE
#define _SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_ALLTOALLS_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

#include "shmem_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ARK_SHMEM(name) shmem_##name
#include "shmem_names.h"
#undef ARK_SHMEM
#define ARK_SHMEM(name) pshmem_##name
#include "shmem_names.h"
#undef ARK_SHMEM

void start_pes(int unused);
int _my_pe(void);
int _num_pes(void);
void* shmalloc(size_t size);
void shfree(void* pointer);
void* shrealloc(void* pointer, size_t size);
void* shmemalign(size_t alignment, size_t size);

#ifdef __cplusplus
}
#elif __STDC_VERSION__ >= 201112L
#include "shmem_generic.h"
#endif
