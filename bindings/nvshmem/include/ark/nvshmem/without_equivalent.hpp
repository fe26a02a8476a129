// Extensions of NVSHMEM that ark does not have. A call does not compile, and names the replacement.
#pragma once

#include <ark/nvshmem/type_sets.hpp>
#include <ark/nvshmem/unavailable.hpp>

ARK_NVSHMEM_UNAVAILABLE(nvshmemx_cumodule_init,
                        "link the kernels into the program: ark finds them by itself")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_cumodule_finalize,
                        "link the kernels into the program: ark finds them by itself")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_culibrary_init,
                        "link the kernels into the program: ark finds them by itself")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_culibrary_finalize,
                        "link the kernels into the program: ark finds them by itself")

ARK_NVSHMEM_UNAVAILABLE(nvshmemx_team_init,
                        "use nvshmem_team_split_strided or nvshmem_team_split_2d")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_team_get_uniqueid,
                        "use nvshmem_team_split_strided or nvshmem_team_split_2d")
enum : long { NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID = 2 };
using nvshmemx_team_uniqueid_t = std::uint64_t;
ARK_NVSHMEM_UNAVAILABLE(NVSHMEMX_TEAM_SAME_MYPE_NODE,
                        "use the second team of nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, "
                        "nvshmem_team_n_pes(NVSHMEMX_TEAM_NODE), ...)")
// The constant as a call, which gives the message.
#define NVSHMEMX_TEAM_SAME_MYPE_NODE NVSHMEMX_TEAM_SAME_MYPE_NODE()
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_my_pe, "use nvshmem_team_my_pe")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_n_pes, "use nvshmem_team_n_pes")

// --- Queue pairs

using nvshmemx_qp_handle_t = int;
enum : nvshmemx_qp_handle_t {
  NVSHMEMX_QP_HOST = 0,
  NVSHMEMX_QP_DEFAULT = 1,
  NVSHMEMX_QP_ANY = -1,
  NVSHMEMX_QP_ALL = -2
};

ARK_NVSHMEM_UNAVAILABLE(
    nvshmemx_qp_create,
    "there are no queue pairs: use the call without qp, e.g. nvshmem_putmem_nbi")

#define ARK_NVSHMEM_QP(name, replacement) \
  ARK_NVSHMEM_UNAVAILABLE(nvshmemx_qp_##name, "there are no queue pairs: use " replacement)
#define ARK_NVSHMEM_QP_SCOPES(name)                      \
  ARK_NVSHMEM_QP(name, "nvshmem_" #name)                 \
  ARK_NVSHMEM_QP(name##_warp, "nvshmemx_" #name "_warp") \
  ARK_NVSHMEM_QP(name##_block, "nvshmemx_" #name "_block")
#define ARK_NVSHMEM_TYPED(N, T)             \
  ARK_NVSHMEM_QP(N##_p, "nvshmem_" #N "_p") \
  ARK_NVSHMEM_QP(N##_g, "nvshmem_" #N "_g") \
  ARK_NVSHMEM_QP_SCOPES(N##_put)            \
  ARK_NVSHMEM_QP_SCOPES(N##_get)            \
  ARK_NVSHMEM_QP_SCOPES(N##_put_nbi)        \
  ARK_NVSHMEM_QP_SCOPES(N##_get_nbi)        \
  ARK_NVSHMEM_QP_SCOPES(N##_put_signal)     \
  ARK_NVSHMEM_QP_SCOPES(N##_put_signal_nbi)
ARK_NVSHMEM_RMA_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED
#undef ARK_NVSHMEM_QP_SCOPES
ARK_NVSHMEM_QP(signal_op, "nvshmemx_signal_op")
ARK_NVSHMEM_QP(quiet, "nvshmem_quiet")
ARK_NVSHMEM_QP(quiet_warp, "nvshmem_quiet and __syncwarp")
ARK_NVSHMEM_QP(quiet_block, "nvshmem_quiet and __syncthreads")
ARK_NVSHMEM_QP(fence, "nvshmem_fence")
ARK_NVSHMEM_QP(fence_warp, "__syncwarp and nvshmem_fence")
ARK_NVSHMEM_QP(fence_block, "__syncthreads and nvshmem_fence")
#undef ARK_NVSHMEM_QP

// --- Atomics and waits of types that ark has none for

ARK_NVSHMEM_UNAVAILABLE(nvshmemx_float_atomic_add, "use ark_float_put_add with one element")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_double_atomic_add, "use ark_double_put_add with one element")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_half_atomic_add, "use ark::put_add with one element")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_float_atomic_fetch_add,
                        "use nvshmem_uint32_atomic_compare_swap in a loop, or ark_float_put_add, "
                        "which fetches nothing")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_double_atomic_fetch_add,
                        "use nvshmem_uint64_atomic_compare_swap in a loop, or ark_double_put_add, "
                        "which fetches nothing")

#define ARK_NVSHMEM_WITHOUT(name, replacement) \
  ARK_NVSHMEM_UNAVAILABLE(                     \
      name, "ark has atomics and waits for words of 4 and 8 bytes: use " replacement)
ARK_NVSHMEM_WITHOUT(nvshmem_half_atomic_fetch, "nvshmem_float_atomic_fetch")
ARK_NVSHMEM_WITHOUT(nvshmem_half_atomic_set, "nvshmem_float_atomic_set")
ARK_NVSHMEM_WITHOUT(nvshmem_half_atomic_swap, "nvshmem_float_atomic_swap")
ARK_NVSHMEM_WITHOUT(nvshmemx_half_atomic_fetch_add, "nvshmem_uint32_atomic_compare_swap in a loop")
#define ARK_NVSHMEM_WAITS(N)                                                                    \
  ARK_NVSHMEM_WITHOUT(nvshmemx_##N##_wait_until_on_stream, "nvshmemx_int_wait_until_on_stream") \
  ARK_NVSHMEM_WITHOUT(nvshmemx_##N##_wait_until_all_on_stream,                                  \
                      "nvshmemx_int_wait_until_all_on_stream")                                  \
  ARK_NVSHMEM_WITHOUT(nvshmemx_##N##_wait_until_all_vector_on_stream,                           \
                      "nvshmemx_int_wait_until_all_vector_on_stream")
ARK_NVSHMEM_WAITS(short)
ARK_NVSHMEM_WAITS(ushort)
#undef ARK_NVSHMEM_WAITS
#undef ARK_NVSHMEM_WITHOUT

// --- Others

#define ARK_NVSHMEM_COUNTED(name, replacement) \
  ARK_NVSHMEM_UNAVAILABLE(name, "signals do not count bytes: use " replacement)
ARK_NVSHMEM_COUNTED(nvshmemx_putmem_signal_counted_nbi_block,
                    "nvshmemx_putmem_signal_nbi_block with NVSHMEM_SIGNAL_ADD")
ARK_NVSHMEM_COUNTED(nvshmemx_signal_counted_wait_until, "nvshmem_signal_wait_until")
#undef ARK_NVSHMEM_COUNTED

ARK_NVSHMEM_UNAVAILABLE(nvshmemx_double2_maxloc_reduce_block,
                        "use ark::reduce<ark::device::block_scope> with an operator of the program")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_barrier_warpgroup, "use nvshmemx_barrier_block or _warp")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_signal_counted_reset,
                        "use put_signal with NVSHMEM_SIGNAL_ADD, which counts calls")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_collective_launch_attr, "use nvshmemx_collective_launch")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_buffer_register_symmetric_at_preferred_address,
                        "use nvshmemx_buffer_register_symmetric")
