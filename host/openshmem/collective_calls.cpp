// The collectives of <shmem.h>: on teams, and in their deprecated form on active sets.
#include "collectives.hpp"

namespace ark::openshmem {

namespace {

/// The team of an active set: every 2^log_stride-th PE from `start` on.
ark_shmem_team active_set(int start, int log_stride, int size) {
  ark_shmem_team set;
  const int pes = ark_n_pes();
  const std::int64_t last = start + (static_cast<std::int64_t>(size - 1) << (log_stride & 31));
  if (start < 0 || log_stride < 0 || log_stride > 30 || size < 1 || last >= pes) {
    throw error(errc::invalid_argument, "PE_start " + std::to_string(start) + ", logPE_stride " +
                                            std::to_string(log_stride) + ", PE_size " +
                                            std::to_string(size) + " do not fit " +
                                            std::to_string(pes) + " PEs");
  }
  for (int i = 0; i < size; ++i) {
    const int pe = start + (i << log_stride);
    if (pe == ark_my_pe()) set.rank = i;
    set.pes.push_back(pe);
  }
  if (set.rank < 0) {
    throw error(errc::invalid_argument,
                "PE " + std::to_string(ark_my_pe()) + " is not in the active set");
  }
  set.slot = active_set_slot;
  return set;
}

/// A failure is recorded and ends the job; with ARK_ON_FAILURE=go_on it is the call's result.
int result() { return static_cast<int>(status()); }

/// In place, dest[i] = operation(dest[i], source[i]).
template <class T, class Operation>
void fold(void* dest, const void* source, std::size_t count) {
  auto* const to = static_cast<T*>(dest);
  const auto* const from = static_cast<const T*>(source);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<T>(Operation::of(to[i], from[i]));
}

// C's complex types have no std:: operations.
#define ARK_SHMEM_OPERATION(name, expression) \
  struct name {                               \
    template <class T>                        \
    static T of(T a, T b) {                   \
      return static_cast<T>(expression);      \
    }                                         \
  };
ARK_SHMEM_OPERATION(and_fold, a& b)
ARK_SHMEM_OPERATION(or_fold, a | b)
ARK_SHMEM_OPERATION(xor_fold, a ^ b)
ARK_SHMEM_OPERATION(min_fold, b < a ? b : a)
ARK_SHMEM_OPERATION(max_fold, a < b ? b : a)
ARK_SHMEM_OPERATION(sum_fold, a + b)
ARK_SHMEM_OPERATION(prod_fold, a* b)

std::size_t elements(int count) {
  if (count >= 0) return static_cast<std::size_t>(count);
  throw error(errc::invalid_argument, "nreduce " + std::to_string(count) + ": 0 or more is needed");
}

}  // namespace

ARK_SHMEM_CALL(void, barrier_all, (), ark_barrier_all())
ARK_SHMEM_CALL(void, sync_all, (), ark_sync_all())
ARK_SHMEM_CALL(int, team_sync, (shmem_team_t team), (sync(checked(team)), result()))

// name: of the family's member; T: of the elements; B: bytes of one.
#define ARK_SHMEM_MOVES(broadcast_, collect_, fcollect_, alltoall_, alltoalls_, T, B)      \
  ARK_SHMEM_CALL(                                                                          \
      int, broadcast_,                                                                     \
      (shmem_team_t team, T * dest, const T* source, std::size_t nelems, int root),        \
      (broadcast(checked(team), dest, source, bytes_of(nelems, B), root, true), result())) \
  ARK_SHMEM_CALL(int, collect_,                                                            \
                 (shmem_team_t team, T * dest, const T* source, std::size_t nelems),       \
                 (collect(checked(team), dest, source, bytes_of(nelems, B)), result()))    \
  ARK_SHMEM_CALL(int, fcollect_,                                                           \
                 (shmem_team_t team, T * dest, const T* source, std::size_t nelems),       \
                 (fcollect(checked(team), dest, source, bytes_of(nelems, B)), result()))   \
  ARK_SHMEM_CALL(int, alltoall_,                                                           \
                 (shmem_team_t team, T * dest, const T* source, std::size_t nelems),       \
                 (alltoall(checked(team), dest, source, bytes_of(nelems, B)), result()))   \
  ARK_SHMEM_CALL(int, alltoalls_,                                                          \
                 (shmem_team_t team, T * dest, const T* source, std::ptrdiff_t dst,        \
                  std::ptrdiff_t sst, std::size_t nelems),                                 \
                 (alltoalls(checked(team), dest, source, dst, sst, nelems, B), result()))
ARK_SHMEM_MOVES(broadcastmem, collectmem, fcollectmem, alltoallmem, alltoallsmem, void, 1)
#define ARK_SHMEM_TYPED(N, T)                                                               \
  ARK_SHMEM_MOVES(N##_broadcast, N##_collect, N##_fcollect, N##_alltoall, N##_alltoalls, T, \
                  sizeof(T))
ARK_SHMEM_RMA_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

#define ARK_SHMEM_REDUCTION(N, T, op)                                                              \
  ARK_SHMEM_CALL(                                                                                  \
      int, N##_##op##_reduce, (shmem_team_t team, T * dest, const T* source, std::size_t nreduce), \
      (reduce(checked(team), dest, source, nreduce, sizeof(T), fold<T, op##_fold>), result()))
#define ARK_SHMEM_TYPED(N, T)    \
  ARK_SHMEM_REDUCTION(N, T, and) \
  ARK_SHMEM_REDUCTION(N, T, or)  \
  ARK_SHMEM_REDUCTION(N, T, xor)
ARK_SHMEM_BITS_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED
#define ARK_SHMEM_TYPED(N, T)    \
  ARK_SHMEM_REDUCTION(N, T, min) \
  ARK_SHMEM_REDUCTION(N, T, max)
ARK_SHMEM_RMA_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED
#define ARK_SHMEM_SCAN(N, T, name, own)                                                    \
  ARK_SHMEM_CALL(                                                                          \
      int, N##_##name, (shmem_team_t team, T * dest, const T* source, std::size_t nelems), \
      (scan(checked(team), dest, source, nelems, sizeof(T), fold<T, sum_fold>, own), result()))
#define ARK_SHMEM_TYPED(N, T)            \
  ARK_SHMEM_REDUCTION(N, T, sum)         \
  ARK_SHMEM_REDUCTION(N, T, prod)        \
  ARK_SHMEM_SCAN(N, T, sum_inscan, true) \
  ARK_SHMEM_SCAN(N, T, sum_exscan, false)
ARK_SHMEM_SUM_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED
#undef ARK_SHMEM_REDUCTION

// --- Active sets; pSync and pWrk are not used ---

#define ARK_SHMEM_ACTIVE_SET int start, int log_stride, int size
#define ARK_SHMEM_MEMBERS active_set(start, log_stride, size)
ARK_SHMEM_CALL(void, barrier, (ARK_SHMEM_ACTIVE_SET, long*), barrier(ARK_SHMEM_MEMBERS))
ARK_SHMEM_CALL(void, sync, (ARK_SHMEM_ACTIVE_SET, long*), sync(ARK_SHMEM_MEMBERS))

#define ARK_SHMEM_SIZED(S, B)                                                                      \
  ARK_SHMEM_CALL(                                                                                  \
      void, broadcast##S,                                                                          \
      (void* dest, const void* source, std::size_t nelems, int root, ARK_SHMEM_ACTIVE_SET, long*), \
      broadcast(ARK_SHMEM_MEMBERS, dest, source, bytes_of(nelems, B), root, false))                \
  ARK_SHMEM_CALL(                                                                                  \
      void, collect##S,                                                                            \
      (void* dest, const void* source, std::size_t nelems, ARK_SHMEM_ACTIVE_SET, long*),           \
      collect(ARK_SHMEM_MEMBERS, dest, source, bytes_of(nelems, B)))                               \
  ARK_SHMEM_CALL(                                                                                  \
      void, fcollect##S,                                                                           \
      (void* dest, const void* source, std::size_t nelems, ARK_SHMEM_ACTIVE_SET, long*),           \
      fcollect(ARK_SHMEM_MEMBERS, dest, source, bytes_of(nelems, B)))                              \
  ARK_SHMEM_CALL(                                                                                  \
      void, alltoall##S,                                                                           \
      (void* dest, const void* source, std::size_t nelems, ARK_SHMEM_ACTIVE_SET, long*),           \
      alltoall(ARK_SHMEM_MEMBERS, dest, source, bytes_of(nelems, B)))                              \
  ARK_SHMEM_CALL(void, alltoalls##S,                                                               \
                 (void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,          \
                  std::size_t nelems, ARK_SHMEM_ACTIVE_SET, long*),                                \
                 alltoalls(ARK_SHMEM_MEMBERS, dest, source, dst, sst, nelems, B))
ARK_SHMEM_SIZED(32, 4)
ARK_SHMEM_SIZED(64, 8)

#define ARK_SHMEM_REDUCTION(N, T, op)                                            \
  ARK_SHMEM_CALL(                                                                \
      void, N##_##op##_to_all,                                                   \
      (T * dest, const T* source, int nreduce, ARK_SHMEM_ACTIVE_SET, T*, long*), \
      reduce(ARK_SHMEM_MEMBERS, dest, source, elements(nreduce), sizeof(T), fold<T, op##_fold>))
#define ARK_SHMEM_TYPED(N, T)    \
  ARK_SHMEM_REDUCTION(N, T, and) \
  ARK_SHMEM_REDUCTION(N, T, or)  \
  ARK_SHMEM_REDUCTION(N, T, xor)
ARK_SHMEM_TO_ALL_INTEGERS(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED
#define ARK_SHMEM_TYPED(N, T)    \
  ARK_SHMEM_REDUCTION(N, T, min) \
  ARK_SHMEM_REDUCTION(N, T, max)
ARK_SHMEM_TO_ALL_REALS(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED
#define ARK_SHMEM_TYPED(N, T)    \
  ARK_SHMEM_REDUCTION(N, T, sum) \
  ARK_SHMEM_REDUCTION(N, T, prod)
ARK_SHMEM_TO_ALL_SUMS(ARK_SHMEM_TYPED)

}  // namespace ark::openshmem
