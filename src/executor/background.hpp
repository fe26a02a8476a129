// The low-duty thread that moves engines while workers compute and the host is elsewhere.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "executor/progress.hpp"

namespace ark::executor {

/// Sleeps unless kicked or while grids run; naps between looks; leaves workers that poll themselves
/// alone.
class background {
 public:
  /// busy: true while grids run. progress_count: rises whenever a worker drives the sources.
  background(progress_table& table, unsigned visitor, std::function<bool()> busy,
             std::function<std::uint64_t()> progress_count);
  ~background();
  background(const background&) = delete;
  background& operator=(const background&) = delete;

  /// Any thread. The first call makes the thread.
  void wake() noexcept;
  void stop();

 private:
  void main();
  void nap(std::uint64_t ns);

  progress_table& table_;
  progress_table::visitor& visitor_;
  std::function<bool()> busy_;
  std::function<std::uint64_t()> progress_count_;
  std::atomic<bool> kicked_{false};
  std::atomic<bool> asleep_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  bool started_ = false;
  std::thread thread_;
};

}  // namespace ark::executor
