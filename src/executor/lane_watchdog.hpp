// The thread that detects lanes which never yield, and prints dumps on SIGUSR1.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "executor/worker.hpp"

namespace ark::executor {

/// Nanoseconds since the thread began. Elapsed time that is in neither member is sleep.
struct thread_time {
  std::uint64_t ran = 0;      ///< on a processor
  std::uint64_t waiting = 0;  ///< ready, without a processor; up to the last time it got one
};

/// Times of thread `tid` of this process. Zeros if the kernel keeps no such counts
/// (CONFIG_SCHED_INFO), or there is no such thread.
[[nodiscard]] thread_time thread_time_of(pid_t tid) noexcept;

/// Samples the workers a few times per stall_ns and sleeps in between. Any thread may call any
/// member.
///
/// Time in which a lane could not run does not count: a worker without a processor, a stopped
/// process, a suspended machine.
class watchdog {
 public:
  /// stall_ns 0: never samples. on_stall is called once per stalled worker; on_dump for each
  /// SIGUSR1.
  watchdog(const std::vector<std::unique_ptr<worker>>& workers, std::uint64_t stall_ns, bool usr1,
           std::function<void(worker&, std::uint64_t ticks)> on_stall,
           std::function<void()> on_dump);
  ~watchdog();
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

  /// Starts the thread if there is something to watch, and handles SIGUSR1 from then on. Called
  /// once.
  void start();
  void stop();

 private:
  struct worker_snapshot {
    std::uint64_t ticks = 0;
    thread_time time;           ///< the worker's times at the last sample
    std::int64_t stuck_ns = 0;  ///< time of one lane without a switch
    bool reported = false;
  };
  void main();
  void sample();

  const std::vector<std::unique_ptr<worker>>& workers_;
  std::uint64_t stall_ns_;
  std::int64_t period_ns_;  ///< between two samples
  std::uint64_t sampled_ns_ = 0;
  bool usr1_;
  std::function<void(worker&, std::uint64_t ticks)> on_stall_;
  std::function<void()> on_dump_;
  std::vector<worker_snapshot> snapshots_;
  int event_fd_;
  std::mutex mutex_;
  std::thread thread_;
};

}  // namespace ark::executor
