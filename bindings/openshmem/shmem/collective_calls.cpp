// The collectives of <shmem.h>: on teams, and in their deprecated form on active sets. All call the
// core's collectives, on bytes.
#include <atomic>
#include <cstring>
#include <string>

#include "team_handles.hpp"

namespace ark::openshmem {

namespace {

using device::thread_scope;
using kind = device::collective_kind;
namespace core = device::collective;

ark_team_t fill_active_set(int start, int log_stride, int size) {
  detail::device_state& state = device::context();
  const std::int64_t last = start + (static_cast<std::int64_t>(size - 1) << (log_stride & 31));
  if (start < 0 || log_stride < 0 || log_stride > 30 || size < 1 || last >= state.n_pes) {
    throw error(errc::invalid_argument, "PE_start " + std::to_string(start) + ", logPE_stride " +
                                            std::to_string(log_stride) + ", PE_size " +
                                            std::to_string(size) + " do not fit " +
                                            std::to_string(state.n_pes) + " PEs");
  }
  constexpr ark_team_t team = detail::active_set_team;
  const int distance = state.pe - start;
  if (distance < 0 || distance % (1 << log_stride) != 0 || distance >> log_stride >= size) {
    throw error(errc::invalid_argument,
                "PE " + std::to_string(state.pe) + " is not in the active set");
  }
  std::int32_t* const pes =
      state.collectives->members + device::pair_index(state, detail::active_set_team, 0);
  for (int i = 0; i < size; ++i) pes[i] = start + (i << log_stride);
  device::find_places(state, team, size);
  state.collectives->teams[team] = {distance >> log_stride, size, team};
  return team;
}

/// The team of an active set, every 2^log_stride-th PE from `start` on. It uses the core's slot for
/// active sets, which each member fills for itself during a call. Two PEs call the collectives of
/// the sets that contain both in one order, and the counters of the slot belong to pairs.
class active_set {
 public:
  active_set(int start, int log_stride, int size) {
    if (busy.test_and_set(std::memory_order_acquire)) {
      throw error(errc::wrong_state,
                  "another thread of this PE is in a collective of an active set; accepted: one "
                  "thread at a time, or teams");
    }
    try {
      team_ = fill_active_set(start, log_stride, size);
    } catch (...) {
      busy.clear(std::memory_order_release);
      throw;
    }
  }
  ~active_set() { busy.clear(std::memory_order_release); }
  active_set(const active_set&) = delete;
  active_set& operator=(const active_set&) = delete;
  operator ark_team_t() const { return team_; }  // NOLINT: for calls that take a team

 private:
  static inline std::atomic_flag busy;
  ark_team_t team_ = ARK_TEAM_INVALID;
};

/// Refuses a root under OpenSHMEM's parameter name.
void check_root(ark_team_t team, int root) {
  const int size = ark_team_n_pes(team);
  if (root >= 0 && root < size) return;
  throw error(errc::invalid_argument, "PE_root " + std::to_string(root) + ": 0 to " +
                                          std::to_string(size - 1) + " is needed");
}

/// Run a collective of the core after the checks of every mode.
template <class Run>
errc run_checked(const device::collective_call& call, Run&& run) {
  return device::checked<thread_scope>(call, [&] {
    const device::call_site& site = call.site;
    const errc code =
        detail::check_collective(call.team, call.dest, site.count, site.element_bytes, false);
    return code == errc::ok ? run(detail::accepted(call.team)) : code;
  });
}

/// A failure is recorded and ends the job; with ARK_ON_FAILURE=go_on it is the call's result.
int broadcast_bytes(ark_team_t team, void* dest, const void* source, std::size_t bytes, int root) {
  check_root(team, root);
  return static_cast<int>(ark::broadcast<thread_scope>(team, static_cast<char*>(symmetric(dest)),
                                                       static_cast<const char*>(symmetric(source)),
                                                       bytes, root));
}
/// Broadcast to an active set: dest of the root is not written.
void broadcast_to_others(ark_team_t team, void* dest, const void* source, std::size_t bytes,
                         int root) {
  check_root(team, root);
  auto* const to = static_cast<char*>(symmetric(dest));
  const auto* const from = static_cast<const char*>(symmetric(source));
  const auto call = device::collective_of(kind::broadcast, team, to, from, bytes, root);
  (void)run_checked(call, [&](const device::team_members& members) {
    return core::broadcast<thread_scope>(members, to, from, bytes, root, false);
  });
}
int collect_bytes(ark_team_t team, void* dest, const void* source, std::size_t bytes) {
  return static_cast<int>(ark::collect<thread_scope>(team, static_cast<char*>(symmetric(dest)),
                                                     static_cast<const char*>(symmetric(source)),
                                                     bytes));
}
int fcollect_bytes(ark_team_t team, void* dest, const void* source, std::size_t bytes) {
  return static_cast<int>(ark::fcollect<thread_scope>(team, static_cast<char*>(symmetric(dest)),
                                                      static_cast<const char*>(symmetric(source)),
                                                      bytes));
}
int alltoall_bytes(ark_team_t team, void* dest, const void* source, std::size_t bytes) {
  return static_cast<int>(ark::alltoall<thread_scope>(team, static_cast<char*>(symmetric(dest)),
                                                      static_cast<const char*>(symmetric(source)),
                                                      bytes));
}

/// Elements of which only the size is known.
template <std::size_t Bytes>
struct alignas(Bytes < 8 ? Bytes : 8) bytes_of_element {
  unsigned char bytes[Bytes];
};
template <std::size_t Bytes>
int alltoalls_elements(ark_team_t team, void* dest, const void* source, std::ptrdiff_t dst,
                       std::ptrdiff_t sst, std::size_t count) {
  using element = bytes_of_element<Bytes>;
  if (dst < 1 || sst < 1) {
    throw error(errc::invalid_argument, "dst " + std::to_string(dst) + ", sst " +
                                            std::to_string(sst) + ": 1 or more is needed");
  }
  return static_cast<int>(ark::alltoalls<thread_scope>(
      team, static_cast<element*>(symmetric(dest)), static_cast<const element*>(symmetric(source)),
      dst, sst, count));
}

/// A reduction or scan of elements whose type is known at run time.
struct typed_call {
  core::erased_fold fold;
  std::size_t alignment;

  [[nodiscard]] device::collective_call call(kind of, ark_team_t team, void* dest,
                                             const void* source, std::size_t count) const {
    const device::call_site site{device::collective_name(static_cast<std::uint64_t>(of)), count,
                                 static_cast<std::uint32_t>(fold.element),
                                 static_cast<std::uint32_t>(alignment)};
    return {of, site, symmetric(dest), symmetric(source), 0, team};
  }
};

int reduce_elements(kind of, ark_team_t team, void* dest, const void* source, std::size_t count,
                    typed_call elements) {
  const device::collective_call call = elements.call(of, team, dest, source, count);
  return static_cast<int>(run_checked(call, [&](const device::team_members& members) {
    return core::reduce<thread_scope>(members, elements.fold, call.dest, call.source, count);
  }));
}
int scan_elements(kind of, ark_team_t team, void* dest, const void* source, std::size_t count,
                  typed_call elements) {
  const device::collective_call call = elements.call(of, team, dest, source, count);
  return static_cast<int>(run_checked(call, [&](const device::team_members& members) {
    return core::scan<thread_scope>(members, elements.fold, call.dest, call.source, count,
                                    of == kind::sum_inscan);
  }));
}

/// In place, dest[i] = operation(dest[i], source[i]).
template <class T, class Operation>
void fold(const void*, void* dest, const void* source, std::size_t count) {
  auto* const to = static_cast<T*>(dest);
  const auto* const from = static_cast<const T*>(source);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<T>(Operation::of(to[i], from[i]));
}

template <class T, class Operation>
constexpr typed_call fold_of{{sizeof(T), fold<T, Operation>, nullptr}, alignof(T)};

// C's complex types have no operations of std.
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
ARK_SHMEM_CALL(int, team_sync, (shmem_team_t team), ark_team_sync(checked(team)))

// name: of the family's member; T: type of the elements; B: size of one.
#define ARK_SHMEM_MOVES(broadcast_, collect_, fcollect_, alltoall_, alltoalls_, T, B)          \
  ARK_SHMEM_CALL(int, broadcast_,                                                              \
                 (shmem_team_t team, T * dest, const T* source, std::size_t nelems, int root), \
                 broadcast_bytes(checked(team), dest, source, bytes_of(nelems, B), root))      \
  ARK_SHMEM_CALL(int, collect_,                                                                \
                 (shmem_team_t team, T * dest, const T* source, std::size_t nelems),           \
                 collect_bytes(checked(team), dest, source, bytes_of(nelems, B)))              \
  ARK_SHMEM_CALL(int, fcollect_,                                                               \
                 (shmem_team_t team, T * dest, const T* source, std::size_t nelems),           \
                 fcollect_bytes(checked(team), dest, source, bytes_of(nelems, B)))             \
  ARK_SHMEM_CALL(int, alltoall_,                                                               \
                 (shmem_team_t team, T * dest, const T* source, std::size_t nelems),           \
                 alltoall_bytes(checked(team), dest, source, bytes_of(nelems, B)))             \
  ARK_SHMEM_CALL(int, alltoalls_,                                                              \
                 (shmem_team_t team, T * dest, const T* source, std::ptrdiff_t dst,            \
                  std::ptrdiff_t sst, std::size_t nelems),                                     \
                 alltoalls_elements<B>(checked(team), dest, source, dst, sst, nelems))
ARK_SHMEM_MOVES(broadcastmem, collectmem, fcollectmem, alltoallmem, alltoallsmem, void, 1)
#define ARK_SHMEM_TYPED(N, T)                                                               \
  ARK_SHMEM_MOVES(N##_broadcast, N##_collect, N##_fcollect, N##_alltoall, N##_alltoalls, T, \
                  sizeof(T))
ARK_SHMEM_RMA_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

#define ARK_SHMEM_REDUCTION(N, T, op)                                                     \
  ARK_SHMEM_CALL(int, N##_##op##_reduce,                                                  \
                 (shmem_team_t team, T * dest, const T* source, std::size_t nreduce),     \
                 reduce_elements(kind::op##_reduce, checked(team), dest, source, nreduce, \
                                 fold_of<T, op##_fold>))
ARK_SHMEM_TEAM_REDUCTIONS
#undef ARK_SHMEM_REDUCTION
#define ARK_SHMEM_SCAN(N, T, name)                                                         \
  ARK_SHMEM_CALL(                                                                          \
      int, N##_##name, (shmem_team_t team, T * dest, const T* source, std::size_t nelems), \
      scan_elements(kind::name, checked(team), dest, source, nelems, fold_of<T, sum_fold>))
#define ARK_SHMEM_TYPED(N, T)      \
  ARK_SHMEM_SCAN(N, T, sum_inscan) \
  ARK_SHMEM_SCAN(N, T, sum_exscan)
ARK_SHMEM_SUM_TYPES(ARK_SHMEM_TYPED)
#undef ARK_SHMEM_TYPED

// --- Active sets; pSync and pWrk are not used ---

#define ARK_SHMEM_ACTIVE_SET int start, int log_stride, int size
#define ARK_SHMEM_MEMBERS active_set(start, log_stride, size)
ARK_SHMEM_CALL(void, barrier, (ARK_SHMEM_ACTIVE_SET, long*),
               (quiet(), void(ark_team_sync(ARK_SHMEM_MEMBERS))))
ARK_SHMEM_CALL(void, sync, (ARK_SHMEM_ACTIVE_SET, long*), void(ark_team_sync(ARK_SHMEM_MEMBERS)))

#define ARK_SHMEM_SIZED(S, B)                                                                      \
  ARK_SHMEM_CALL(                                                                                  \
      void, broadcast##S,                                                                          \
      (void* dest, const void* source, std::size_t nelems, int root, ARK_SHMEM_ACTIVE_SET, long*), \
      broadcast_to_others(ARK_SHMEM_MEMBERS, dest, source, bytes_of(nelems, B), root))             \
  ARK_SHMEM_CALL(                                                                                  \
      void, collect##S,                                                                            \
      (void* dest, const void* source, std::size_t nelems, ARK_SHMEM_ACTIVE_SET, long*),           \
      void(collect_bytes(ARK_SHMEM_MEMBERS, dest, source, bytes_of(nelems, B))))                   \
  ARK_SHMEM_CALL(                                                                                  \
      void, fcollect##S,                                                                           \
      (void* dest, const void* source, std::size_t nelems, ARK_SHMEM_ACTIVE_SET, long*),           \
      void(fcollect_bytes(ARK_SHMEM_MEMBERS, dest, source, bytes_of(nelems, B))))                  \
  ARK_SHMEM_CALL(                                                                                  \
      void, alltoall##S,                                                                           \
      (void* dest, const void* source, std::size_t nelems, ARK_SHMEM_ACTIVE_SET, long*),           \
      void(alltoall_bytes(ARK_SHMEM_MEMBERS, dest, source, bytes_of(nelems, B))))                  \
  ARK_SHMEM_CALL(void, alltoalls##S,                                                               \
                 (void* dest, const void* source, std::ptrdiff_t dst, std::ptrdiff_t sst,          \
                  std::size_t nelems, ARK_SHMEM_ACTIVE_SET, long*),                                \
                 void(alltoalls_elements<B>(ARK_SHMEM_MEMBERS, dest, source, dst, sst, nelems)))
ARK_SHMEM_SIZED(32, 4)
ARK_SHMEM_SIZED(64, 8)

#define ARK_SHMEM_REDUCTION(N, T, op)                                                       \
  ARK_SHMEM_CALL(void, N##_##op##_to_all,                                                   \
                 (T * dest, const T* source, int nreduce, ARK_SHMEM_ACTIVE_SET, T*, long*), \
                 void(reduce_elements(kind::op##_reduce, ARK_SHMEM_MEMBERS, dest, source,   \
                                      elements(nreduce), fold_of<T, op##_fold>)))
ARK_SHMEM_TO_ALL_REDUCTIONS

}  // namespace ark::openshmem
