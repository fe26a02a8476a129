// The processes of the job: those that mpirun started, or this one alone.
#pragma once

#include <chrono>

namespace ark_perf {

/// MPI from construction to destruction, unless `alone`. One per process, main thread.
class processes {
 public:
  explicit processes(bool alone);
  ~processes();
  processes(const processes&) = delete;
  processes& operator=(const processes&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  /// How long this rank waits for the others in its next calls, the destructor included; then it
  /// prints what it waited for and ends with status 1. A minute before the first call.
  void wait_at_most(std::chrono::seconds longest) noexcept { longest_ = longest; }
  /// Rank 0's value, for all. Collective.
  [[nodiscard]] int from_rank_zero(int value) const;

  /// True if this build can be started by mpirun.
  static bool have_mpi() noexcept;

 private:
  bool started_ = false;
  int rank_ = 0;
  int size_ = 1;
  std::chrono::seconds longest_{60};
};

}  // namespace ark_perf
