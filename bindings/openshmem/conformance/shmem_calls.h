/* The host's bed: <shmem.h>, in C. */
#pragma once

#include <shmem.h>

typedef shmem_team_t team_t;
typedef shmem_ctx_t ctx_t;

#define API(name) shmem_##name
#define CONSTANT(name) SHMEM_##name
#define DEVICE __attribute__((unused)) static
#define CHECK_PLACE static
#define COMPLEX_OF(part) part _Complex
#define LONG_DOUBLE 1
#define FEW_TYPES 0
#define STATIC_IS_SYMMETRIC 1
#define OLD_NAMES 1
#define STREAM_TYPES 0

/* The type-generic names of C11. */
#define CALL_generic(name, ...) shmem_##name(__VA_ARGS__)
#define CALL_generic_ctx(name, ...) shmem_##name(bed.ctx, __VA_ARGS__)
#define CALL_generic_volatile(name, ...) shmem_##name(__VA_ARGS__)
#define FORMED_generic_ctx CALL_generic_ctx
#define IVARS_generic(words) words
#define IVARS_generic_volatile(words) ((volatile TYPE*)(words))

#include "check.h"
