// The memory that a process can still allocate on this machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <utility>

namespace ark {

struct memory_room {
  std::uint64_t bytes = 0;  ///< available, less `kept`
  std::uint64_t kept = 0;   ///< reserved for others, so that the system need not kill processes
};

/// The minimum of what the machine has (MemAvailable and free swap) and what the control groups of
/// the process allow (versions 1 and 2). No limit if the system reports none. `root`: of the file
/// system, for tests.
memory_room available_memory(const std::filesystem::path& root = "/");

/// Caches a sample of the available memory for several callers: a sample reads some 15 files, and
/// PEs of one process allocate within a millisecond. Any thread.
class memory_watch {
 public:
  /// A sample is valid for `valid`.
  explicit memory_watch(std::chrono::nanoseconds valid, std::filesystem::path root = "/")
      : valid_(valid), root_(std::move(root)) {}
  /// Memory available to a caller that needs `bytes`, of which it allocates `next` now. Takes a new
  /// sample after a number of allocated bytes, and if the last sample leaves less than `bytes`.
  memory_room room_for(std::uint64_t bytes, std::uint64_t next);

 private:
  std::mutex mutex_;
  std::chrono::nanoseconds valid_;
  std::filesystem::path root_;
  memory_room seen_;
  std::uint64_t taken_ = 0;  ///< allocated since the sample
  std::chrono::steady_clock::time_point until_;
};

}  // namespace ark
