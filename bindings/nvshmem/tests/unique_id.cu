// Groups of processes of mpirun that start by a unique id, one after the other with new ids.
#include <mpi.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <cstdio>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("PE %d: %s\n", nvshmemx_init_status() != 0 ? nvshmem_my_pe() : -1, what);
  ++failures;
}

struct group {
  MPI_Comm comm;
  int rank, size;
};

/// color: MPI_Comm_split's, with the ranks in the order of `key`.
group split(int color, int key) {
  group made{};
  MPI_Comm_split(MPI_COMM_WORLD, color, key, &made.comm);
  if (made.comm == MPI_COMM_NULL) return made;
  MPI_Comm_rank(made.comm, &made.rank);
  MPI_Comm_size(made.comm, &made.size);
  return made;
}

/// root: the process of the group that creates the id.
void start(const group& of, int root) {
  nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
  nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
  if (of.rank == root) expect(nvshmemx_get_uniqueid(&id) == 0, "nvshmemx_get_uniqueid(&id) == 0");
  MPI_Bcast(&id, sizeof id, MPI_BYTE, root, of.comm);
  nvshmemx_set_attr_uniqueid_args(of.rank, of.size, &id, &attr);
  expect(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr) == 0,
         "nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr) == 0");
}

/// A ring within the group: every PE gets its neighbour's rank of MPI_COMM_WORLD.
void run(const group& of, int root) {
  start(of, root);
  expect(nvshmem_my_pe() == of.rank, "nvshmem_my_pe() == of.rank");
  expect(nvshmem_n_pes() == of.size, "nvshmem_n_pes() == of.size");
  int world = 0, neighbour = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  const int next = (of.rank + 1) % of.size, last = (of.rank + of.size - 1) % of.size;
  MPI_Sendrecv(&world, 1, MPI_INT, next, 0, &neighbour, 1, MPI_INT, last, 0, of.comm,
               MPI_STATUS_IGNORE);
  auto* const word = static_cast<int*>(nvshmem_calloc(1, sizeof(int)));
  nvshmem_int_p(word, world + 1, next);
  nvshmem_barrier_all();
  expect(*word == neighbour + 1, "*word == neighbour + 1");
  int level = -1;
  nvshmem_query_thread(&level);
  expect(level == NVSHMEM_THREAD_MULTIPLE, "level == NVSHMEM_THREAD_MULTIPLE");
  nvshmem_finalize();
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const group in_order = split(0, rank), reversed = split(0, -rank), parity = split(rank % 2, rank);
  run(in_order, 0);
  run(reversed, reversed.size - 1);  // its PE 0 has not created the id
  run(parity, 0);                    // two groups at once
  const group some = split(rank > 0 ? 0 : MPI_UNDEFINED, -rank);
  if (rank > 0) run(some, 0);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
