#include "executor/lane_watchdog.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstring>

#include "executor/usr1_signal.hpp"
#include "os/resource_limits.hpp"

namespace ark::executor {
namespace {

constexpr std::uint64_t stop_event = std::uint64_t{1} << 32;
constexpr std::uint64_t looks_per_stall = 8;
constexpr std::uint64_t ns_per_ms = 1'000'000;
constexpr std::uint64_t longest_ns = 1000 * ns_per_ms;

int make_eventfd() {
  const int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (fd < 0)
    throw error(errc::system_error,
                fmt::format("eventfd: {}{}", std::strerror(errno), descriptor_advice(errno)));
  return fd;
}

}  // namespace

watchdog::watchdog(const std::vector<std::unique_ptr<worker>>& workers, std::uint64_t stall_ns,
                   bool usr1, std::function<void(worker&, std::uint64_t ticks)> on_stall,
                   std::function<void()> on_dump)
    : workers_(workers),
      stall_ns_(stall_ns),
      period_ns_(
          static_cast<std::int64_t>(std::clamp(stall_ns / looks_per_stall, ns_per_ms, longest_ns))),
      usr1_(usr1),
      on_stall_(std::move(on_stall)),
      on_dump_(std::move(on_dump)),
      snapshots_(workers.size()),
      event_fd_(make_eventfd()) {}

watchdog::~watchdog() {
  stop();
  usr1_unsubscribe(event_fd_);
  close(event_fd_);
}

void watchdog::start() {
  if (stall_ns_ == 0 && !usr1_) return;
  const std::lock_guard lock(mutex_);
  if (thread_.joinable()) return;
  if (usr1_) usr1_subscribe(event_fd_);
  thread_ = thread_start("the watchdog of lanes", &watchdog::main, this);
}

void watchdog::stop() {
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable()) return;
  const std::uint64_t event = stop_event;
  [[maybe_unused]] const ssize_t written = write(event_fd_, &event, sizeof(event));
  thread_.join();
}

void watchdog::main() {
  const int timeout_ms =
      stall_ns_ == 0 ? -1 : static_cast<int>(period_ns_ / std::int64_t{ns_per_ms});
  sampled_ns_ = clock_ns();
  for (;;) {
    pollfd waited{event_fd_, POLLIN, 0};
    poll(&waited, 1, timeout_ms);
    std::uint64_t events = 0;
    if (read(event_fd_, &events, sizeof(events)) == sizeof(events)) {
      if (events >= stop_event) return;
      on_dump_();
    }
    if (stall_ns_ != 0) sample();
  }
}

void watchdog::sample() {
  const std::uint64_t now = clock_ns();
  const auto passed = static_cast<std::int64_t>(now - sampled_ns_);
  sampled_ns_ = now;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    worker& watched = *workers_[i];
    worker_snapshot& last = snapshots_[i];
    const std::uint64_t ticks = watched.ticks().load(std::memory_order_acquire);
    if (!watched.runs_a_lane()) {
      last.ticks = 0;  // never the count of a running lane
      continue;
    }
    const thread_time before = last.time;
    last.time = thread_time_of(watched.thread_id());
    if (ticks != last.ticks) {
      last.ticks = ticks;
      last.stuck_ns = 0;
      continue;
    }
    const auto ran = static_cast<std::int64_t>(last.time.ran - before.ran);
    const auto waited = static_cast<std::int64_t>(last.time.waiting - before.waiting);
    // The kernel counts a wait when it ends: earlier samples took it for sleep, and this difference
    // is negative. Sleep of more than two periods means that the process was stopped.
    const std::int64_t slept = std::min(passed - ran - waited, 2 * period_ns_);
    last.stuck_ns = std::max(last.stuck_ns + ran + slept, std::int64_t{0});
    if (last.stuck_ns < static_cast<std::int64_t>(stall_ns_) || last.reported) continue;
    last.reported = true;
    on_stall_(watched, ticks);
  }
}

thread_time thread_time_of(pid_t tid) noexcept {
  std::array<char, 64> path{};
  fmt::format_to_n(path.data(), path.size() - 1, "/proc/self/task/{}/schedstat", tid);
  const int fd = open(path.data(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  std::array<char, 96> text{};
  const ssize_t got = read(fd, text.data(), text.size() - 1);
  close(fd);
  thread_time time;
  const char* format = "%" SCNu64 " %" SCNu64;
  if (got <= 0 || std::sscanf(text.data(), format, &time.ran, &time.waiting) != 2) return {};
  return time;
}

}  // namespace ark::executor
