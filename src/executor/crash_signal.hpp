// SIGSEGV, SIGBUS, SIGFPE and SIGILL: one line on the lane that did it, before the process ends as
// it would have.
#pragma once

#include <atomic>
#include <cstddef>

#include "executor/grid.hpp"

namespace ark::executor {

/// While one of these lives, a fault on a lane_thread that runs a lane prints crash_text() to
/// stderr. The handler that was there before then sees the same fault again; after a stack overflow
/// it is the default one, which needs no stack. Any other fault goes to the earlier handler at
/// once. Any thread. Does nothing in a build for AddressSanitizer or ThreadSanitizer, which have
/// handlers of their own. Throws ark::error{system_error} if the handlers cannot be installed.
class crash_handlers {
 public:
  crash_handlers();
  /// The last one puts the earlier handlers back, unless others have come on top.
  ~crash_handlers();
  crash_handlers(const crash_handlers&) = delete;
  crash_handlers& operator=(const crash_handlers&) = delete;
};

/// The calling thread runs lanes: gives it a stack for signal handlers, without which an overflow
/// ends the process before a handler runs. Made and destroyed by that thread.
class lane_thread {
 public:
  /// running: the lane that runs, null between lanes.
  explicit lane_thread(const std::atomic<lane*>& running) noexcept;
  ~lane_thread();
  lane_thread(const lane_thread&) = delete;
  lane_thread& operator=(const lane_thread&) = delete;

 private:
  void* stack_ = nullptr;
};

}  // namespace ark::executor
