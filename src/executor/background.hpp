// The low-duty thread that drives progress sources while workers compute and no host thread waits.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "executor/progress.hpp"

namespace ark::executor {

/// Sleeps until it is woken; while grids run, polls the sources with a back-off, and leaves them to
/// workers that poll. With a core of its own it polls without a back-off until all sources are
/// idle.
class background {
 public:
  /// busy: true while grids run. progress_count: increases whenever a worker or a host thread
  /// drives the sources.
  background(progress_table& table, unsigned visitor, const options& how,
             std::function<bool()> busy, std::function<std::uint64_t()> progress_count);
  ~background();
  background(const background&) = delete;
  background& operator=(const background&) = delete;

  /// Called by any thread. The first call creates the background thread.
  void wake() noexcept;
  /// True while the thread does not poll by itself.
  [[nodiscard]] bool asleep() noexcept { return sleeping().load(std::memory_order_relaxed) != 0; }
  /// Not 0 while the thread sleeps. For threads that give a source work by a read-modify-write
  /// after which the source is no longer idle: if they read 0 afterwards (fence_after_rmw), the
  /// background thread will see that work.
  [[nodiscard]] const std::uint32_t* asleep_word() const noexcept { return &asleep_; }
  /// Called when a worker that has polled the sources returns to computing. Any thread.
  void take_over() noexcept {
    if (backing_off_.load(std::memory_order_relaxed)) end_back_off();
  }
  void stop();

 private:
  void main();
  void main_on_own_core();
  bool sleep_until_called();
  void back_off(std::uint64_t ns);
  [[nodiscard]] bool back_off_beside_workers(std::uint64_t ns);
  void end_back_off() noexcept;
  std::atomic_ref<std::uint32_t> sleeping() noexcept { return std::atomic_ref(asleep_); }

  progress_table& table_;
  progress_table::visitor& visitor_;
  const bool own_core_;
  const std::uint64_t longest_backoff_ns_;  ///< while workers poll
  std::function<bool()> busy_;
  std::function<std::uint64_t()> progress_count_;
  std::atomic<bool> kicked_{false};
  std::uint32_t asleep_;  ///< 1 or 0; atomic accesses only
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stopping_{false};     ///< written under the mutex
  std::atomic<bool> backing_off_{false};  ///< while workers poll; written under the mutex
  bool started_ = false;
  std::thread thread_;
};

}  // namespace ark::executor
