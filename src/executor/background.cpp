#include "executor/background.hpp"

#include <sched.h>

#include <algorithm>
#include <ark/detail/platform/atomics.hpp>
#include <chrono>
#include <system_error>
#include <utility>

#include "executor/names.hpp"
#include "executor/worker.hpp"
#include "os/resource_limits.hpp"
#include "os/short_slice.hpp"

namespace ark::executor {
namespace {

/// Initial back-off while workers compute. It grows to shortest_backoff_ns while there is nothing
/// to do.
constexpr std::uint64_t first_backoff_ns = 150'000;
/// Back-off after a worker's long wait: each wake-up takes the core from a worker, which may wait
/// again soon.
constexpr std::uint64_t backoff_after_wait_ns = 300'000;
/// Longest back-off while host threads poll: at 300 us wake-ups make their messages between hosts
/// take a tenth longer. What they post before they compute may have to wait so long.
constexpr std::uint64_t most_beside_hosts_ns = 1'200'000;
/// Initial back-off while workers poll. It grows to options::longest_backoff_ns, because without a
/// spare core each wake-up takes one from a worker. The delay before this thread takes over never
/// exceeds the time for which the workers have polled.
constexpr std::uint64_t shortest_backoff_ns = 1'000'000;
/// Polls per millisecond of a worker that does nothing else.
constexpr std::uint64_t polls_enough = 40;
constexpr unsigned budget = 64;

}  // namespace

background::background(progress_table& table, unsigned visitor, const options& how,
                       std::function<bool()> busy, std::function<std::uint64_t()> progress_count)
    : table_(table),
      visitor_(table.at(visitor)),
      own_core_(how.engine_core),
      longest_backoff_ns_(how.longest_backoff_ns),
      busy_(std::move(busy)),
      progress_count_(std::move(progress_count)),
      asleep_(1) {}

background::~background() { stop(); }

// This function stores kicked_, then loads asleep_; main() stores asleep_, then loads kicked_: one
// of them sees the other's store. A poster's read-modify-write of its ring's head and the load of
// the head in all_rest() are such a pair, too.
void background::wake() noexcept {
  kicked_.store(true, std::memory_order_seq_cst);
  if (sleeping().load(std::memory_order_seq_cst) == 0) return;
  const std::lock_guard lock(mutex_);
  if (!started_ && !stopping_) {
    try {
      thread_ = thread_start("the executor's background",
                             own_core_ ? &background::main_on_own_core : &background::main, this);
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

void background::back_off(std::uint64_t ns) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::nanoseconds(ns), [&] { return stopping_.load(); });
}

/// Back off while workers poll. False if one of them returns to computing before the time is over.
bool background::back_off_beside_workers(std::uint64_t ns) {
  std::unique_lock lock(mutex_);
  backing_off_ = true;
  changed_.wait_for(lock, std::chrono::nanoseconds(ns), [&] { return stopping_ || !backing_off_; });
  return backing_off_.exchange(false);
}

void background::end_back_off() noexcept {
  const std::lock_guard lock(mutex_);
  backing_off_ = false;
  changed_.notify_one();
}

/// Returns false once the thread is to end.
bool background::sleep_until_called() {
  /// A lane that posts does not wake this thread; its worker does when it leaves the lane.
  constexpr std::chrono::microseconds poll_interval{100};
  std::unique_lock lock(mutex_);
  sleeping().store(1, std::memory_order_seq_cst);
  detail::fence_seq_cst();  // the heads that all_rest() loads are not
  const auto called = [&] {
    return stopping_ || kicked_.exchange(false, std::memory_order_seq_cst) ||
           !table_.all_rest(visitor_);
  };
  while (!called()) {
    if (busy_()) {
      changed_.wait_for(lock, poll_interval);
    } else {
      changed_.wait(lock);
    }
  }
  sleeping().store(0, std::memory_order_seq_cst);
  return !stopping_;
}

// With the default time slice: if the processes of a test share cores, polls with a short slice
// would interrupt the workers of other processes.
void background::main_on_own_core() {
  constexpr std::uint64_t patience_ns = 30'000;
  on_scheduler_stack = true;
  while (sleep_until_called()) {
    std::uint64_t idle_since_ns = clock_ns();
    do {
      if (table_.run_all(visitor_, budget)) {
        idle_since_ns = clock_ns();
      } else {
        sched_yield();
      }
    } while (!stopping_ && clock_ns() - idle_since_ns < patience_ns);
  }
}

void background::main() {
  ask_for_short_slice();
  on_scheduler_stack = true;
  std::uint64_t seen = progress_count_(), checked_ns = clock_ns();
  std::uint64_t backoff_ns = 0, beside_hosts_ns = 0;  // the last one beside polling threads
  std::uint64_t alone_ns = first_backoff_ns;
  const auto begin_after = [&](std::uint64_t ns) {
    seen = progress_count_();
    checked_ns = clock_ns();
    backoff_ns = 0;
    back_off(ns);
  };
  for (;;) {
    bool slept = false;
    {
      std::unique_lock lock(mutex_);
      if (stopping_) return;
      sleeping().store(1, std::memory_order_seq_cst);
      detail::fence_seq_cst();  // the heads that all_rest() loads are not
      const auto called = [&] {
        return stopping_ || kicked_.exchange(false, std::memory_order_seq_cst) || busy_() ||
               !table_.all_rest(visitor_);
      };
      slept = !called();
      if (slept) changed_.wait(lock, called);
      sleeping().store(0, std::memory_order_seq_cst);
      if (stopping_) return;
    }
    if (slept && busy_()) {
      begin_after(shortest_backoff_ns);  // the kernel may be short, and another one follow
      continue;
    }
    const std::uint64_t now = progress_count_(), now_ns = clock_ns();
    const std::uint64_t polls = now - std::exchange(seen, now);
    const std::uint64_t since_ns = now_ns - std::exchange(checked_ns, now_ns);
    // A worker whose lanes compute polls only between lanes, and not while one of them runs.
    const bool steadily = polls * shortest_backoff_ns >= polls_enough * since_ns;
    if (polls != 0 && steadily && busy_()) {
      backoff_ns = std::clamp(2 * backoff_ns, shortest_backoff_ns, longest_backoff_ns_);
      if (!back_off_beside_workers(backoff_ns)) begin_after(backoff_after_wait_ns);
      continue;
    }
    if (polls != 0 && steadily) {  // by host threads, which wait, and soon again
      beside_hosts_ns =
          std::clamp(2 * beside_hosts_ns, backoff_after_wait_ns, most_beside_hosts_ns);
      back_off(beside_hosts_ns);
      continue;
    }
    backoff_ns = beside_hosts_ns = 0;
    if (table_.run_all(visitor_, budget)) {
      alone_ns = first_backoff_ns;
      sched_yield();
    } else {
      back_off(alone_ns);
      alone_ns = table_.all_rest(visitor_) ? std::min(2 * alone_ns, shortest_backoff_ns)
                                           : first_backoff_ns;
    }
  }
}

}  // namespace ark::executor
