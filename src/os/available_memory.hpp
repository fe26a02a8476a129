// What a process can still take of the machine's memory.
#pragma once

#include <cstdint>
#include <filesystem>

namespace ark {

struct memory_room {
  std::uint64_t bytes = 0;  ///< available, less `kept`
  std::uint64_t kept = 0;   ///< a part of it that is for others: the system need not end processes
};

/// The least of what the machine has (MemAvailable and free swap) and what the control groups of
/// the process allow (versions 1 and 2). No limit where the system does not say. `root`: of the
/// file system, for tests.
memory_room available_memory(const std::filesystem::path& root = "/");

}  // namespace ark
