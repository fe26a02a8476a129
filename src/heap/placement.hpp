// The resource that each PE shares with the caller: a process, a host, or neither.
#pragma once

#include <cstdint>

namespace ark {

/// Two PEs with equal `process` share an address space; with equal `host` they can pass file
/// descriptors.
struct placement {
  std::uint64_t process = 0;
  std::uint64_t host = 0;
  std::uint64_t pids = 0;  ///< pid namespace: `pid` is meaningful to PEs that share it
  std::int64_t pid = 0;
};

/// The calling process's placement. `process` is random, `host` comes from the boot id and the
/// network namespace.
[[nodiscard]] placement placement_of_this_process();
/// A number that is equal in two processes of a host whose calling threads may run on the same
/// cores.
[[nodiscard]] std::uint64_t cores_of_this_process();

}  // namespace ark
