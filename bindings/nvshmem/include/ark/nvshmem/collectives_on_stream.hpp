// Barriers, data movement and reductions in the order of a stream. The contracts are in
// <ark/on_stream.hpp>. All return 0, or the code of the recorded failure.
#pragma once

#include <ark/nvshmem/team_collectives.hpp>
#include <ark/nvshmem/transfers_on_stream.hpp>

namespace ark::nvshmem {

/// Queue an operation whose arguments are checked when it runs.
template <class Operation>
errc queue(const char* call, cudaStream_t stream, device::stream_shape shape,
           const Operation& operation) {
  const ark::detail::caller from(call);
  return from.code == errc::ok ? ark::detail::queue_operation(call, stream, shape, operation)
                               : from.code;
}

namespace stream_operation {

template <class = void>
struct team_barrier {
  nvshmem_team_t team;

  ARK_HOST_DEVICE errc operator()() const { return barrier<device::thread_scope>(team); }
};
template <class T, class Op>
struct reduce_and_scatter {
  nvshmem_team_t team;
  T* dest;
  const T* source;
  std::size_t count;
  Op op;

  ARK_HOST_DEVICE errc operator()() const {
    return reducescatter<device::block_scope>(team, dest, source, count, op);
  }
};

}  // namespace stream_operation
}  // namespace ark::nvshmem

#define ARK_NVSHMEM_CALL template <class Void = void>

ARK_NVSHMEM_CALL void nvshmemx_barrier_all_on_stream(cudaStream_t stream) {
  ark::barrier_all_on_stream(stream);
}
ARK_NVSHMEM_CALL void nvshmemx_sync_all_on_stream(cudaStream_t stream) {
  ark::sync_all_on_stream(stream);
}
ARK_NVSHMEM_CALL int nvshmemx_barrier_on_stream(nvshmem_team_t team, cudaStream_t stream) {
  return static_cast<int>(
      ark::nvshmem::queue("nvshmemx_barrier_on_stream", stream, {},
                          ark::nvshmem::stream_operation::team_barrier<Void>{team}));
}
ARK_NVSHMEM_CALL int nvshmemx_team_sync_on_stream(nvshmem_team_t team, cudaStream_t stream) {
  return static_cast<int>(ark::team_sync_on_stream(team, stream));
}
ARK_NVSHMEM_CALL int nvshmemx_sync_on_stream(nvshmem_team_t team, cudaStream_t stream) {
  return nvshmemx_team_sync_on_stream(team, stream);
}

ARK_NVSHMEM_CALL int nvshmemx_broadcastmem_on_stream(nvshmem_team_t team, void* dest,
                                                     const void* source, std::size_t bytes,
                                                     int root, cudaStream_t stream) {
  return static_cast<int>(ark::broadcast_on_stream(
      team, ark::nvshmem::as_raw<1>(dest), ark::nvshmem::as_raw<1>(source), bytes, root, stream));
}
ARK_NVSHMEM_CALL int nvshmemx_fcollectmem_on_stream(nvshmem_team_t team, void* dest,
                                                    const void* source, std::size_t bytes,
                                                    cudaStream_t stream) {
  return static_cast<int>(ark::fcollect_on_stream(team, ark::nvshmem::as_raw<1>(dest),
                                                  ark::nvshmem::as_raw<1>(source), bytes, stream));
}
ARK_NVSHMEM_CALL int nvshmemx_alltoallmem_on_stream(nvshmem_team_t team, void* dest,
                                                    const void* source, std::size_t bytes,
                                                    cudaStream_t stream) {
  return static_cast<int>(ark::alltoall_on_stream(team, ark::nvshmem::as_raw<1>(dest),
                                                  ark::nvshmem::as_raw<1>(source), bytes, stream));
}

#define ARK_NVSHMEM_TYPED(N, T)                                                                 \
  ARK_NVSHMEM_CALL int nvshmemx_##N##_broadcast_on_stream(nvshmem_team_t team, T* dest,         \
                                                          const T* source, std::size_t count,   \
                                                          int root, cudaStream_t stream) {      \
    return static_cast<int>(ark::broadcast_on_stream(team, dest, source, count, root, stream)); \
  }                                                                                             \
  ARK_NVSHMEM_CALL int nvshmemx_##N##_fcollect_on_stream(                                       \
      nvshmem_team_t team, T* dest, const T* source, std::size_t count, cudaStream_t stream) {  \
    return static_cast<int>(ark::fcollect_on_stream(team, dest, source, count, stream));        \
  }                                                                                             \
  ARK_NVSHMEM_CALL int nvshmemx_##N##_alltoall_on_stream(                                       \
      nvshmem_team_t team, T* dest, const T* source, std::size_t count, cudaStream_t stream) {  \
    return static_cast<int>(ark::alltoall_on_stream(team, dest, source, count, stream));        \
  }
ARK_NVSHMEM_RMA_TYPES(ARK_NVSHMEM_TYPED)
#undef ARK_NVSHMEM_TYPED

#define ARK_NVSHMEM_REDUCE(N, T, op)                                                             \
  ARK_NVSHMEM_CALL int nvshmemx_##N##_##op##_reduce_on_stream(                                   \
      nvshmem_team_t team, T* dest, const T* source, std::size_t count, cudaStream_t stream) {   \
    return static_cast<int>(ark::reduce_on_stream(team, dest, source, count,                     \
                                                  ark::device::collective::op##_op{}, stream));  \
  }                                                                                              \
  ARK_NVSHMEM_CALL int nvshmemx_##N##_##op##_reducescatter_on_stream(                            \
      nvshmem_team_t team, T* dest, const T* source, std::size_t count, cudaStream_t stream) {   \
    using operation =                                                                            \
        ark::nvshmem::stream_operation::reduce_and_scatter<T, ark::device::collective::op##_op>; \
    return static_cast<int>(                                                                     \
        ark::nvshmem::queue("nvshmemx_" #N "_" #op "_reducescatter_on_stream", stream,           \
                            ark::device::shape_of_collective(count * sizeof(T)),                 \
                            operation{team, dest, source, count, {}}));                          \
  }
ARK_NVSHMEM_REDUCTIONS
#undef ARK_NVSHMEM_REDUCE

#undef ARK_NVSHMEM_CALL
