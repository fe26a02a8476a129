// Proxies with threads of their own: woken by messages, left alone by busy others, stopped at once.
#include <sched.h>
#include <sys/eventfd.h>
#include <time.h>

#include <ark/detail/queue/descriptor.hpp>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "os/short_slice.hpp"
#include "pair.hpp"
#include "progress_thread.hpp"

namespace ark::proxy {
namespace {

using namespace detail;
using namespace std::chrono_literals;

template <class Ready>
bool eventually(Ready&& ready) {
  for (int i = 0; i < 20'000; ++i) {
    if (ready()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return ready();
}

// PE 1 has nobody but its thread; PE 0 is driven here. Pauses longer than the thread's patience
// make it sleep, and a message must wake it.
TEST(ProgressThread, AMessageWakesIt) {
  job pes(2);
  const progress_thread thread(*pes[1].served, pes[1].over->event_fd());
  for (std::uint64_t i = 1; i <= 5; ++i) {
    std::this_thread::sleep_for(20ms);
    ASSERT_TRUE(pes[0].post(make_signal(1, 0, signal_op::set, i)));
    ASSERT_TRUE(eventually([&] {
      pes[0].served->progress(8);
      return pes[0].drained();
    })) << "message "
        << i;
    EXPECT_EQ(load_acquire(&pes[1].heap[0]), i);
  }
}

// While others drive the proxy its thread looks less and less often, and takes over once they stop.
TEST(ProgressThread, TakesNothingOverWhatHasToBeDrivenNow) {
  job pes(2);
  const progress_thread thread(*pes[0].served, pes[0].over->event_fd()), polls(*pes[1].served, -1);
  EXPECT_TRUE(eventually([&] { return thread.takes_over(); }));
  EXPECT_FALSE(polls.takes_over()) << "without events it has to poll";
  // While others drive the proxy, it does not watch the events.
  EXPECT_TRUE(eventually([&] {
    for (int k = 0; k < 100; ++k) pes[0].served->progress(8);
    return !thread.takes_over();
  }));
}
TEST(ProgressThread, TakesOverWhenOtherThreadsStopDrivingTheProxy) {
  job pes(2);
  const progress_thread thread(*pes[1].served, pes[1].over->event_fd());
  const auto until = std::chrono::steady_clock::now() + 60ms;
  while (std::chrono::steady_clock::now() < until) pes[1].served->progress(8);
  ASSERT_TRUE(pes[0].post(make_signal(1, 0, signal_op::set, 1)));
  ASSERT_TRUE(eventually([&] {
    pes[0].served->progress(8);
    return pes[0].drained();
  }));
  EXPECT_EQ(load_acquire(&pes[1].heap[0]), 1u);
}

TEST(ProgressThread, AnErrandWakesIt) {
  job pes(2);
  progress_thread first(*pes[0].served, pes[0].over->event_fd());
  const progress_thread second(*pes[1].served, pes[1].over->event_fd());
  std::this_thread::sleep_for(10ms);
  pes[0].served->ping(1);
  first.wake();
  EXPECT_TRUE(eventually([&] { return pes[0].served->last_message_ns(1) != 0; }));
}

// Two threads and the test drive the same two proxies: the race detector's business.
TEST(ProgressThread, OthersMayDriveAtTheSameTime) {
  job pes(2);
  const progress_thread first(*pes[0].served, pes[0].over->event_fd());
  const progress_thread second(*pes[1].served, pes[1].over->event_fd());
  constexpr std::uint64_t count = 2000;
  std::uint64_t posted = 0;
  ASSERT_TRUE(eventually([&] {
    for (int i = 0; i < 100; ++i) {
      if (posted < count && pes[0].post(make_amo(1, amo_op::add, 8, 8, 1, 0))) ++posted;
      pes[0].served->progress(4);
      pes[1].served->progress(4);
    }
    pes[0].ring.await_mark(posted);
    return posted == count && pes[0].drained();
  }));
  EXPECT_EQ(load_acquire(&pes[1].heap[1]), count);
}

std::chrono::nanoseconds processor_time(clockid_t of) {
  timespec now{};
  clock_gettime(of, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// One thread stays in the proxy while an event is signalled, which only that thread can handle.
// Others compute on the same core, so many that each yield beside them is long.
TEST(ProgressThread, TakesNoCoreFromOthersWhileOneOfThemIsInTheProxy) {
  if (ARK_TEST_SANITIZED) GTEST_SKIP() << "a sanitizer multiplies the time that is measured";
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);  // inherited by the threads below
  std::atomic<bool> is_inside{false}, ends{false};
  fault_plan plan;
  plan.polled = [&] {
    is_inside = true;
    while (!ends) std::this_thread::sleep_for(1ms);
  };
  job pes(1, &plan);
  std::vector<std::thread> threads;
  threads.emplace_back([&] { pes[0].served->progress(8); });
  while (!is_inside) std::this_thread::yield();
  std::array<std::atomic<std::chrono::nanoseconds>, 12> computed{};
  for (auto& mine : computed) {
    threads.emplace_back([&] {
      while (!ends) mine = processor_time(CLOCK_THREAD_CPUTIME_ID);
    });
  }
  const auto by_others = [&] {
    auto all = processor_time(CLOCK_PROCESS_CPUTIME_ID);
    for (const auto& mine : computed) all -= mine.load();
    return all;
  };
  const unique_fd event(eventfd(1, EFD_CLOEXEC));
  {
    const progress_thread thread(*pes[0].served, event.get());
    std::this_thread::sleep_for(100ms);  // until it has seen a long yield
    const auto begun = by_others();
    std::this_thread::sleep_for(400ms);
    EXPECT_LT(by_others() - begun, 20ms);  // a share of one in 13 is 31 ms
  }
  ends = true;
  for (std::thread& other : threads) other.join();
  EXPECT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

/// The slice that the thread has asked for; 0 where the kernel gives none of its own.
std::uint64_t slice_ns(pid_t thread) {
  scheduling found{};
  EXPECT_TRUE(read_scheduling(thread, found));
  return found.runtime;
}

TEST(ProgressThread, StartsSoonBesideAThreadThatComputes) {
  const std::uint64_t usual = slice_ns(0);
  std::uint64_t asked = 0;
  std::thread([&] {
    ask_for_short_slice();
    asked = slice_ns(0);
  }).join();
  if (asked == usual) GTEST_SKIP() << "a thread's own slice needs Linux 6.12";
  EXPECT_EQ(asked, 100'000u);
  job pes(2);
  const progress_thread thread(*pes[1].served, pes[1].over->event_fd());
  const auto has_short_slice = [&] {
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
      std::string name;
      std::getline(std::ifstream(task.path() / "comm"), name);
      if (name == "ark-proxy") return slice_ns(std::stoi(task.path().filename())) == asked;
    }
    return false;
  };
  EXPECT_TRUE(eventually(has_short_slice));
}

}  // namespace
}  // namespace ark::proxy
