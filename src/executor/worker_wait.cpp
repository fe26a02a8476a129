// The worker's actions while lanes wait: polls, deadlines, engines, and finally sleep.
#include <chrono>

#include "executor/worker.hpp"

namespace ark::executor {
namespace {

constexpr std::uint64_t scan_interval_ns = 1'000'000;
constexpr unsigned progress_budget = 16;

void pause_briefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

// Polls up to `limit` waits, cyclically. After a ready wait it stops at the first that is not
// ready, and begins there next time: the lane that was woken may fulfil that wait. A seeded
// schedule chooses among all ready waits. True if a lane was woken.
bool worker::poll_waits(std::size_t limit) {
  bool woke = false;
  for (std::size_t visits = std::min(limit, parked_.size()); visits != 0; --visits) {
    const parked_wait& wait = parked_.at_cursor();
    errc result = errc::ok;
    bool over = wait.ready(wait.argument);
    if (!over && wait.status != nullptr) {
      result = static_cast<errc>(__atomic_load_n(wait.status, __ATOMIC_ACQUIRE));
      over = result != errc::ok;
    }
    if (over) {
      resume(parked_.take(), result);
      woke = true;
    } else if (woke && !seeded_) {
      break;
    } else {
      parked_.keep();
    }
  }
  return woke;
}

void worker::resume(lane& woken, errc result) {
  woken.wait_result = result;
  make_ready(woken);
}

void worker::read_clock() {
  const std::uint64_t now = clock_ns();
  if (idle_rounds_ != 0 && idle_since_ns_ == 0) idle_since_ns_ = now;
  if (now - last_scan_ns_ >= scan_interval_ns) {
    last_scan_ns_ = now;
    check_deadlines(now);
  }
}

// A wait's time begins at the first scan that visits it: parking a lane does not read the clock.
void worker::check_deadlines(std::uint64_t now) {
  const std::uint64_t stalled = stalls_.stalled_ns(now);
  parked_.take_if([&](parked_wait& wait) {
    wait.deadline_ns = wait.deadline_ns == 0 ? deadline_after(wait.timeout_ns, now)
                                             : deadline_after(stalled, wait.deadline_ns);
    const detail::wait_info& info = *wait.who->info;
    wait.deadline_ns = deadline_seen(info, wait.deadline_ns, now);
    if (now < wait.deadline_ns) return false;
    resume(*wait.who, wait.ready(wait.argument) ? errc::ok : late_code(info));
    return true;
  });
}

// Work between two rounds of busy lanes.
void worker::service() {
  constexpr std::size_t waits_per_service = 64;
  constexpr std::uint64_t turns_per_clock = 8;
  idle_rounds_ = 0;
  idle_since_ns_ = 0;
  bool did = false;
  const bool leaves_sources = options_.engine_core && !yielded_;
  if (leaves_sources) {
    host_.leave_sources(visitor_);
  } else if (!progress_.empty()) {
    did = progress_.run_all(visitor_, progress_budget);
    count(progress_calls_);
  }
  poll_waits(waits_per_service);
  if (++turns_ % turns_per_clock == 0) read_clock();
  yield_core(did);
}

// Yield the core now and then if lanes only spin and nothing else makes progress.
void worker::yield_core(bool did) {
  if (did || events_ != events_seen_) {
    events_seen_ = events_;
    turns_without_event_ = 0;
  } else if (++turns_without_event_ > options_.spin_rounds) {
    turns_without_event_ = 0;
    core_.yield();
  }
}

/// While this worker polled, the background thread left the sources to it.
void worker::begins_to_compute() {
  if (!options_.engine_core && !seeded_) host_.begins_to_compute();
}

void worker::idle() {
  constexpr std::size_t waits_per_round = 256;
  constexpr std::uint64_t rounds_per_clock = 64;
  constexpr std::uint64_t yields_per_clock = 8;
  constexpr std::uint64_t rounds_per_look = 4, longest_spin_ns = 5'000;
  constexpr std::uint64_t long_wait_rounds = 256;  // tens of microseconds or more
  bool did = false;
  if (!seeded_ && !progress_.empty()) {
    did = progress_.run_all(visitor_, progress_budget);
    count(progress_calls_);
  }
  ++rounds_without_lane_;
  const bool woke = poll_waits(seeded_ ? parked_.size() : waits_per_round);
  if (woke && rounds_without_lane_ >= long_wait_rounds) begins_to_compute();
  if (woke || did) {
    idle_rounds_ = 0;
    idle_since_ns_ = 0;
    return;
  }
  ++idle_rounds_;
  if (idle_rounds_ <= options_.spin_rounds) {
    // The sources have taken time already, and new messages wait for the next poll.
    if (progress_.empty()) {
      pause_briefly();
    } else if (idle_rounds_ % rounds_per_look == 0) {
      // If a source polls the network, a few rounds take long.
      const std::uint64_t now = clock_ns();
      if (idle_rounds_ == rounds_per_look) spins_since_ns_ = now;
      if (now - spins_since_ns_ > longest_spin_ns) idle_rounds_ = options_.spin_rounds;
    }
    if (idle_rounds_ % rounds_per_clock == 0) read_clock();
    return;
  }
  core_.yield();
  if (idle_rounds_ % yields_per_clock != 0) return;
  read_clock();
  const bool patient = idle_since_ns_ == 0 || clock_ns() - idle_since_ns_ < backoff_after_ns;
  if (!patient) idle_sleep(idle_backoff_ns);
}

// Sleep: until a wake-up if there is nothing to run and all progress sources rest, otherwise for a
// back-off.
void worker::idle_sleep(std::uint64_t backoff_ns) {
  const bool until_called = !has_work() && progress_.all_rest(visitor_);
  std::unique_lock lock(inbox_mutex_);
  const auto called = [&] {
    return stopping_ || woken_ || !inbox_.empty() || describe_done_ != describe_wanted_;
  };
  if (until_called) {
    inbox_changed_.wait(lock, called);
  } else {
    inbox_changed_.wait_for(lock, std::chrono::nanoseconds(backoff_ns), called);
  }
  lock.unlock();
  last_scan_ns_ = 0;
  read_clock();
}

}  // namespace ark::executor
