// ark's own communicator, a duplicate of the user's.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bootstrap/bootstrap.hpp"
#include "bootstrap/mpi_exchange.hpp"

namespace ark {

/// The communicator of a job's messages: a duplicate of the user's, made at the first use and kept
/// with it. MPI offers no cancellation of a duplication, and one that a dead PE has left unfinished
/// blocks every later one of the process; so later inits on the same communicator, by all of its
/// processes or by some, make none. If the PEs share no duplicate and can make none, messages use
/// the user's communicator itself.
class mpi_duplicate {
 public:
  /// Collective over `ranks` of `from`; empty: over all. Begins with a session start (on `from`, at
  /// its highest tags), so that a missing PE is named. Throws ark::error: invalid_argument for
  /// wrong ranks, asymmetric if the PEs name different ones, timeout if not all have arrived by
  /// then, mpi_error.
  mpi_duplicate(MPI_Comm from, std::span<const int> ranks, std::uint64_t timeout_ns);
  ~mpi_duplicate();
  mpi_duplicate(const mpi_duplicate&) = delete;
  mpi_duplicate& operator=(const mpi_duplicate&) = delete;

  /// Record that `who`, a PE of this runtime, has ended: later runtimes with its rank fail at once,
  /// here and on PEs that are notified.
  void remember(const lost_pe& who) noexcept;

  [[nodiscard]] MPI_Comm get() const noexcept { return comm_; }
  /// The rank of a PE in get().
  [[nodiscard]] int rank_of(int pe) const;
  /// The first of the communicator's tags that ark uses.
  [[nodiscard]] int first_tag() const noexcept { return first_tag_; }
  /// Random number of this runtime: messages of earlier ones are dropped.
  [[nodiscard]] std::uint64_t session() const noexcept { return session_; }

 private:
  struct kept {
    MPI_Comm comm = MPI_COMM_NULL;
    std::uint64_t generation = 0;  ///< equal on all PEs that have finished making it; 0: none
    bool stuck = false;            ///< a duplication did not end: MPI makes no other
    bool in_use = false;
    bool orphan = false;               ///< the user's communicator was freed while this was in use
    std::map<int, std::string> ended;  ///< ranks whose processes have ended, and the evidence
  };
  /// The session start of a set of ranks: over all processes, or over some.
  struct rank_list {
    std::vector<int> ranks;  ///< PE i is this rank; empty: rank i
    std::uint64_t who = 0;
    int tag = 0;
  };
  [[nodiscard]] static rank_list rank_list_of(std::span<const int> ranks);
  [[nodiscard]] mpi_exchange::place session_start_place() const;
  void refuse_the_ended() const;
  static void free(kept& which);
  static int keyval();
  void duplicate(MPI_Comm from, std::uint64_t timeout_ns, std::uint64_t generation);

  /// An attribute of the user's communicator, which may be freed first.
  std::shared_ptr<kept> kept_;
  MPI_Comm from_ = MPI_COMM_NULL;
  rank_list rank_list_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int first_tag_ = 0;
  std::uint64_t session_ = 0;
};

}  // namespace ark
