#include "executor/background.hpp"

#include <sched.h>

#include <chrono>
#include <system_error>

#include "executor/report.hpp"
#include "executor/worker.hpp"

namespace ark::executor {
namespace {

constexpr std::uint64_t nap_alone_ns = 150'000;
constexpr std::uint64_t nap_beside_workers_ns = 1'000'000;
constexpr unsigned budget = 64;

}  // namespace

background::background(progress_table& table, unsigned visitor, std::function<bool()> busy,
                       std::function<std::uint64_t()> progress_count)
    : table_(table),
      visitor_(table.at(visitor)),
      busy_(std::move(busy)),
      progress_count_(std::move(progress_count)),
      asleep_(true) {}

background::~background() { stop(); }

// The store here and the load of kicked_ in main() stand against the store of asleep_ there and the
// load here.
void background::kick() noexcept {
  kicked_.store(true, std::memory_order_seq_cst);
  if (!asleep_.load(std::memory_order_seq_cst)) return;
  const std::lock_guard lock(mutex_);
  if (!started_ && !stopping_) {
    try {
      thread_ = std::thread(&background::main, this);
      started_ = true;
    } catch (const std::system_error& failure) {
      report_failure(errc::system_error,
                     std::string("background progress thread: ") + failure.what());
    }
  }
  changed_.notify_one();
}

void background::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void background::nap(std::uint64_t ns) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::nanoseconds(ns), [&] { return stopping_; });
}

void background::main() {
  on_scheduler_stack = true;
  std::uint64_t seen = progress_count_();
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (stopping_) return;
      asleep_.store(true, std::memory_order_seq_cst);
      changed_.wait(lock, [&] {
        return stopping_ || kicked_.exchange(false, std::memory_order_seq_cst) || busy_() ||
               !table_.all_idle(visitor_);
      });
      asleep_.store(false, std::memory_order_seq_cst);
      if (stopping_) return;
    }
    const std::uint64_t now = progress_count_();
    const bool workers_poll = now != seen;
    seen = now;
    if (workers_poll && busy_()) {
      nap(nap_beside_workers_ns);
    } else if (table_.run_all(visitor_, budget)) {
      sched_yield();
    } else {
      nap(nap_alone_ns);
    }
  }
}

}  // namespace ark::executor
