// In-order queues of grids, and launch groups that start together.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "executor/grid.hpp"

namespace ark::detail {

struct cpu_stream {
  std::deque<std::unique_ptr<ark::executor::grid>>
      queue;                              ///< the first one runs, or waits for its launch group
  std::atomic<std::uint64_t> pending{0};  ///< queue.size(), readable without the lock
  std::atomic<std::uint64_t> ended{0};    ///< grids that have left the queue
  errc failure = errc::ok;                ///< failure of the first grid that failed since the last
                                          ///< sync
  // Each grid of `base` waits for the grids that were queued earlier on the streams ordered by it,
  // and their grids wait for those that were queued earlier on `base`: CUDA's legacy stream and its
  // blocking streams.
  cpu_stream* base = nullptr;        ///< null: none
  std::vector<cpu_stream*> ordered;  ///< streams whose base this is
  std::atomic<unsigned> tenant{0};   ///< of the grids that are launched
  std::atomic<bool> orders{false};   ///< `ordered` is or was not empty; readable without the lock
};

}  // namespace ark::detail

namespace ark::executor {

/// Decides which grids may start. Callers hold the executor's mutex.
class grid_queues {
 public:
  /// Append a grid to its stream. Returns the grids that start now, in order; often none.
  std::vector<grid*> push(std::unique_ptr<grid> fresh);
  /// Remove the finished head of its stream; returns the grids that start now.
  std::vector<grid*> pop(grid& done, std::unique_ptr<grid>& taken);
  /// "grid 7 (kernel) waits for 1 of 4 partners of launch group 3" for each waiting launch group.
  [[nodiscard]] std::string waiting_text() const;

 private:
  /// Handle the head of a stream that waits for no grid of another stream.
  void arrive(grid& head, std::vector<grid*>& starting);

  std::map<std::uint64_t, std::vector<grid*>> launch_groups_;
};

}  // namespace ark::executor
