// The progress sources of one executor, and the threads that may be inside them.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "executor/executor.hpp"

namespace ark::executor {

/// A fixed number of slots that many threads walk without a lock while a few add and remove.
///
/// Every walking thread owns a visitor and marks it while it walks. A remover empties the slot and
/// then waits until each visitor has been outside. A visitor stores its mark, then loads the slot;
/// a remover stores the slot, then loads the marks; all four accesses are sequentially consistent,
/// so one of them sees the other's store.
class progress_table {
 public:
  static constexpr unsigned capacity = 1024;  ///< local_run adds one or two for each PE

  struct alignas(64) visitor {
    std::atomic<bool> inside{false};
  };

  explicit progress_table(unsigned visitors)
      : visitors_(std::make_unique<visitor[]>(visitors)), visitor_count_(visitors) {}

  void add(const progress_source& source);
  void remove(const progress_source& source);

  [[nodiscard]] visitor& at(unsigned index) { return visitors_[index]; }
  [[nodiscard]] bool empty() const { return used_.load(std::memory_order_relaxed) == 0; }
  /// One more than the highest slot ever used.
  [[nodiscard]] unsigned slots() const { return used_.load(std::memory_order_acquire); }

  /// Runs every source once. True if one of them did any work.
  bool run_all(visitor& who, unsigned budget);
  /// Runs the source in one slot; false if it is empty or had no work.
  bool run_one(visitor& who, unsigned slot, unsigned budget);
  [[nodiscard]] bool all_idle(visitor& who);
  /// Nobody has to run a source before a source or wake() calls.
  [[nodiscard]] bool all_rest(visitor& who);
  /// True for an empty slot, too.
  [[nodiscard]] bool one_idle(visitor& who, unsigned slot);

 private:
  class visit;

  template <class Check>
  bool all(visitor& who, const Check& check);

  std::array<std::atomic<const progress_source*>, capacity> slots_{};
  std::atomic<unsigned> used_{0};
  std::unique_ptr<visitor[]> visitors_;
  unsigned visitor_count_;
  std::mutex change_;
};

}  // namespace ark::executor
