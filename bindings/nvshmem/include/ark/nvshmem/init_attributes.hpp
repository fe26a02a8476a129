// nvshmemx_init_attr: initialisation on an MPI communicator, or by a unique id. mpi.h is not
// needed.
#pragma once

#include <ark/detail/bootstrap/on_mpi.hpp>
#include <ark/nvshmem/start.hpp>
#include <ark/unique_id.hpp>
#include <cstdio>
#include <cstring>

enum : unsigned {
  NVSHMEMX_INIT_THREAD_PES = 1,
  NVSHMEMX_INIT_WITH_MPI_COMM = 1 << 1,
  NVSHMEMX_INIT_WITH_SHMEM = 1 << 2,
  NVSHMEMX_INIT_WITH_UNIQUEID = 1 << 3,
};

#define UNIQUEID_PADDING 124
/// The bytes of an ark::unique_id: pass on all of them.
struct nvshmemx_uniqueid_t {
  int version = 0;
  char internal[UNIQUEID_PADDING] = {};
};
static_assert(sizeof(nvshmemx_uniqueid_t) == sizeof(ark::unique_id));
#define NVSHMEMX_UNIQUEID_INITIALIZER \
  {}

struct nvshmemx_uniqueid_args_t {
  const nvshmemx_uniqueid_t* id = nullptr;
  int myrank = 0;
  int nranks = 0;
};
struct nvshmemx_init_args_t {
  nvshmemx_uniqueid_args_t uid_args;
};
struct nvshmemx_init_attr_t {
  void* mpi_comm = nullptr;  ///< the address of an MPI_Comm
  nvshmemx_init_args_t args;
};
#define NVSHMEMX_UNIQUEID_ARGS_INITIALIZER \
  {}
#define NVSHMEMX_INIT_ARGS_INITIALIZER \
  {}
#define NVSHMEMX_INIT_ATTR_INITIALIZER \
  {}

namespace ark::nvshmem {

/// Initialise on the processes that have the same id.
inline void init_by_id(const nvshmemx_uniqueid_args_t& given) {
  if (given.id == nullptr) {
    throw error(errc::invalid_argument,
                "no unique id: nvshmemx_set_attr_uniqueid_args sets the address of one");
  }
  unique_id id;
  std::memcpy(id.bytes.data(), given.id, sizeof id);
  ark::init_with_unique_id(given.myrank, given.nranks, id);
}

/// Returns the code.
inline int report_refusal(const char* call, const error& problem) {
  std::fprintf(stderr, "ark: %s: %s: %s\n", call, errc_name(problem.code()), problem.what());
  return static_cast<int>(problem.code());
}

/// Initialise once more, after shmem_init, on the same PEs.
inline void init_by_shmem() {
  if (!ark::initialized())
    throw error(errc::not_initialized, "NVSHMEMX_INIT_WITH_SHMEM: shmem_init comes first");
  ark::init();
}

inline void init_by_attributes(unsigned flags, const nvshmemx_init_attr_t* attributes) {
  before_start();
  const bool by_mpi = (flags & NVSHMEMX_INIT_WITH_MPI_COMM) != 0;
  const bool by_id = (flags & NVSHMEMX_INIT_WITH_UNIQUEID) != 0;
  if (attributes == nullptr || (by_mpi && attributes->mpi_comm == nullptr)) {
    throw error(errc::invalid_argument,
                "no communicator: attr.mpi_comm is the address of an MPI_Comm");
  }
  if (by_mpi) return detail::init_on_mpi(attributes->mpi_comm, {}, {});
  if ((flags & NVSHMEMX_INIT_WITH_SHMEM) != 0) return init_by_shmem();
  if (by_id) return init_by_id(attributes->args.uid_args);
  throw error(errc::invalid_argument, "flags " + std::to_string(flags) +
                                          ": NVSHMEMX_INIT_WITH_MPI_COMM, "
                                          "NVSHMEMX_INIT_WITH_SHMEM or "
                                          "NVSHMEMX_INIT_WITH_UNIQUEID is needed");
}

}  // namespace ark::nvshmem

/// Callable: host, collective. flags: NVSHMEMX_INIT_WITH_MPI_COMM, with attributes->mpi_comm the
///   address of an MPI_Comm; or NVSHMEMX_INIT_WITH_UNIQUEID, collective over the processes that
///   have the same id, with or without mpirun.
/// Errors: returns the code of the ark::error, after a line on stderr: invalid_argument, and the
///   errors of ark::init and ark::init_with_unique_id.
inline int nvshmemx_init_attr(unsigned flags, nvshmemx_init_attr_t* attributes) {
  try {
    ark::nvshmem::init_by_attributes(flags, attributes);
    ark::nvshmem::register_exit();
    return NVSHMEMX_SUCCESS;
  } catch (const ark::error& problem) {
    return ark::nvshmem::report_refusal("nvshmemx_init_attr", problem);
  }
}
inline int nvshmemx_hostlib_init_attr(unsigned flags, nvshmemx_init_attr_t* attributes) {
  return nvshmemx_init_attr(flags, attributes);
}
inline void nvshmemx_hostlib_finalize() { ark_finalize(); }
inline int nvshmemx_init_status() {
  return ark::initialized() ? NVSHMEM_STATUS_IS_INITIALIZED : NVSHMEM_STATUS_NOT_INITIALIZED;
}

inline int nvshmemx_set_attr_mpi_comm_args(void* communicator, nvshmemx_init_attr_t* attributes) {
  attributes->mpi_comm = communicator;
  return NVSHMEMX_SUCCESS;
}
/// Once for each initialisation, in one process, which need not be a PE. As ark::get_unique_id;
/// returns the code of an ark::error after a line on stderr.
inline int nvshmemx_get_uniqueid(nvshmemx_uniqueid_t* id) {
  try {
    const ark::unique_id made = ark::get_unique_id();
    std::memcpy(static_cast<void*>(id), made.bytes.data(), sizeof made);
    return NVSHMEMX_SUCCESS;
  } catch (const ark::error& problem) {
    return ark::nvshmem::report_refusal("nvshmemx_get_uniqueid", problem);
  }
}
inline int nvshmemx_set_attr_uniqueid_args(int rank, int ranks, const nvshmemx_uniqueid_t* id,
                                           nvshmemx_init_attr_t* attributes) {
  attributes->args.uid_args = {id, rank, ranks};
  return NVSHMEMX_SUCCESS;
}
