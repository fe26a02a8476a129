// Barriers, data movement and reductions on teams, by a thread, a warp or a block. The contracts
// are in <ark/collective.hpp>. All return 0, or the code of the recorded failure.
#pragma once

#include <ark/nvshmem/team_collectives.hpp>
#include <ark/nvshmem/teams.hpp>
#include <ark/nvshmem/transfers.hpp>

#define ARK_NVSHMEM_CALL  \
  template <class = void> \
  ARK_HOST_DEVICE

// ARK_NVSHMEM_BY(x, suffix, scope): the names of one scope; `x` and `suffix` are empty for a
// thread.
#define ARK_NVSHMEM_BY(x, suffix, scope)                                                         \
  ARK_HOST_DEVICE inline int nvshmem##x##_barrier##suffix(nvshmem_team_t team) {                 \
    return static_cast<int>(ark::nvshmem::barrier<ark::device::scope>(team));                    \
  }                                                                                              \
  ARK_HOST_DEVICE inline int nvshmem##x##_team_sync##suffix(nvshmem_team_t team) {               \
    return static_cast<int>(ark::team_sync<ark::device::scope>(team));                           \
  }                                                                                              \
  ARK_HOST_DEVICE inline int nvshmem##x##_sync##suffix(nvshmem_team_t team) {                    \
    return static_cast<int>(ark::team_sync<ark::device::scope>(team));                           \
  }                                                                                              \
  ARK_HOST_DEVICE inline void nvshmem##x##_barrier_all##suffix() { ark_barrier_all##suffix(); }  \
  ARK_HOST_DEVICE inline void nvshmem##x##_sync_all##suffix() { ark_sync_all##suffix(); }        \
  ARK_NVSHMEM_CALL int nvshmem##x##_broadcastmem##suffix(                                        \
      nvshmem_team_t team, void* dest, const void* source, std::size_t bytes, int root) {        \
    return static_cast<int>(ark::broadcast<ark::device::scope>(                                  \
        team, ark::nvshmem::as_raw<1>(dest), ark::nvshmem::as_raw<1>(source), bytes, root));     \
  }                                                                                              \
  ARK_NVSHMEM_CALL int nvshmem##x##_fcollectmem##suffix(nvshmem_team_t team, void* dest,         \
                                                        const void* source, std::size_t bytes) { \
    return static_cast<int>(ark::fcollect<ark::device::scope>(                                   \
        team, ark::nvshmem::as_raw<1>(dest), ark::nvshmem::as_raw<1>(source), bytes));           \
  }                                                                                              \
  ARK_NVSHMEM_CALL int nvshmem##x##_alltoallmem##suffix(nvshmem_team_t team, void* dest,         \
                                                        const void* source, std::size_t bytes) { \
    return static_cast<int>(ark::alltoall<ark::device::scope>(                                   \
        team, ark::nvshmem::as_raw<1>(dest), ark::nvshmem::as_raw<1>(source), bytes));           \
  }
ARK_NVSHMEM_BY(, , thread_scope)
ARK_NVSHMEM_BY(x, _warp, warp_scope)
ARK_NVSHMEM_BY(x, _block, block_scope)
#undef ARK_NVSHMEM_BY

#define ARK_NVSHMEM_BY(N, T, x, suffix, scope)                                                    \
  ARK_NVSHMEM_CALL int nvshmem##x##_##N##_broadcast##suffix(                                      \
      nvshmem_team_t team, T* dest, const T* source, std::size_t count, int root) {               \
    return static_cast<int>(ark::broadcast<ark::device::scope>(team, dest, source, count, root)); \
  }                                                                                               \
  ARK_NVSHMEM_CALL int nvshmem##x##_##N##_fcollect##suffix(nvshmem_team_t team, T* dest,          \
                                                           const T* source, std::size_t count) {  \
    return static_cast<int>(ark::fcollect<ark::device::scope>(team, dest, source, count));        \
  }                                                                                               \
  ARK_NVSHMEM_CALL int nvshmem##x##_##N##_alltoall##suffix(nvshmem_team_t team, T* dest,          \
                                                           const T* source, std::size_t count) {  \
    return static_cast<int>(ark::alltoall<ark::device::scope>(team, dest, source, count));        \
  }
#define ARK_NVSHMEM_TYPED(N, T)              \
  ARK_NVSHMEM_BY(N, T, , , thread_scope)     \
  ARK_NVSHMEM_BY(N, T, x, _warp, warp_scope) \
  ARK_NVSHMEM_BY(N, T, x, _block, block_scope)
ARK_NVSHMEM_RMA_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED
#undef ARK_NVSHMEM_BY

#define ARK_NVSHMEM_BY(N, T, op, x, suffix, scope)                                                \
  ARK_NVSHMEM_CALL int nvshmem##x##_##N##_##op##_reduce##suffix(                                  \
      nvshmem_team_t team, T* dest, const T* source, std::size_t count) {                         \
    return static_cast<int>(ark::reduce<ark::device::scope>(team, dest, source, count,            \
                                                            ark::device::collective::op##_op{})); \
  }                                                                                               \
  ARK_NVSHMEM_CALL int nvshmem##x##_##N##_##op##_reducescatter##suffix(                           \
      nvshmem_team_t team, T* dest, const T* source, std::size_t count) {                         \
    return static_cast<int>(ark::nvshmem::reducescatter<ark::device::scope>(                      \
        team, dest, source, count, ark::device::collective::op##_op{}));                          \
  }
#define ARK_NVSHMEM_REDUCE(N, T, op)             \
  ARK_NVSHMEM_BY(N, T, op, , , thread_scope)     \
  ARK_NVSHMEM_BY(N, T, op, x, _warp, warp_scope) \
  ARK_NVSHMEM_BY(N, T, op, x, _block, block_scope)
ARK_NVSHMEM_REDUCTIONS
#undef ARK_NVSHMEM_REDUCE
#undef ARK_NVSHMEM_BY

#undef ARK_NVSHMEM_CALL
