// Bounds what the CUDA library's own calls do not bound.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace ark_probe {

/// A thread that watches one piece of work at a time. When its limit passes it calls `release`,
/// which opens what the work may wait for; if the work has not ended a grace later either, it calls
/// `last_words` and ends the process with status 3: the driver then frees what a stuck call holds.
///
/// watch() and done(): one thread. release and last_words are called on the watchdog's thread.
class watchdog {
 public:
  using clock = std::chrono::steady_clock;

  explicit watchdog(std::function<void(const std::string& what)> last_words);
  ~watchdog();
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

  void watch(std::string what, std::chrono::milliseconds limit, std::chrono::milliseconds grace,
             std::function<void()> release);
  /// The work has ended. Returns whether its limit had passed before.
  bool done();

 private:
  void run();
  void bite(std::unique_lock<std::mutex>& lock);

  std::function<void(const std::string&)> last_words_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string what_;
  std::function<void()> release_;
  clock::time_point limit_;
  std::chrono::milliseconds grace_{};
  bool watching_ = false, stop_ = false;
  bool bitten_ = false;  // since watch()
  bool biting_ = false, releasing_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace ark_probe
