// A separate core for each spinning thread of a job, if there are enough.
#pragma once

#include <cstdint>

namespace ark::executor {

/// Moves a spinning thread off a core that it shares. Linux may start two polling threads on one
/// core beside an idle one, and leaves them there until it balances its load: each yield then runs
/// the other thread (Linux 6.18: up to 30 ms, a barrier of 3.1 us instead of 0.17). A thread whose
/// yields run other threads moves to its home core, and is not bound to it. One thread.
class home_core {
 public:
  /// A yield that runs another thread takes at least this long; one that runs none takes 0.3 us.
  static constexpr std::uint64_t shared_yield_ns = 1'000;
  static constexpr unsigned yields_in_a_row = 8;
  /// First interval between two moves; each move doubles it, so that a job without enough cores
  /// stops moving.
  static constexpr std::uint64_t first_interval_ns = 1'000'000;

  /// No home core: yields only.
  home_core() = default;
  explicit home_core(int cpu) noexcept : cpu_(cpu) {}

  void yield() noexcept;
  /// Account for a yield of this duration. True if the thread should move home, if it is not there.
  [[nodiscard]] bool yielded(std::uint64_t from_ns, std::uint64_t to_ns) noexcept;

 private:
  int cpu_ = -1;
  unsigned shared_ = 0;  ///< consecutive long yields
  std::uint64_t next_ns_ = 0, interval_ns_ = first_interval_ns;
};

/// Move the calling thread to `cpu` without restricting its affinity mask. False if it may not run
/// there.
bool move_to_core(int cpu) noexcept;

/// Returns the core for a thread of process `index` when `sharers` processes with `threads` threads
/// each share this process's affinity mask; -1 if the mask has too few cores, or only one.
[[nodiscard]] int home_core_of(unsigned sharers, unsigned index, unsigned threads, unsigned thread);

}  // namespace ark::executor
