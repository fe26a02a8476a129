// The end of a test that hangs: a kernel that does not return cannot be stopped otherwise.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

namespace ark_gpu {

/// Ends the process, with the name of `what` on stderr, if it lives longer than `limit`.
class watchdog {
 public:
  explicit watchdog(std::string what, std::chrono::seconds limit = std::chrono::seconds(100))
      : what_(std::move(what)), limit_(limit), thread_([this] { watch(); }) {}
  ~watchdog() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

 private:
  void watch() {
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, limit_, [this] { return over_; })) return;
    std::fprintf(stderr, "%s: not over after %lld s: the process ends here\n", what_.c_str(),
                 static_cast<long long>(limit_.count()));
    std::fflush(nullptr);
    std::_Exit(1);
  }

  const std::string what_;
  const std::chrono::seconds limit_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;
};

/// "Suite.Name" of the test that runs.
inline std::string current_test() {
  const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
  return info == nullptr ? "no test" : std::string(info->test_suite_name()) + "." + info->name();
}

}  // namespace ark_gpu
