#include "executor/host_wait.hpp"

#include <sched.h>

#include "executor/registry.hpp"
#include "executor/report.hpp"
#include "executor/worker.hpp"

namespace ark::executor {
namespace {

constexpr std::uint64_t host_default_timeout_ns = 120'000'000'000;
constexpr unsigned spin_rounds = 200;
constexpr unsigned rounds_per_clock = 16;

errc status_of(const detail::wait_info& info) {
  if (info.status == nullptr) return errc::ok;
  return static_cast<errc>(__atomic_load_n(info.status, __ATOMIC_ACQUIRE));
}

}  // namespace

bool host_progress() noexcept { return !on_scheduler_stack && registry_progress(); }

errc host_wait(detail::predicate ready, void* argument, detail::wait_info& info) noexcept {
  if (ready(argument)) return errc::ok;
  if (on_scheduler_stack) {
    report_failure(errc::wrong_state,
                   "wait called by a progress source or inside a predicate: neither may wait");
    return errc::wrong_state;
  }
  const std::uint64_t deadline =
      deadline_after(info.timeout_ns != 0 ? info.timeout_ns : host_default_timeout_ns);
  for (unsigned round = 1;; ++round) {
    const bool did = registry_progress();
    if (ready(argument)) return errc::ok;
    if (const errc code = status_of(info); code != errc::ok) return code;
    if (round % rounds_per_clock == 0 && clock_ns() >= deadline) {
      return ready(argument) ? errc::ok : errc::timeout;
    }
    if (!did && round > spin_rounds) sched_yield();
  }
}

}  // namespace ark::executor
