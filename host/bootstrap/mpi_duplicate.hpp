// A communicator of our own beside the user's.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>

namespace ark {

/// The duplicate of a communicator, made at the first use and kept with it: MPI cannot give up
/// making one, and one that a dead PE has left unfinished blocks every later one of the process.
/// Later inits on the same communicator therefore make none.
class mpi_duplicate {
 public:
  /// Collective. A roll call over `from` first (tags from 16384 on), so that who is missing has a
  /// name. Throws ark::error: timeout if not all have come by then, mpi_error.
  mpi_duplicate(MPI_Comm from, std::uint64_t timeout_ns);
  ~mpi_duplicate();
  mpi_duplicate(const mpi_duplicate&) = delete;
  mpi_duplicate& operator=(const mpi_duplicate&) = delete;

  [[nodiscard]] MPI_Comm get() const noexcept { return kept_->comm; }
  /// Exchanges made on it so far, the same on every PE.
  [[nodiscard]] std::uint64_t calls() const noexcept { return kept_->calls; }
  /// So many have been made now; or none may follow, because the PEs no longer agree how many.
  void used(std::uint64_t calls, bool broken) noexcept;

 private:
  struct kept {
    MPI_Comm comm = MPI_COMM_NULL;
    std::uint64_t generation = 0;  ///< the same on all PEs; 0: not to be used again
    std::uint64_t calls = 0;
    bool in_use = false;
    bool orphan = false;  ///< the user's communicator has gone while this was in use
  };
  static void free(kept& which);
  static int keyval();
  void duplicate(MPI_Comm from, std::uint64_t timeout_ns, std::uint64_t generation);

  /// Kept by the user's communicator, as an attribute; which may go before this.
  std::shared_ptr<kept> kept_;
};

}  // namespace ark
