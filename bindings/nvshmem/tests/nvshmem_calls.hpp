// The bed of <nvshmem.h> and <nvshmemx.h>, in kernels and on the host of the CPU executor. The
// outcomes have the names with their prefixes. What NVSHMEM lacks is called by ark's names.
#pragma once

#include <nvshmem.h>
#include <nvshmemx.h>

#define LONG_DOUBLE 0
#define COMPLEX_TYPES 0
#define FEW_TYPES 0
#define STREAM_TYPES 2
#define OTHER_FORMS 0
#define MORE_CHECKS "../../nvshmem/tests/reducescatter.h"

#include "../../openshmem/conformance/ark_calls.hpp"

// PREFIX(name, of_form), below: what stands here behind the comma, else the prefix of the form.
#define PREFIX_OF_ibput , ark
#define PREFIX_OF_ibget , ark
#define PREFIX_OF_collect , ark
#define PREFIX_OF_collectmem , ark
#define PREFIX_OF_alltoalls , ark
#define PREFIX_OF_alltoallsmem , ark
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

#define COUNTED(prefix, name, ...) COUNTED_(prefix, name, __VA_ARGS__)
#define COUNTED_(prefix, name, ...) (called(&bed, #prefix "_" #name), prefix##_##name(__VA_ARGS__))
#define IN_ORDER(prefix, name, ...) \
  COUNTED(prefix, ADD(name, _on_stream), __VA_ARGS__ __VA_OPT__(, ) cudaStream_t{})
#define ADD(name, end) ADD_(name, end)
#define ADD_(name, end) name##end
#undef NAMED
#define NAMED(name, ...) COUNTED(PREFIX(name, nvshmem), name, __VA_ARGS__)
#undef FORMED_on_stream
#define FORMED_on_stream(name, ...) IN_ORDER(PREFIX(name, nvshmemx), name, __VA_ARGS__)
#undef FORMED_warp
#define FORMED_warp(name, ...) COUNTED(PREFIX(name, nvshmemx), name##_warp, __VA_ARGS__)
#undef FORMED_block
#define FORMED_block(name, ...) COUNTED(PREFIX(name, nvshmemx), name##_block, __VA_ARGS__)

// Typed: the verb has the prefix, and the function the type.
#undef CALL_plain
#define CALL_plain(verb, ...) COUNTED(PREFIX(verb, nvshmem), JOIN3(NAME, _, verb), __VA_ARGS__)
#undef CALL_warp
#define CALL_warp(verb, ...) \
  COUNTED(PREFIX(verb, nvshmemx), JOIN(NAME, _##verb##_warp), __VA_ARGS__)
#undef CALL_block
#define CALL_block(verb, ...) \
  COUNTED(PREFIX(verb, nvshmemx), JOIN(NAME, _##verb##_block), __VA_ARGS__)
#undef CALL_on_stream
#define CALL_on_stream(verb, ...) \
  IN_ORDER(PREFIX(verb, nvshmemx), JOIN3(NAME, _, verb), __VA_ARGS__)

#undef SIZED
#define SIZED(verb, suffix, ...) JOIN(SIZED_, FORM)(verb, JOIN3(verb, NAME, suffix), __VA_ARGS__)
#define SIZED_plain(verb, name, ...) COUNTED(PREFIX(verb, nvshmem), name, __VA_ARGS__)
#define SIZED_warp(verb, name, ...) COUNTED(PREFIX(verb, nvshmemx), ADD(name, _warp), __VA_ARGS__)
#define SIZED_block(verb, name, ...) COUNTED(PREFIX(verb, nvshmemx), ADD(name, _block), __VA_ARGS__)
#define SIZED_on_stream(verb, name, ...) IN_ORDER(PREFIX(verb, nvshmemx), name, __VA_ARGS__)

// OpenSHMEM has reductions of ptrdiff_t, which NVSHMEM lacks.
#define OF_PTRDIFF(prefix, name)                           \
  template <class... Arguments>                            \
  ARK_HOST_DEVICE int prefix##_##name(Arguments... from) { \
    return ark_##name(from...);                            \
  }
#define REDUCTIONS_OF_PTRDIFF(op)                   \
  OF_PTRDIFF(nvshmem, ptrdiff_##op##_reduce)        \
  OF_PTRDIFF(nvshmemx, ptrdiff_##op##_reduce_warp)  \
  OF_PTRDIFF(nvshmemx, ptrdiff_##op##_reduce_block) \
  OF_PTRDIFF(nvshmemx, ptrdiff_##op##_reduce_on_stream)
REDUCTIONS_OF_PTRDIFF(sum)
REDUCTIONS_OF_PTRDIFF(prod)
REDUCTIONS_OF_PTRDIFF(min)
REDUCTIONS_OF_PTRDIFF(max)
