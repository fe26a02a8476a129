// MPI's profiling layer: the calls that wait, the program's start and end, and the clocks of the
// hosts. Each call goes on to the next definition, which may be another tool's.
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <utility>

#include "event_record.hpp"

namespace {

using namespace ark::stall;

/// What processes with the same CLOCK_MONOTONIC have in common: the boot and the time namespace.
std::array<char, 128> clock_name() {
  std::array<char, 128> name{};
  std::FILE* const file = std::fopen("/proc/sys/kernel/random/boot_id", "re");
  if (file != nullptr) {
    if (std::fgets(name.data(), 64, file) == nullptr) name[0] = '\0';
    std::fclose(file);
  }
  (void)!::readlink("/proc/self/ns/time", name.data() + 64, 63);
  return name;
}

/// True if the calling process has rank 0's clock. Collective.
bool has_clock_of_rank0(MPI_Comm apart) {
  const auto mine = clock_name();
  auto theirs = mine;
  PMPI_Bcast(theirs.data(), static_cast<int>(theirs.size()), MPI_CHAR, 0, apart);
  return mine == theirs && mine[0] != '\0';
}

/// Rank 0's clock against each other rank's: of several round trips the fastest. The error is half
/// of its time.
void align_clocks(bool at_end) {
  constexpr int trips = 30;
  int rank = 0, ranks = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  set_rank(rank, ranks);
  MPI_Comm apart = MPI_COMM_NULL;  // of the program's messages
  PMPI_Comm_dup(MPI_COMM_WORLD, &apart);
  clock_point best;
  best.at_ns = now_ns();
  int aligned = has_clock_of_rank0(apart) ? 1 : 0, all = 0;
  PMPI_Allreduce(&aligned, &all, 1, MPI_INT, MPI_MIN, apart);
  if (all == 0 && rank != 0) best.error_ns = ~std::uint64_t{0};
  for (int other = 1; all == 0 && other < ranks; ++other) {
    for (int trip = 0; trip < trips && (rank == 0 || rank == other); ++trip) {
      std::uint64_t theirs = now_ns();
      const std::uint64_t sent = theirs;
      if (rank == 0) {
        PMPI_Recv(&theirs, 1, MPI_UINT64_T, other, 0, apart, MPI_STATUS_IGNORE);
        theirs = now_ns();
        PMPI_Send(&theirs, 1, MPI_UINT64_T, other, 0, apart);
        continue;
      }
      PMPI_Sendrecv(&sent, 1, MPI_UINT64_T, 0, 0, &theirs, 1, MPI_UINT64_T, 0, 0, apart,
                    MPI_STATUS_IGNORE);
      const std::uint64_t received = now_ns();
      const std::uint64_t error = (received - sent + 1) / 2;
      if (error < best.error_ns) {
        const std::uint64_t middle = sent + (received - sent) / 2;
        best = {middle, static_cast<std::int64_t>(theirs - middle), error};
      }
    }
  }
  PMPI_Comm_free(&apart);
  set_clock(at_end, best);
}

/// True in the first call.
bool is_first(bool& done) { return !std::exchange(done, true); }

}  // namespace

// STALL_CALL(name, (parameters), (arguments)): MPI_<name>, as an interval of communication.
#define STALL_CALL(name, parameters, arguments)                                                \
  [[gnu::visibility("default")]] int MPI_##name parameters {                                   \
    static ark_stall_call call = {"MPI_" #name, nullptr, 0};                                   \
    std::uint64_t began = 0;                                                                   \
    const auto next = reinterpret_cast<decltype(&MPI_##name)>(ark_stall_enter(&call, &began)); \
    const int code = next arguments;                                                           \
    ark_stall_leave(&call, began);                                                             \
    return code;                                                                               \
  }

extern "C" {

[[gnu::visibility("default")]] int MPI_Init(int* argc, char*** argv) {
  static bool started = false;
  const auto next = reinterpret_cast<decltype(&MPI_Init)>(next_function("MPI_Init"));
  const int code = next(argc, argv);
  if (code == MPI_SUCCESS && is_recording() && is_first(started)) align_clocks(false);
  return code;
}

[[gnu::visibility("default")]] int MPI_Init_thread(int* argc, char*** argv, int required,
                                                   int* provided) {
  static bool started = false;
  const auto next = reinterpret_cast<decltype(&MPI_Init_thread)>(next_function("MPI_Init_thread"));
  const int code = next(argc, argv, required, provided);
  if (code == MPI_SUCCESS && is_recording() && is_first(started)) align_clocks(false);
  return code;
}

[[gnu::visibility("default")]] int MPI_Finalize() {
  if (is_recording()) align_clocks(true);
  const auto next = reinterpret_cast<decltype(&MPI_Finalize)>(next_function("MPI_Finalize"));
  const int code = next();
  write();
  return code;
}

/// A level above 0 marks an iteration: the mark of MPI programs, which need not be linked with ark.
[[gnu::visibility("default")]] int MPI_Pcontrol(const int level, ...) {
  const std::uint64_t now = now_ns();
  if (level > 0) add(event_kind::iteration, now, now);
  return MPI_SUCCESS;
}

STALL_CALL(Barrier, (MPI_Comm c), (c))
STALL_CALL(Bcast, (void* b, int n, MPI_Datatype t, int r, MPI_Comm c), (b, n, t, r, c))
STALL_CALL(Reduce, (const void* s, void* d, int n, MPI_Datatype t, MPI_Op o, int r, MPI_Comm c),
           (s, d, n, t, o, r, c))
STALL_CALL(Allreduce, (const void* s, void* d, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
           (s, d, n, t, o, c))
STALL_CALL(Scan, (const void* s, void* d, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
           (s, d, n, t, o, c))
STALL_CALL(Exscan, (const void* s, void* d, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
           (s, d, n, t, o, c))
STALL_CALL(Reduce_scatter,
           (const void* s, void* d, const int* n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
           (s, d, n, t, o, c))
STALL_CALL(Reduce_scatter_block,
           (const void* s, void* d, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
           (s, d, n, t, o, c))
STALL_CALL(Gather,
           (const void* s, int m, MPI_Datatype u, void* d, int n, MPI_Datatype t, int r,
            MPI_Comm c),
           (s, m, u, d, n, t, r, c))
STALL_CALL(Gatherv,
           (const void* s, int m, MPI_Datatype u, void* d, const int* n, const int* o,
            MPI_Datatype t, int r, MPI_Comm c),
           (s, m, u, d, n, o, t, r, c))
STALL_CALL(Scatter,
           (const void* s, int m, MPI_Datatype u, void* d, int n, MPI_Datatype t, int r,
            MPI_Comm c),
           (s, m, u, d, n, t, r, c))
STALL_CALL(Scatterv,
           (const void* s, const int* m, const int* o, MPI_Datatype u, void* d, int n,
            MPI_Datatype t, int r, MPI_Comm c),
           (s, m, o, u, d, n, t, r, c))
STALL_CALL(Allgather,
           (const void* s, int m, MPI_Datatype u, void* d, int n, MPI_Datatype t, MPI_Comm c),
           (s, m, u, d, n, t, c))
STALL_CALL(Allgatherv,
           (const void* s, int m, MPI_Datatype u, void* d, const int* n, const int* o,
            MPI_Datatype t, MPI_Comm c),
           (s, m, u, d, n, o, t, c))
STALL_CALL(Alltoall,
           (const void* s, int m, MPI_Datatype u, void* d, int n, MPI_Datatype t, MPI_Comm c),
           (s, m, u, d, n, t, c))
STALL_CALL(Alltoallv,
           (const void* s, const int* m, const int* o, MPI_Datatype u, void* d, const int* n,
            const int* p, MPI_Datatype t, MPI_Comm c),
           (s, m, o, u, d, n, p, t, c))
STALL_CALL(Alltoallw,
           (const void* s, const int* m, const int* o, const MPI_Datatype* u, void* d, const int* n,
            const int* p, const MPI_Datatype* t, MPI_Comm c),
           (s, m, o, u, d, n, p, t, c))
STALL_CALL(Send, (const void* b, int n, MPI_Datatype t, int p, int g, MPI_Comm c),
           (b, n, t, p, g, c))
STALL_CALL(Ssend, (const void* b, int n, MPI_Datatype t, int p, int g, MPI_Comm c),
           (b, n, t, p, g, c))
STALL_CALL(Recv, (void* b, int n, MPI_Datatype t, int p, int g, MPI_Comm c, MPI_Status* s),
           (b, n, t, p, g, c, s))
STALL_CALL(Sendrecv,
           (const void* b, int n, MPI_Datatype t, int p, int g, void* d, int m, MPI_Datatype u,
            int q, int h, MPI_Comm c, MPI_Status* s),
           (b, n, t, p, g, d, m, u, q, h, c, s))
STALL_CALL(Probe, (int p, int g, MPI_Comm c, MPI_Status* s), (p, g, c, s))
STALL_CALL(Wait, (MPI_Request * r, MPI_Status* s), (r, s))
STALL_CALL(Waitall, (int n, MPI_Request* r, MPI_Status* s), (n, r, s))
STALL_CALL(Waitany, (int n, MPI_Request* r, int* i, MPI_Status* s), (n, r, i, s))
STALL_CALL(Waitsome, (int n, MPI_Request* r, int* m, int* i, MPI_Status* s), (n, r, m, i, s))
STALL_CALL(Win_fence, (int a, MPI_Win w), (a, w))
STALL_CALL(Win_flush, (int p, MPI_Win w), (p, w))
STALL_CALL(Win_flush_all, (MPI_Win w), (w))
STALL_CALL(Win_unlock, (int p, MPI_Win w), (p, w))
STALL_CALL(Win_unlock_all, (MPI_Win w), (w))
STALL_CALL(Win_wait, (MPI_Win w), (w))
STALL_CALL(Win_complete, (MPI_Win w), (w))
}
