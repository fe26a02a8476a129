/* Marks for the profiler ark_stall (docs/ark_stall.md), for C, C++ and, in module ark, Fortran.
 * Without the profiler the functions do nothing: a call of an empty function. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Begin an iteration of the program: the time between two calls is one iteration.
 *
 * Callable: any host thread, one thread per PE; at any time, also before ark_init. Every PE makes
 *   the same number of calls. */
void ark_stall_iteration(void);

/* Begin a phase of the iteration: "input", "compute" or any other name. It ends with the next phase
 * or iteration. Callable: as ark_stall_iteration. name: of static storage; at most 63 characters
 * are kept. */
void ark_stall_phase(const char* name);

#ifdef __cplusplus
}
#endif
