/* ark beside MPI, for C; in C++ this is <ark/mpi.hpp>, which has the contracts. An error that is
 * thrown there ends the process with a message. Link with ark::c, and with MPI. */
#pragma once

#ifdef __cplusplus
#include <ark/mpi.hpp>
#else

#include <ark/ark.h>
#include <mpi.h>

/* Of the functions below; communicator: the address of an MPI_Comm. */
void ark_init_at_communicator(const void* communicator);
ark_team_t ark_team_at_communicator(const void* communicator);
void ark_communicator_at_team(ark_team_t team, void* communicator);

/* As ark::init(communicator). */
static inline void ark_init_on(MPI_Comm communicator) { ark_init_at_communicator(&communicator); }

/* As ark::team_of. MPI_COMM_NULL: ARK_TEAM_INVALID. */
static inline ark_team_t ark_team_of(MPI_Comm communicator) {
  return communicator == MPI_COMM_NULL ? ARK_TEAM_INVALID : ark_team_at_communicator(&communicator);
}

/* As ark::communicator_of. ARK_TEAM_INVALID: MPI_COMM_NULL. */
static inline MPI_Comm ark_communicator_of(ark_team_t team) {
  MPI_Comm made = MPI_COMM_NULL;
  if (team != ARK_TEAM_INVALID) ark_communicator_at_team(team, &made);
  return made;
}

#endif
