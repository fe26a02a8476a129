/* Extensions: the one that implementations have in common, and one of ark. */
#pragma once

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds since a time in the past, which is the same for all PEs of a host. Any thread, at any
 * time. */
double shmemx_wtime(void);

/* Make the global and static variables of a shared library symmetric, as those of the executable
 * are from shmem_init on: of the library, linked or loaded, that has `variable`. It stays loaded
 * until the process ends. Of one that is symmetric already: no effect.
 *
 * Callable: collective, with a variable of the same library on every PE, after shmem_init. No other
 *   thread may use the library's variables during the call.
 * Errors: returns 0, or another value on all PEs, with the reason on stderr of a PE that has it: no
 *   variable has the address, it is one of a library that libark_shmem needs (the C library, MPI),
 *   or the variables differ in size between PEs. */
int shmemx_register_statics(const void* variable);

#ifdef __cplusplus
}
#endif
