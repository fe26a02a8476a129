/* The host API of ark for C (C99; the type-generic names need C11). In C++ this is <ark/ark.hpp>,
 * <ark/complex.hpp>, <ark/ctx.hpp> and <ark/lock.hpp>.
 *
 * Contracts: <ark/rma.hpp>, <ark/amo.hpp> and their neighbours; every function here has the effect
 * of the function of the same name there, called by a host thread. Kernels are written in C++.
 *
 * Link with ark::c of find_package(ark), or with pkg-config ark-c.
 *
 * Errors: as in C++; where a function throws there, the process prints the message and ends with
 * status 1, and mpirun ends the job. A failure of an operation is recorded (ark_status,
 * ark_last_failure) and by default ends the job (ARK_ON_FAILURE). */
#pragma once

#ifdef __cplusplus
#include <ark/ark.hpp>
#include <ark/complex.hpp>
#include <ark/ctx.hpp>
#include <ark/lock.hpp>
#else

#include <ark/constants.h>
#include <ark/stall.h>
#include <stddef.h>
#include <stdint.h>

/* --- Start, end, identity --- */

void ark_init(void);
int ark_init_thread(int requested, int* provided);
void ark_finalize(void);
void ark_query_initialized(int* initialized);
void ark_query_thread(int* provided);
void ark_global_exit(int status) __attribute__((noreturn));
void ark_info_get_version(int* major, int* minor);
void ark_info_get_name(char* name);
void ark_pcontrol(int level, ...);

int ark_my_pe(void);
int ark_n_pes(void);
int ark_pe_accessible(int pe);
int ark_addr_accessible(const void* address, int pe);
void* ark_ptr(const void* dest, int pe);

/* --- Failures --- */

/// 0, or the code of the PE's first failure; ark_error_name has its name.
int ark_status(void);
/// The name of an error code, e.g. "peer_failed"; "unknown" for any other value. Valid for ever.
const char* ark_error_name(int code);
/// The PE's first failure as one line, empty if there was none. Valid until the calling thread's
/// next call of this function.
const char* ark_last_failure(void);
/// The error text of the calling thread's last call that returned null or logged on failure; empty
/// if that call succeeded. Valid until the calling thread's next call of this function.
const char* ark_last_error(void);

/* --- Symmetric memory --- */

void* ark_malloc(size_t bytes);
void* ark_malloc_with_hints(size_t bytes, long hints);
void* ark_calloc(size_t count, size_t bytes);
void* ark_align(size_t alignment, size_t bytes);
void* ark_realloc(void* pointer, size_t bytes);
void ark_free(void* pointer);
void* ark_buffer_register_symmetric(void* buffer, size_t bytes);
int ark_buffer_unregister_symmetric(void* pointer);

/* --- Ordering and collectives without data --- */

void ark_fence(void);
void ark_quiet(void);
void ark_pe_quiet(const int* pes, size_t count);
void ark_barrier_all(void);
void ark_sync_all(void);

/* --- Teams --- */

int ark_team_my_pe(ark_team_t team);
int ark_team_n_pes(ark_team_t team);
int ark_team_translate_pe(ark_team_t team, int pe, ark_team_t dest_team);
void* ark_team_ptr(ark_team_t team, const void* dest, int pe);
int ark_team_get_config(ark_team_t team, long config_mask, ark_team_config_t* config);
int ark_team_split_strided(ark_team_t parent, int start, int stride, int size,
                           const ark_team_config_t* config, long config_mask, ark_team_t* new_team);
int ark_team_split_2d(ark_team_t parent, int xrange, const ark_team_config_t* xaxis_config,
                      long xaxis_mask, ark_team_t* xaxis_team,
                      const ark_team_config_t* yaxis_config, long yaxis_mask,
                      ark_team_t* yaxis_team);
void ark_team_destroy(ark_team_t team);
int ark_team_sync(ark_team_t team);

/* --- Contexts --- */

int ark_ctx_create(long options, ark_ctx_t* ctx);
int ark_team_create_ctx(ark_team_t team, long options, ark_ctx_t* ctx);
void ark_ctx_destroy(ark_ctx_t ctx);
int ark_ctx_get_team(ark_ctx_t ctx, ark_team_t* team);
void ark_ctx_fence(ark_ctx_t ctx);
void ark_ctx_quiet(ark_ctx_t ctx);
void ark_ctx_pe_quiet(ark_ctx_t ctx, const int* pes, size_t count);
void ark_ctx_session_start(ark_ctx_t ctx, long options, const ark_ctx_session_config_t* config,
                           long config_mask);
void ark_ctx_session_stop(ark_ctx_t ctx);

/* --- Locks --- */

void ark_set_lock(long* lock);
void ark_clear_lock(long* lock);
int ark_test_lock(long* lock);

/* --- Signals --- */

void ark_signal_set(uint64_t* signal, uint64_t value, int pe);
void ark_signal_add(uint64_t* signal, uint64_t value, int pe);
void ark_ctx_signal_set(ark_ctx_t ctx, uint64_t* signal, uint64_t value, int pe);
void ark_ctx_signal_add(ark_ctx_t ctx, uint64_t* signal, uint64_t value, int pe);
uint64_t ark_signal_fetch(const uint64_t* signal);
uint64_t ark_signal_wait_until(uint64_t* signal, int cmp, uint64_t value);

/* --- Lists of pieces --- */

void ark_gather_nbi(void* batch, const ark_piece* pieces, size_t count, uint64_t* signal,
                    uint64_t value, int op, int pe);
void ark_scatter_nbi(const void* batch, const ark_piece* pieces, size_t count, uint64_t* signal,
                     uint64_t value, int op, int pe);

/* --- Plans --- */

typedef struct ark_plan* ark_plan_t;
ark_plan_t ark_plan_create(void* dest, const void* source, size_t bytes, uint64_t* signal, int pe);
void ark_plan_destroy(ark_plan_t plan);
uint64_t ark_plan_start(ark_plan_t plan);
void ark_plan_wait(ark_plan_t plan, uint64_t ordinal);
int ark_plan_test(ark_plan_t plan, uint64_t ordinal);

/* --- Streams ---
 *
 * The operations of a stream execute one after another while the host goes on: a stream-ordered
 * collective is a nonblocking one, which ends in ark_stream_sync. NULL is the default stream of the
 * PE. The stream-ordered names (..._on_stream) have the contracts of <ark/on_stream.hpp>. They need
 * a heap that the CPU can access: with ARK_HEAP=cuda a call ends the process with a message. */

typedef struct ark_stream* ark_stream_t;

/// Create an in-order stream of the calling thread's PE.
ark_stream_t ark_stream_create(void);
/// Wait for the operations of the stream, at most ARK_TIMEOUT, then free it. Not for NULL.
void ark_stream_destroy(ark_stream_t stream);
/// Wait until the operations of the stream have ended and are delivered, at most twice ARK_TIMEOUT.
/// Returns 0, or the error code of an operation that failed or has not ended (ark_error_name,
/// ark_last_failure). A stream that is not one of the PE ends the process.
int ark_stream_sync(ark_stream_t stream);
/// 1 if all operations of the stream have ended, 0 otherwise.
int ark_stream_query(ark_stream_t stream);
/// ark_stream_sync for every stream of the calling thread's PE. Returns the first error code.
int ark_device_sync(void);

void ark_quiet_on_stream(ark_stream_t stream);
void ark_fence_on_stream(ark_stream_t stream);
void ark_barrier_all_on_stream(ark_stream_t stream);
void ark_sync_all_on_stream(ark_stream_t stream);
int ark_team_sync_on_stream(ark_team_t team, ark_stream_t stream);
void ark_gather_nbi_on_stream(void* batch, const ark_piece* pieces, size_t count, uint64_t* signal,
                              uint64_t value, int op, int pe, ark_stream_t stream);
void ark_scatter_nbi_on_stream(const void* batch, const ark_piece* pieces, size_t count,
                               uint64_t* signal, uint64_t value, int op, int pe,
                               ark_stream_t stream);
void ark_signal_set_on_stream(uint64_t* signal, uint64_t value, int pe, ark_stream_t stream);
void ark_signal_add_on_stream(uint64_t* signal, uint64_t value, int pe, ark_stream_t stream);
void ark_signal_wait_until_on_stream(const uint64_t* signal, int cmp, uint64_t value,
                                     ark_stream_t stream);

/* --- put, get, atomics, waits, collectives: the typed names, then the type-generic ones --- */

#define ARK_C_NAME(result, name, parameters, arguments) result name parameters;
#define ARK_C_IN_CTX(...) (ark_ctx_t ctx, __VA_ARGS__)
#define ARK_C_CTX_NAME(result, name, parameters, arguments) \
  result ark_##name parameters;                             \
  result ark_ctx_##name ARK_C_IN_CTX parameters;
#define ARK_C_TYPED_NAME(result, name, function, parameters, arguments) \
  ARK_C_NAME(result, ark_##name, parameters, arguments)
#define ARK_C_TYPED_CTX_NAME(result, name, function, parameters, arguments) \
  ARK_C_CTX_NAME(result, name, parameters, arguments)
#define ARK_C_COMPLEX(T) T _Complex
#include <ark/api/c_names.h>
#include <ark/api/c_on_stream.h>
#undef ARK_C_COMPLEX
#undef ARK_C_TYPED_CTX_NAME
#undef ARK_C_TYPED_NAME
#undef ARK_C_CTX_NAME
#undef ARK_C_IN_CTX
#undef ARK_C_NAME

#if __STDC_VERSION__ >= 201112L
#include <ark/api/c_generic.h>
#endif

#endif
