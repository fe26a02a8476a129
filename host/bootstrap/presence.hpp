// Which processes of a host have come to the start of MPI, before there is anything to ask.
#pragma once

#include <string>

#include "os/unique_fd.hpp"

namespace ark {

/// While it lives, the other processes of the job on this host see that this one has come. An
/// abstract socket: it leaves nothing behind. Who the job's processes are is known from the
/// variables that Open MPI's and MPICH's mpirun set.
class presence {
 public:
  presence();

  /// The processes that are known not to have come, or to be stopped, for people.
  [[nodiscard]] std::string missing() const;

 private:
  int rank_ = -1, size_ = 0, local_size_ = 0;  ///< as the launcher says; -1: there is none
  std::string job_;
  unique_fd listener_;
};

}  // namespace ark
