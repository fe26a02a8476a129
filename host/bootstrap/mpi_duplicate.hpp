// A communicator of our own beside the user's.
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

/// What a job's messages travel on: a duplicate of the user's communicator, made at the first use
/// and kept with it, because MPI cannot give up making one, and one that a dead PE has left
/// unfinished blocks every later one of the process. Later inits on the same communicator, by all
/// of its processes or by some, therefore make none. Where the PEs share no duplicate and can make
/// none, the user's communicator itself.
class mpi_duplicate {
 public:
  /// Collective over `ranks` of `from`; empty: over all. A session start first (on `from`, at its
  /// highest tags), so that a missing PE is named. Throws ark::error: invalid_argument for
  /// wrong ranks, asymmetric if the PEs name different ones, timeout if not all have come by then,
  /// mpi_error.
  mpi_duplicate(MPI_Comm from, std::span<const int> ranks, std::uint64_t timeout_ns);
  ~mpi_duplicate();
  mpi_duplicate(const mpi_duplicate&) = delete;
  mpi_duplicate& operator=(const mpi_duplicate&) = delete;

  /// `who`, of this life's PEs, has ended: later lives with its rank fail at once, here and on
  /// those that hear of it.
  void remember(const lost_pe& who) noexcept;

  [[nodiscard]] MPI_Comm get() const noexcept { return comm_; }
  /// Of a PE, in get().
  [[nodiscard]] int rank_of(int pe) const;
  /// The first of its tags that are ours.
  [[nodiscard]] int first_tag() const noexcept { return first_tag_; }
  /// Drawn for this life of the job: messages of earlier ones are none of ours.
  [[nodiscard]] std::uint64_t session() const noexcept { return session_; }

 private:
  struct kept {
    MPI_Comm comm = MPI_COMM_NULL;
    std::uint64_t generation = 0;  ///< the same on all PEs that finished making it; 0: none
    bool stuck = false;            ///< making one did not end: MPI makes no other
    bool in_use = false;
    bool orphan = false;               ///< the user's communicator has gone while this was in use
    std::map<int, std::string> ended;  ///< ranks whose processes have ended, and how that is known
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

  /// Kept by the user's communicator, as an attribute; which may go before this.
  std::shared_ptr<kept> kept_;
  MPI_Comm from_ = MPI_COMM_NULL;
  rank_list rank_list_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int first_tag_ = 0;
  std::uint64_t session_ = 0;
};

}  // namespace ark
