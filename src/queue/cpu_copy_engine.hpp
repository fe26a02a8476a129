// Executes plans on the CPU executor, in place of a GPU's copy engine.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <random>
#include <vector>

#include "queue/cpu_engine.hpp"
#include "queue/plan_copy.hpp"
#include "queue/queue_engine.hpp"

namespace ark {

struct cpu_copy_options {
  std::size_t chunk_bytes = 64 * 1024;  ///< size of one step
  engine_order order = engine_order::fifo;
  std::uint64_t seed = 1;
  bool signal_first = false;  ///< fault injection: the signal is delivered before its data
};

/// Serves the plans in turn, a chunk each. For one plan: data, then the signal, then `done`, then
/// the next transfer. Members: any thread.
class cpu_copy_engine final : public engine {
 public:
  explicit cpu_copy_engine(const cpu_copy_options& options)
      : options_(options), random_(options.seed) {}

  void add(const plan_copy& what);
  /// Remove a plan; its memory is not accessed any more when this returns.
  void remove(const detail::plan_state* words);

  [[nodiscard]] std::string_view name() const noexcept override { return "copy"; }
  bool progress(unsigned budget) noexcept override;
  [[nodiscard]] bool idle() const noexcept override;

 private:
  struct entry {
    plan_copy what;
    std::uint64_t moved = 0;  ///< progress of the current transfer
    bool signalled = false;
  };
  bool step();
  [[nodiscard]] entry* next_started();
  void move_some(entry& one);
  void signal(entry& one);
  void finish(entry& one);

  cpu_copy_options options_;
  mutable std::mutex mutex_;
  std::vector<entry> plans_;
  std::atomic<bool> any_{false};  ///< false: there are no plans
  std::size_t next_ = 0;
  std::mt19937_64 random_;
};

}  // namespace ark
