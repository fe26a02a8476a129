// Extensions of NVSHMEM that ark does not have. A call does not compile, and names the replacement.
#pragma once

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

ARK_NVSHMEM_UNAVAILABLE(
    nvshmemx_qp_create,
    "there are no queue pairs: use the call without qp, e.g. nvshmem_putmem_nbi")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_qp_quiet, "there are no queue pairs: use nvshmem_quiet")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_qp_fence, "there are no queue pairs: use nvshmem_fence")

ARK_NVSHMEM_UNAVAILABLE(nvshmemx_float_atomic_add, "use ark_float_put_add with one element")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_double_atomic_add, "use ark_double_put_add with one element")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_double2_maxloc_reduce_block,
                        "use ark::reduce<ark::device::block_scope> with an operator of the program")
ARK_NVSHMEM_UNAVAILABLE(nvshmemx_barrier_warpgroup, "use nvshmemx_barrier_block or _warp")
