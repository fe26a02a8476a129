// In-order queues of grids, and launch groups that start together.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "executor/grid.hpp"

namespace ark::detail {

struct cpu_stream {
  std::deque<std::unique_ptr<ark::executor::grid>>
      queue;                              ///< the first one runs, or waits for its launch group
  std::atomic<std::uint64_t> pending{0};  ///< queue.size(), readable without the lock
  errc failure = errc::ok;                ///< of the first grid that failed since the last sync
};

}  // namespace ark::detail

namespace ark::executor {

/// Decides which grids may start. Callers hold the executor's mutex.
class grid_queues {
 public:
  /// Appends to the stream. Returns the grids that start now, in order; often none.
  std::vector<grid*> push(std::unique_ptr<grid> fresh);
  /// Takes the finished head of its stream away; returns the grids that start now.
  std::vector<grid*> pop(grid& done, std::unique_ptr<grid>& taken);
  /// "grid 7 (kernel) waits for 1 of 4 partners of launch group 3" for each waiting launch group.
  [[nodiscard]] std::string waiting_text() const;

 private:
  std::vector<grid*> arrive(grid& head);

  std::map<std::uint64_t, std::vector<grid*>> launch_groups_;
};

}  // namespace ark::executor
