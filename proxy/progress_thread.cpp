#include "progress_thread.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "os/resource_limits.hpp"
#include "os/short_slice.hpp"

namespace ark::proxy {

namespace {

constexpr unsigned budget = 64;
/// Idle polling before the thread sleeps: messages of a burst, and the next message of a dialogue,
/// find it awake. A wake-up costs more than a hundred microseconds.
constexpr auto backoff_after = std::chrono::microseconds(500);
/// Interval in which the calls of other threads are counted, and the number of calls that lets this
/// thread leave the proxy to them: a thread that polls only between sleeps is no replacement.
constexpr auto watch_interval = std::chrono::milliseconds(1);
constexpr std::uint64_t looks_enough = 20;
/// Initial back-off while other threads drive the proxy. It doubles as long as they do, because
/// with few cores each wake-up takes one from them.
constexpr std::chrono::microseconds beside_others{2000}, longest_beside_others{4000};
/// Refused attempts to sleep that a new event explains. After more of them, a thread in the proxy
/// gets the core, and the events, which stay signalled until it has handled them.
constexpr unsigned most_refusals = 3;
constexpr std::chrono::microseconds beside_one{100}, longest_beside_one{400};

}  // namespace

progress_thread::progress_thread(proxy& driven, int event_fd,
                                 std::chrono::microseconds longest_backoff)
    : driven_(driven),
      event_fd_(event_fd),
      longest_backoff_(longest_backoff),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wake_)
    throw error(errc::system_error,
                fmt::format("eventfd: {}{}", std::strerror(errno), descriptor_advice(errno)));
  try {
    thread_ = thread_start("the proxy", &progress_thread::main, this);
    pthread_setname_np(thread_.native_handle(), "ark-proxy");
  } catch (const std::system_error& failure) {
    throw error(errc::system_error, fmt::format("the proxy's thread: {}", failure.what()));
  }
}

progress_thread::~progress_thread() {
  stopping_.store(true, std::memory_order_release);
  wake();
  thread_.join();
}

void progress_thread::wake() noexcept {
  const std::uint64_t once = 1;
  [[maybe_unused]] const ssize_t written = write(wake_.get(), &once, sizeof once);
}

bool progress_thread::takes_over() const noexcept {
  return event_fd_ >= 0 && !leaves_it_.load(std::memory_order_acquire) && driven_.rests();
}

void progress_thread::sleep_on(int event_fd, std::chrono::microseconds longest) {
  pollfd watched[] = {{wake_.get(), POLLIN, 0}, {event_fd, POLLIN, 0}};
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(longest);
  const timespec limit{seconds.count(), std::chrono::nanoseconds(longest - seconds).count()};
  ppoll(watched, event_fd >= 0 ? 2 : 1, &limit, nullptr);
  if (watched[0].revents == 0) return;
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t cleared = read(wake_.get(), &count, sizeof count);
}

/// True if other threads have polled often enough since the last check that was due.
bool progress_thread::others_drive(clock::time_point now) {
  if (now - watched_ < watch_interval) return false;
  const std::uint64_t polls = driven_.polls();
  const std::uint64_t intervals = static_cast<std::uint64_t>((now - watched_) / watch_interval);
  const bool enough = polls - seen_polls_ >= looks_enough * intervals;
  seen_polls_ = polls;
  watched_ = now;
  return enough;
}

void progress_thread::main() {
  ask_for_short_slice();
  clock::time_point found = clock::now();
  std::chrono::microseconds backoff = beside_others;
  unsigned refusals = 0;
  while (!stopping_.load(std::memory_order_acquire)) {
    const clock::time_point now = clock::now();
    if (others_drive(now)) {
      leaves_it_.store(true, std::memory_order_release);
      sleep_on(-1, std::min(backoff, longest_backoff_));
      leaves_it_.store(false, std::memory_order_release);
      backoff = std::min(2 * backoff, longest_beside_others);
      continue;
    }
    backoff = beside_others;
    if (driven_.drive(budget)) {
      found = now;
      refusals = 0;
    } else if (now - found < backoff_after && core_.yield()) {
      continue;
    } else if (driven_.prepare_to_sleep()) {
      constexpr std::chrono::microseconds patience{inbound::ack_patience_ns / 1000};
      sleep_on(event_fd_,
               driven_.keeps_acks() ? std::min(patience, longest_backoff_) : longest_backoff_);
      found = clock::now();
      refusals = 0;
    } else if (++refusals > most_refusals && !core_.yield()) {
      sleep_on(driven_.is_driven() ? -1 : event_fd_,
               std::min(beside_one * (refusals - most_refusals), longest_beside_one));
    }
  }
}

}  // namespace ark::proxy
