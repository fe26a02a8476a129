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

/// Where workers compute. As long as there is nothing to do the naps grow, to shortest_nap_ns.
constexpr std::uint64_t nap_alone_ns = 150'000;
/// Behind a long wait: each look takes the core from a worker, which may wait again soon.
constexpr std::uint64_t nap_behind_wait_ns = 300'000;
/// Beside workers that poll steadily: a nap grows from this to options::longest_backoff_ns as long
/// as they go on, because where there are no more cores than workers each look takes one from them.
/// So long may it take until this thread sees that they have stopped, and never longer than they
/// have polled before.
constexpr std::uint64_t shortest_nap_ns = 1'000'000;
/// How often in a millisecond they poll if they do nothing else.
constexpr std::uint64_t polls_enough = 40;
constexpr unsigned budget = 64;

}  // namespace

background::background(progress_table& table, unsigned visitor, const options& how,
                       std::function<bool()> busy, std::function<std::uint64_t()> progress_count)
    : table_(table),
      visitor_(table.at(visitor)),
      own_core_(how.engine_core),
      longest_nap_ns_(how.longest_backoff_ns),
      busy_(std::move(busy)),
      progress_count_(std::move(progress_count)),
      asleep_(1) {}

background::~background() { stop(); }

// The store here and the load of kicked_ in main() stand against the store of asleep_ there and the
// load here. A poster's read-modify-write of its ring's head stands against the load of the head in
// all_idle() in the same way.
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

/// Beside workers that poll. False if one of them computes before the time is over.
bool background::nap_beside_workers(std::uint64_t ns) {
  std::unique_lock lock(mutex_);
  napping_ = true;
  changed_.wait_for(lock, std::chrono::nanoseconds(ns), [&] { return stopping_ || !napping_; });
  return napping_.exchange(false);
}

void background::end_nap() noexcept {
  const std::lock_guard lock(mutex_);
  napping_ = false;
  changed_.notify_one();
}

/// False once the thread is to end.
bool background::sleep_until_called() {
  /// A lane that posts does not call; its worker does when it leaves the lane.
  constexpr std::chrono::microseconds between_looks{100};
  std::unique_lock lock(mutex_);
  sleeping().store(1, std::memory_order_seq_cst);
  detail::fence_seq_cst();  // the heads that all_idle() loads are not
  const auto called = [&] {
    return stopping_ || kicked_.exchange(false, std::memory_order_seq_cst) ||
           !table_.all_idle(visitor_);
  };
  while (!called()) {
    if (busy_()) {
      changed_.wait_for(lock, between_looks);
    } else {
      changed_.wait(lock);
    }
  }
  sleeping().store(0, std::memory_order_seq_cst);
  return !stopping_;
}

// With the usual time slice: where hosts of a test share cores, its looks would interrupt the
// workers of the others.
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
  std::uint64_t seen = progress_count_(), looked_ns = clock_ns();
  std::uint64_t napped_ns = 0;  // beside workers, the last time
  std::uint64_t alone_ns = nap_alone_ns;
  const auto begin_after = [&](std::uint64_t ns) {
    seen = progress_count_();
    looked_ns = clock_ns();
    napped_ns = 0;
    back_off(ns);
  };
  for (;;) {
    bool slept = false;
    {
      std::unique_lock lock(mutex_);
      if (stopping_) return;
      sleeping().store(1, std::memory_order_seq_cst);
      detail::fence_seq_cst();  // the heads that all_idle() loads are not
      const auto called = [&] {
        return stopping_ || kicked_.exchange(false, std::memory_order_seq_cst) || busy_() ||
               !table_.all_idle(visitor_);
      };
      slept = !called();
      if (slept) changed_.wait(lock, called);
      sleeping().store(0, std::memory_order_seq_cst);
      if (stopping_) return;
    }
    if (slept && busy_()) {
      begin_after(shortest_nap_ns);  // the kernel may be short, and another one follow
      continue;
    }
    const std::uint64_t now = progress_count_(), now_ns = clock_ns();
    const std::uint64_t polls = now - std::exchange(seen, now);
    const std::uint64_t since_ns = now_ns - std::exchange(looked_ns, now_ns);
    // A worker whose lanes compute looks now and then only, and not while one of them runs on.
    const bool steadily = polls * shortest_nap_ns >= polls_enough * since_ns;
    if (polls != 0 && steadily && busy_()) {
      napped_ns = std::clamp(2 * napped_ns, shortest_nap_ns, longest_nap_ns_);
      if (!nap_beside_workers(napped_ns)) begin_after(nap_behind_wait_ns);
      continue;
    }
    napped_ns = 0;
    if (table_.run_all(visitor_, budget)) {
      alone_ns = nap_alone_ns;
      sched_yield();
    } else {
      back_off(alone_ns);
      alone_ns = table_.all_idle(visitor_) ? std::min(2 * alone_ns, shortest_nap_ns) : nap_alone_ns;
    }
  }
}

}  // namespace ark::executor
