// The low-duty thread that moves engines while workers compute and the host is elsewhere.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

#include "executor/progress.hpp"

namespace ark::executor {

/// Sleeps unless kicked or while grids run; naps between looks; leaves workers that poll themselves
/// alone. With a core of its own it does not: it looks until there is nothing left to do.
class background {
 public:
  /// busy: true while grids run. progress_count: rises whenever a worker drives the sources.
  background(progress_table& table, unsigned visitor, const options& how,
             std::function<bool()> busy, std::function<std::uint64_t()> progress_count);
  ~background();
  background(const background&) = delete;
  background& operator=(const background&) = delete;

  /// Any thread. The first call makes the thread.
  void wake() noexcept;
  /// True while it does not look by itself.
  [[nodiscard]] bool asleep() noexcept { return sleeping().load(std::memory_order_relaxed) != 0; }
  /// Not 0 while it sleeps. For threads that give a source something to do by a read-modify-write
  /// which makes it no longer idle: if they read 0 afterwards (fence_after_rmw), it will see that.
  [[nodiscard]] const std::uint32_t* asleep_word() const noexcept { return &asleep_; }
  /// A worker that has polled, and was therefore left alone, computes now. Any thread.
  void take_over() noexcept {
    if (napping_.load(std::memory_order_relaxed)) end_nap();
  }
  void stop();

 private:
  void main();
  void main_on_own_core();
  bool sleep_until_called();
  void back_off(std::uint64_t ns);
  [[nodiscard]] bool nap_beside_workers(std::uint64_t ns);
  void end_nap() noexcept;
  std::atomic_ref<std::uint32_t> sleeping() noexcept { return std::atomic_ref(asleep_); }

  progress_table& table_;
  progress_table::visitor& visitor_;
  const bool own_core_;
  const std::uint64_t longest_nap_ns_;  ///< beside workers that poll
  std::function<bool()> busy_;
  std::function<std::uint64_t()> progress_count_;
  std::atomic<bool> kicked_{false};
  std::uint32_t asleep_;  ///< 1 or 0; atomic accesses only
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stopping_{false};  ///< written under the mutex
  std::atomic<bool> napping_{false};   ///< beside workers that poll; written under the mutex
  bool started_ = false;
  std::thread thread_;
};

}  // namespace ark::executor
