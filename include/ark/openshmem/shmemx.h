/* Extensions: the one that implementations have in common. */
#pragma once

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds since a time in the past, which is the same for all PEs of a host. Any thread, at any
 * time. */
double shmemx_wtime(void);

#ifdef __cplusplus
}
#endif
