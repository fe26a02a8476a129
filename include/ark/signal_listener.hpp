// A host thread that sleeps until a signal arrives, for words of which it knows which to read.
//
//   ark::signal_listener ears;
//   for (;;) {
//     const std::uint32_t heard = ears.heard();
//     if (std::atomic_ref(*arrived).load() >= expected) break;
//     ears.sleep(heard, 100ms);
//   }
#pragma once

#include <ark/types.hpp>
#include <chrono>
#include <cstdint>
#include <memory>

namespace ark {

/// Hears all signals that are delivered to a PE: by signal operations and puts with a signal, of
/// kernels, streams, plans and the host, of this PE or any other one. While it exists, each of them
/// costs two atomic operations more, and a system call if a thread sleeps.
///
/// Callable: host; not in a kernel. heard(), sleep() and wake() by any thread until finalize. Not
///   collective. A listener belongs to the PE of the thread that constructs it, and may outlive it.
/// Progress: while the program sleeps, threads of ark progress its operations. With
///   ARK_SCHED=random or pct they do not, so that a run can be repeated, and where the heap is in
///   GPU memory signals are not heard: there sleep() makes progress and lasts 50 us at most.
/// Errors: the constructor throws ark::error: not_initialized. A failure of the PE ends sleeps.
class ARK_API signal_listener {
 public:
  signal_listener();
  ~signal_listener();
  signal_listener(const signal_listener&) = delete;
  signal_listener& operator=(const signal_listener&) = delete;

  /// Changes with every signal and wake(). Read it before the words.
  [[nodiscard]] std::uint32_t heard() const noexcept;
  /// Sleep until heard() is no longer `before`, at most `longest`; may return early.
  void sleep(std::uint32_t before, std::chrono::nanoseconds longest) const;
  /// End all sleeps, and the next one of a thread that has called heard() already.
  void wake() noexcept;

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace ark
