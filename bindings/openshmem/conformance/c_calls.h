/* The bed of C: <ark/ark.h>, by host threads and in the order of a stream. */
#pragma once

#include <ark/ark.h>

typedef ark_team_t team_t;
typedef ark_ctx_t ctx_t;

#define API(name) ark_##name
#define CONSTANT(name) ARK_##name
#define DEVICE __attribute__((unused)) static
#define CHECK_PLACE static
#define COMPLEX_OF(part) part _Complex
#define LONG_DOUBLE 1
#define FEW_TYPES 0
#define STATIC_IS_SYMMETRIC 0
#define OLD_NAMES 0
#define STREAM_TYPES 2

/* The type-generic names of C11. */
#define CALL_generic(name, ...) ark_##name(__VA_ARGS__)
#define CALL_generic_ctx(name, ...) ark_##name(bed.ctx, __VA_ARGS__)
#define IVARS_generic(words) words

#include "check.h"
