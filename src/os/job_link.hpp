// The interface of a bootstrap to the memory layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ark {

/// The job from one PE's view. allgather is collective and has its own deadline; it throws when
/// that passes.
struct job_link {
  int rank = 0;
  int size = 1;
  std::uint64_t timeout_ns = 0;
  std::function<void(const void* in, std::size_t bytes, void* out)> allgather;
  /// Advances messages that allgather has left in flight: a missing PE may be waiting for them.
  /// Empty: none are ever left.
  std::function<void()> progress{};
  /// Called during long work before an allgather, so that the other PEs extend their deadlines.
  /// Empty: not needed.
  std::function<void()> working{};
  /// [size] true: this PE shares no memory with the caller, wherever it is; the relation is
  /// symmetric. Empty: no such PE.
  std::vector<bool> apart{};
};

}  // namespace ark
