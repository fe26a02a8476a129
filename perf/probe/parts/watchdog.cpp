#include "watchdog.hpp"

#include <unistd.h>

#include <utility>

namespace ark_probe {

watchdog::watchdog(std::function<void(const std::string& what)> last_words)
    : last_words_(std::move(last_words)), thread_([this] { run(); }) {}

watchdog::~watchdog() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    watching_ = false;
  }
  changed_.notify_all();
  thread_.join();
}

void watchdog::watch(std::string what, std::chrono::milliseconds limit,
                     std::chrono::milliseconds grace, std::function<void()> release) {
  {
    const std::lock_guard lock(mutex_);
    what_ = std::move(what);
    release_ = std::move(release);
    limit_ = clock::now() + limit;
    grace_ = grace;
    watching_ = true;
    bitten_ = false;
  }
  changed_.notify_all();
}

bool watchdog::done() {
  std::unique_lock lock(mutex_);
  watching_ = false;
  changed_.notify_all();
  // A release that still runs belongs to this piece of work, not to the next one.
  changed_.wait(lock, [this] { return !biting_; });
  return std::exchange(bitten_, false);
}

void watchdog::run() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    if (!watching_ || bitten_) {
      changed_.wait(lock);
    } else if (clock::now() >= limit_) {
      bite(lock);
    } else {
      changed_.wait_until(lock, limit_);
    }
  }
}

/// `release` runs on a thread of its own, because it may block where the work does.
void watchdog::bite(std::unique_lock<std::mutex>& lock) {
  bitten_ = biting_ = releasing_ = true;
  const clock::time_point last = clock::now() + grace_;
  std::thread releasing([this, release = release_] {
    if (release) release();
    const std::lock_guard done(mutex_);
    releasing_ = false;
    changed_.notify_all();
  });
  const bool ended = changed_.wait_until(lock, last, [this] { return !watching_ && !releasing_; });
  if (!ended) {
    last_words_(what_);
    _exit(3);
  }
  lock.unlock();
  releasing.join();
  lock.lock();
  biting_ = false;
  changed_.notify_all();
}

}  // namespace ark_probe
