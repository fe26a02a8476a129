// What the memory layer needs of a bootstrap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ark {

/// The job, seen by one PE. allgather is collective and has a deadline of its own; it throws when
/// that passes.
struct job_link {
  int rank = 0;
  int size = 1;
  std::uint64_t timeout_ns = 0;
  std::function<void(const void* in, std::size_t bytes, void* out)> allgather;
  /// Drives what allgather has left under way: a PE that is waited for may be waiting for that.
  /// Empty: nothing is ever left.
  std::function<void()> progress{};
  /// Called during long work before an allgather, so that it is not missed there. Empty: no need.
  std::function<void()> working{};
  /// [size] true: no memory is shared with this PE, wherever it is; it has the same for us. Empty:
  /// no such PE.
  std::vector<bool> apart{};
};

}  // namespace ark
