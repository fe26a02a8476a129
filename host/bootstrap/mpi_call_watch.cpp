#include "bootstrap/mpi_call_watch.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <ark/detail/platform/clock.hpp>
#include <chrono>
#include <utility>

#include "os/resource_limits.hpp"
#include "os/stall_meter.hpp"

namespace ark {

mpi_call_watch::mpi_call_watch(const char* call, std::uint64_t timeout_ns,
                               std::function<std::string()> missing, std::uint64_t grace_ns)
    : call_(call),
      timeout_ns_(timeout_ns),
      grace_ns_(grace_ns),
      missing_(std::move(missing)),
      thread_(thread_start("the watch of a call of MPI", &mpi_call_watch::main, this)) {}

mpi_call_watch::~mpi_call_watch() {
  {
    const std::lock_guard lock(mutex_);
    returned_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void mpi_call_watch::report(bool ends) const {
  const std::uint64_t waited_ns = timeout_ns_ + (ends ? grace_ns_ : 0);
  const std::string line = fmt::format(
      "ark: {} has not returned after {:.1f} s (ARK_TIMEOUT is {:.1f} s): {}; {}\n", call_,
      static_cast<double>(waited_ns) * 1e-9, static_cast<double>(timeout_ns_) * 1e-9, missing_(),
      ends ? "the process ends with status 1" : "waiting goes on");
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

void mpi_call_watch::main() {
  constexpr auto poll_interval = std::chrono::milliseconds(50);
  std::uint64_t until = detail::deadline_after(timeout_ns_);
  bool ends = grace_ns_ == 0;
  stall_meter stalls;
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, poll_interval, [&] { return returned_; })) {
    const std::uint64_t now = detail::clock_ns();
    until = stalls.extended(until, now);
    if (now < until) continue;
    report(ends);
    if (ends) _exit(1);
    ends = true;
    until = detail::deadline_after(grace_ns_, now);
  }
}

}  // namespace ark
