// SIGSEGV, SIGBUS, SIGFPE and SIGILL: prints one line about the faulting lane before the process
// ends as it would without ark.
#pragma once

#include <atomic>
#include <cstddef>

#include "executor/grid.hpp"

namespace ark::executor {

/// While an object exists, a fault on a lane_thread that runs a lane prints crash_text() to stderr.
/// The earlier handler then receives the same fault; after a stack overflow it is the default
/// handler, which needs no stack. Any other fault goes to the earlier handler at once. Any thread.
/// Does nothing in a build for AddressSanitizer or ThreadSanitizer, which have their own handlers.
/// Throws ark::error{system_error} if the handlers cannot be installed.
class crash_handlers {
 public:
  crash_handlers();
  /// The last object restores the earlier handlers, unless others were installed after ark's.
  ~crash_handlers();
  crash_handlers(const crash_handlers&) = delete;
  crash_handlers& operator=(const crash_handlers&) = delete;
};

/// Gives the calling thread, which runs lanes, a stack for signal handlers; without it an overflow
/// ends the process before a handler runs. Constructed and destroyed by that thread.
class lane_thread {
 public:
  /// running: the current lane, null between lanes.
  explicit lane_thread(const std::atomic<lane*>& running) noexcept;
  ~lane_thread();
  lane_thread(const lane_thread&) = delete;
  lane_thread& operator=(const lane_thread&) = delete;

 private:
  void* stack_ = nullptr;
};

}  // namespace ark::executor
