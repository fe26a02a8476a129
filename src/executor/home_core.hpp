// A core for each thread of a job that spins, where there are as many.
#pragma once

#include <cstdint>

namespace ark::executor {

/// Linux may start two threads that poll on one core beside an idle one, and leaves them there
/// until it balances its load: each yield then runs the other thread (Linux 6.18: up to 30 ms, a
/// barrier of 3.1 us instead of 0.17). A thread whose yields run others moves to its home core, and
/// may leave it again. Of one thread.
class home_core {
 public:
  /// A yield that runs another thread takes as long; one that runs none 0.3 us.
  static constexpr std::uint64_t shared_yield_ns = 1'000;
  static constexpr unsigned yields_in_a_row = 8;
  /// Between two moves, at first; doubled by each, so that a job that has no such core stays.
  static constexpr std::uint64_t first_interval_ns = 1'000'000;

  /// None: yields only.
  home_core() = default;
  explicit home_core(int cpu) noexcept : cpu_(cpu) {}

  void yield() noexcept;
  /// A yield that has taken so long. True if the thread is to move, if it is not at home.
  [[nodiscard]] bool yielded(std::uint64_t from_ns, std::uint64_t to_ns) noexcept;

 private:
  int cpu_ = -1;
  unsigned shared_ = 0;  ///< yields in a row
  std::uint64_t next_ns_ = 0, interval_ns_ = first_interval_ns;
};

/// The calling thread runs on `cpu` at the return, and may run where it might before. False if it
/// may not run there.
bool move_to_core(int cpu) noexcept;

/// Of `sharers` processes with the affinity mask of this one, of `threads` threads each, the core
/// of a thread of process `index`; -1 where they are more than the mask's cores, or one.
[[nodiscard]] int home_core_of(unsigned sharers, unsigned index, unsigned threads, unsigned thread);

}  // namespace ark::executor
