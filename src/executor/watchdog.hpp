// The thread that notices lanes which never give way, and prints dumps on SIGUSR1.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "executor/worker.hpp"

namespace ark::executor {

/// Looks a few times per stall_ns; otherwise asleep. Any thread may call any member.
class watchdog {
 public:
  /// stall_ns 0: never looks. on_stall is called once per stalled worker; on_dump for each SIGUSR1.
  watchdog(const std::vector<std::unique_ptr<worker>>& workers, std::uint64_t stall_ns, bool usr1,
           std::function<void(worker&, std::uint64_t ticks)> on_stall,
           std::function<void()> on_dump);
  ~watchdog();
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

  /// Makes the thread if there is something to watch; once.
  void start();
  void stop();

 private:
  struct sight {
    std::uint64_t ticks = 0;
    std::uint64_t since_ns = 0;
    bool reported = false;
  };
  void main();
  void look();

  const std::vector<std::unique_ptr<worker>>& workers_;
  std::uint64_t stall_ns_;
  bool usr1_;
  std::function<void(worker&, std::uint64_t ticks)> on_stall_;
  std::function<void()> on_dump_;
  std::vector<sight> sights_;
  int event_fd_;
  std::mutex mutex_;
  std::thread thread_;
};

}  // namespace ark::executor
