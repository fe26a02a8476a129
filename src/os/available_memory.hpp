// What a process can still take of the machine's memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <utility>

namespace ark {

struct memory_room {
  std::uint64_t bytes = 0;  ///< available, less `kept`
  std::uint64_t kept = 0;   ///< a part of it that is for others: the system need not end processes
};

/// The least of what the machine has (MemAvailable and free swap) and what the control groups of
/// the process allow (versions 1 and 2). No limit where the system does not say. `root`: of the
/// file system, for tests.
memory_room available_memory(const std::filesystem::path& root = "/");

/// One look at the available memory for several callers: a look reads some 15 files, and PEs of one
/// process take their memory within a millisecond. From any thread.
class memory_watch {
 public:
  /// A look holds for `valid`.
  explicit memory_watch(std::chrono::nanoseconds valid, std::filesystem::path root = "/")
      : valid_(valid), root_(std::move(root)) {}
  /// What is available to a caller that needs `bytes`, of which it takes `next` now. The system is
  /// asked again after a number of bytes, and where the last look leaves less than `bytes`.
  memory_room room_for(std::uint64_t bytes, std::uint64_t next);

 private:
  std::mutex mutex_;
  std::chrono::nanoseconds valid_;
  std::filesystem::path root_;
  memory_room seen_;
  std::uint64_t taken_ = 0;  ///< since the look
  std::chrono::steady_clock::time_point until_;
};

}  // namespace ark
