// The thread that drives a proxy while no other thread does.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "os/oversubscribed_core.hpp"
#include "os/unique_fd.hpp"
#include "proxy.hpp"

namespace ark::proxy {

/// Sleeps on the transport's events. While other threads drive the proxy (idle workers of the
/// executor, waiting host threads) it polls only now and then. It spins for a short time after an
/// event, and not at all if its core is oversubscribed. Proxy and transport outlive it.
class progress_thread {
 public:
  /// `event_fd`: the transport's. `longest_backoff`: maximum sleep without an event; short if the
  /// posting threads can neither drive the proxy nor wake this thread (a GPU). Throws
  /// ark::error{system_error}.
  progress_thread(proxy& driven, int event_fd,
                  std::chrono::microseconds longest_backoff = std::chrono::milliseconds(100));
  ~progress_thread();
  progress_thread(const progress_thread&) = delete;
  progress_thread& operator=(const progress_thread&) = delete;

  /// Poll now, because there is a control request. Any thread.
  void wake() noexcept;
  /// False if the proxy has to be driven now, or this thread leaves it to others. Else this thread
  /// drives it once it has work. Any thread.
  [[nodiscard]] bool takes_over() const noexcept;

 private:
  using clock = std::chrono::steady_clock;

  void main();
  bool others_drive(clock::time_point now);
  void sleep_on(int event_fd, std::chrono::microseconds longest);

  proxy& driven_;
  int event_fd_;
  std::chrono::microseconds longest_backoff_;
  unique_fd wake_;
  std::atomic<bool> stopping_{false};
  std::atomic<bool> leaves_it_{false};  ///< to others: does not watch the transport's events
  oversubscribed_core core_;
  std::uint64_t seen_polls_ = 0;
  clock::time_point watched_{};
  std::thread thread_;
};

}  // namespace ark::proxy
