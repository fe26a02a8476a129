#include "executor/home_core.hpp"

#include <sched.h>

#include <ark/detail/platform/clock.hpp>

namespace ark::executor {

namespace {

/// Empty if it cannot be read, because the machine has more cores than a cpu_set_t has bits.
cpu_set_t affinity() noexcept {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) CPU_ZERO(&mask);
  return mask;
}

}  // namespace

void home_core::yield() noexcept {
  if (cpu_ < 0) {
    sched_yield();
    return;
  }
  const std::uint64_t from = detail::clock_ns();
  sched_yield();
  if (yielded(from, detail::clock_ns()) && sched_getcpu() != cpu_) move_to_core(cpu_);
}

bool home_core::yielded(std::uint64_t from_ns, std::uint64_t to_ns) noexcept {
  if (to_ns - from_ns < shared_yield_ns) {
    shared_ = 0;
    return false;
  }
  if (++shared_ < yields_in_a_row || to_ns < next_ns_) return false;
  shared_ = 0;
  next_ns_ = to_ns + interval_ns_;
  interval_ns_ *= 2;
  return true;
}

bool move_to_core(int cpu) noexcept {
  const cpu_set_t before = affinity();
  if (!CPU_ISSET(cpu, &before)) return false;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) return false;
  sched_setaffinity(0, sizeof before, &before);
  return true;
}

int home_core_of(unsigned sharers, unsigned index, unsigned threads, unsigned thread) {
  const cpu_set_t mask = affinity();
  if (sharers < 2 || sharers * threads > static_cast<unsigned>(CPU_COUNT(&mask))) return -1;
  unsigned before = index * threads + thread;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &mask) && before-- == 0) return cpu;
  }
  return -1;
}

}  // namespace ark::executor
