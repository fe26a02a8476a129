// The bed of <nvshmem.h> and <nvshmemx.h>, in kernels and on the host of the CPU executor. The
// outcomes have the names with their prefixes. What NVSHMEM lacks is called by ark's names.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#define LONG_DOUBLE 0
#define COMPLEX_TYPES 0
#define HALF_TYPES 1
#define NO_REDUCTIONS_OF_ptrdiff 1
#define FEW_TYPES 0
#define STREAM_TYPES 2
#define OTHER_FORMS 0
#define MORE_COLLECTIVES "../../nvshmem/tests/reducescatter.h"

#include "../../openshmem/conformance/ark_calls.hpp"

// PREFIX(name, of_form), below: what stands here behind the comma, else the prefix of the form.
#define PREFIX_OF_atomic_fetch_nbi , ark
#define PREFIX_OF_atomic_swap_nbi , ark
#define PREFIX_OF_atomic_fetch_inc_nbi , ark
#define PREFIX_OF_atomic_fetch_add_nbi , ark
#define PREFIX_OF_atomic_compare_swap_nbi , ark
#define PREFIX_OF_atomic_fetch_and_nbi , ark
#define PREFIX_OF_atomic_fetch_or_nbi , ark
#define PREFIX_OF_atomic_fetch_xor_nbi , ark
#define PREFIX_OF_signal_set , ark
#define PREFIX_OF_signal_add , ark
#define PREFIX_OF_signal_set_on_stream , ark
#define PREFIX_OF_signal_wait_until_on_stream , nvshmemx
#define PREFIX_OF_gather_nbi , ark
#define PREFIX_OF_scatter_nbi , ark
#define PREFIX_OF_pe_quiet , ark
#define PREFIX_OF_pe_accessible , ark
#define PREFIX_OF_addr_accessible , ark
#define PREFIX_OF_team_ptr , ark
#define nvshmemx_fence_on_stream ark_fence_on_stream

#define SECOND(first, second, ...) second
#define SECOND_OF(...) SECOND(__VA_ARGS__)
#define PREFIX(name, of_form) SECOND_OF(PREFIX_OF_##name, of_form, )

// Of a verb, which has the prefix, in the form: warps, blocks and streams have one of their own.
#define COUNTED(verb, name, ...) JOIN(COUNTED_, FORM)(verb, name __VA_OPT__(, ) __VA_ARGS__)
#define COUNTED_plain(verb, name, ...) PREFIXED(PREFIX(verb, nvshmem), name, __VA_ARGS__)
#define COUNTED_warp(verb, name, ...) EXTENDED_BY(_warp, verb, name, __VA_ARGS__)
#define COUNTED_block(verb, name, ...) EXTENDED_BY(_block, verb, name, __VA_ARGS__)
#define COUNTED_on_stream(verb, name, ...) \
  EXTENDED_BY(_on_stream, verb, name, __VA_ARGS__ __VA_OPT__(, ) cudaStream_t{})
#define EXTENDED_BY(end, verb, name, ...) \
  PREFIXED(PREFIX(verb, nvshmemx), JOIN(name, end), __VA_ARGS__)
#define PREFIXED(prefix, name, ...) PREFIXED_(prefix, name, __VA_ARGS__)
#define PREFIXED_(prefix, name, ...) (called(&bed, #prefix "_" #name), prefix##_##name(__VA_ARGS__))

#undef NAMED
#define NAMED(name, ...) COUNTED_plain(name, name, __VA_ARGS__)
#undef FORMED
#define FORMED(name, ...) COUNTED(name, name __VA_OPT__(, ) __VA_ARGS__)
#undef CALL
#define CALL(verb, ...) COUNTED(verb, JOIN3(NAME, _, verb), __VA_ARGS__)
#undef SIZED
#define SIZED(verb, suffix, ...) COUNTED(verb, JOIN3(verb, NAME, suffix), __VA_ARGS__)
// ark has no names of half and bfloat16.
#undef TYPED
#define TYPED(verb) JOIN3(nvshmem_, NAME, _##verb)
