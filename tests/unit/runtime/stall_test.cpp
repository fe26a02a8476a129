// Time in which the process stands still does not count against a deadline.
#include <gtest/gtest.h>

#include <ark/errc.hpp>
#include <chrono>
#include <thread>

#include "bootstrap/local_bootstrap.hpp"
#include "os/stall_meter.hpp"

namespace ark {
namespace {

constexpr std::uint64_t ms = 1'000'000;
std::uint64_t cpu_used = 0;
std::uint64_t fake_cpu() noexcept { return cpu_used; }

TEST(StallMeter, ALongTimeWithoutCpuIsAStall) {
  stall_meter meter(fake_cpu);
  std::uint64_t now = 1000 * ms;
  EXPECT_EQ(meter.stalled_ns(now), 0u) << "the first look";
  EXPECT_EQ(meter.stalled_ns(now += 4000 * ms), 4000 * ms);
  EXPECT_EQ(meter.stalled_ns(now += ms), 0u) << "counted once";
}

TEST(StallMeter, AWaitThatLooksOftenIsNone) {
  stall_meter meter(fake_cpu);
  std::uint64_t now = 1000 * ms, stalled = 0;
  for (int look = 0; look < 100; ++look) stalled += meter.stalled_ns(now += 100 * ms);
  EXPECT_EQ(stalled, 0u);
}

TEST(StallMeter, ALongComputationIsNone) {
  stall_meter meter(fake_cpu);
  std::uint64_t now = 1000 * ms;
  (void)meter.stalled_ns(now);
  cpu_used += 3000 * ms;
  EXPECT_EQ(meter.stalled_ns(now += 3000 * ms), 0u);
  cpu_used += 1000 * ms;
  EXPECT_EQ(meter.stalled_ns(now += 3000 * ms), 2000 * ms) << "a third of the time it computed";
}

TEST(StallMeter, ADeadlineMovesButNotBeyondTheClock) {
  stall_meter meter(fake_cpu);
  (void)meter.stalled_ns(1000 * ms);
  EXPECT_EQ(meter.extended(2000 * ms, 5000 * ms), 6000 * ms);
  EXPECT_EQ(meter.extended(UINT64_MAX, 9000 * ms), UINT64_MAX);
}

/// PE 1 comes after twice the deadline.
errc exchange_with_a_late_pe(bool works) {
  constexpr std::uint64_t timeout_ns = 400 * ms;
  local_group group(2, timeout_ns);
  errc code = errc::ok;
  std::thread late([&] {
    const auto until = std::chrono::steady_clock::now() + std::chrono::nanoseconds(2 * timeout_ns);
    while (std::chrono::steady_clock::now() < until) {
      if (works) group.working();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    try {
      group.exchange(1, "allgather", nullptr, 0, nullptr);
    } catch (const error&) {  // without PE 0
    }
  });
  try {
    group.exchange(0, "allgather", nullptr, 0, nullptr);
  } catch (const error& problem) {
    code = problem.code();
    group.leave(0);
  }
  late.join();
  return code;
}

TEST(LocalGroup, APeAtWorkIsNotMissing) {
  EXPECT_EQ(exchange_with_a_late_pe(true), errc::ok);
  EXPECT_EQ(exchange_with_a_late_pe(false), errc::timeout) << "the control";
}

}  // namespace
}  // namespace ark
