/* <ark/mpi.h>: a start on a communicator, a team from one, and one from a team; and a start by a
 * unique id. */
#include <ark/mpi.h>
#include <ark/unique_id.h>
#include <stdio.h>

static int wrong = 0;
#define EXPECT(condition)                                                       \
  do {                                                                          \
    if (!(condition)) {                                                         \
      ++wrong;                                                                  \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                           \
  } while (0)

int main(int argc, char** argv) {
  int rank = -1, size = -1, all_wrong = 0;
  MPI_Comm backwards, row;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);

  ark_init_on(backwards);
  EXPECT(ark_my_pe() == size - 1 - rank && ark_n_pes() == size);

  const ark_team_t team = ark_team_of(MPI_COMM_WORLD);
  EXPECT(ark_team_my_pe(team) == rank && ark_team_n_pes(team) == size);
  long* const words = ark_calloc(2, sizeof(long));
  words[0] = ark_team_my_pe(team) + 1;
  EXPECT(ark_long_sum_reduce(team, words + 1, words, 1) == 0);
  EXPECT(words[1] == (long)size * (size + 1) / 2);

  row = ark_communicator_of(team);
  int row_rank = -1, lowest = -1;
  MPI_Comm_rank(row, &row_rank);
  EXPECT(row_rank == rank);
  MPI_Allreduce(&row_rank, &lowest, 1, MPI_INT, MPI_MIN, row);
  EXPECT(lowest == 0);

  EXPECT(ark_team_of(MPI_COMM_NULL) == ARK_TEAM_INVALID);
  EXPECT(ark_communicator_of(ARK_TEAM_INVALID) == MPI_COMM_NULL);
  if (argc > 1) ark_communicator_of(12345); /* no such team: the end */

  ark_free(words);
  ark_team_destroy(team);
  ark_finalize();

  ark_unique_id_t id;
  if (rank == 0) ark_get_unique_id(&id);
  MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  ark_init_with_unique_id(size - 1 - rank, size, &id);
  EXPECT(ark_my_pe() == size - 1 - rank && ark_n_pes() == size);
  ark_finalize();
  MPI_Comm_free(&row);
  MPI_Comm_free(&backwards);
  MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return all_wrong != 0;
}
