#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "processes.hpp"

namespace ark_perf {

namespace {

char late_text[160];

/// During its lifetime this process is in `call`, which waits for the other ranks without a
/// deadline. After so many seconds the process ends with a line that names it, and mpirun ends the
/// other ranks: MPI has no other exit.
class call_limit {
 public:
  call_limit(const char* call, const std::string& who, std::chrono::seconds longest) {
    *fmt::format_to_n(late_text, sizeof late_text - 1,
                      "ark_perf: {}: {} is not complete after {} s: another rank has not "
                      "called it, or its host is cut off\n",
                      who, call, longest.count())
         .out = '\0';
    std::signal(SIGALRM, [](int) {
      const bool is_written = write(STDERR_FILENO, late_text, std::strlen(late_text)) > 0;
      std::_Exit(is_written ? EXIT_FAILURE : EXIT_FAILURE + 1);
    });
    alarm(static_cast<unsigned>(longest.count()));
  }
  ~call_limit() { alarm(0); }
  call_limit(const call_limit&) = delete;
  call_limit& operator=(const call_limit&) = delete;
};

}  // namespace

processes::processes(bool alone) {
  if (alone) return;
  int provided = 0;
  const call_limit limit("MPI_Init_thread", fmt::format("process {}", getpid()), longest_);
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  started_ = true;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

processes::~processes() {
  if (!started_) return;
  const call_limit limit("MPI_Finalize", fmt::format("rank {}", rank_), longest_);
  MPI_Finalize();
}

int processes::from_rank_zero(int value) const {
  if (!started_) return value;
  const call_limit limit("MPI_Bcast of rank 0's status", fmt::format("rank {}", rank_), longest_);
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return value;
}

bool processes::have_mpi() noexcept { return true; }

}  // namespace ark_perf
