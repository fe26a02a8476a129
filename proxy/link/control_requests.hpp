// Requests of other threads to the thread that drives the proxy.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "transport/message.hpp"

namespace ark::proxy {

struct control_request {
  int pe;
  message what;          ///< message to send to `pe`
  bool give_up = false;  ///< nothing is sent: `pe` is lost
};

/// Any thread.
class control_requests {
 public:
  void add(const control_request& one) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(one);
    any_.store(true, std::memory_order_release);
  }
  [[nodiscard]] bool any() const noexcept { return any_.load(std::memory_order_acquire); }
  [[nodiscard]] std::vector<control_request> take() {
    std::vector<control_request> now;
    const std::lock_guard lock(mutex_);
    now.swap(waiting_);
    any_.store(false, std::memory_order_relaxed);
    return now;
  }

 private:
  std::mutex mutex_;
  std::vector<control_request> waiting_;
  std::atomic<bool> any_{false};
};

}  // namespace ark::proxy
