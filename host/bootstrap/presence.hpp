// Shows which processes of a host have reached the start of MPI, before any communication is
// possible.
#pragma once

#include <string>

#include "os/unique_fd.hpp"

namespace ark {

/// During its lifetime, the other processes of the job on this host can detect that this one has
/// arrived. Uses an abstract socket, which leaves no file. The processes of the job are known from
/// variables that Open MPI's and MPICH's mpirun set.
class presence {
 public:
  presence();

  [[nodiscard]] int size() const noexcept { return size_; }  ///< of the job; 0: unknown
  /// Text: the processes that are known not to have arrived, or to be stopped.
  [[nodiscard]] std::string missing() const;

 private:
  int rank_ = -1, size_ = 0, local_size_ = 0;  ///< from the launcher; -1: unknown
  std::string job_;
  unique_fd listener_;
};

}  // namespace ark
