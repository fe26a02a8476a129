// The watchdog: it lets work that ends in time alone, opens what late work waits for, and ends a
// process that this does not help.
#include "watchdog.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>

namespace ark_probe {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Waits for what the watchdog does; only a broken one makes this a minute.
bool eventually(const std::atomic<bool>& flag) {
  const auto end = std::chrono::steady_clock::now() + seconds(60);
  while (!flag && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return flag;
}

TEST(ProbeWatchdog, WorkThatEndsInTimeIsNotReleased) {
  std::atomic<bool> released{false};
  watchdog dog([](const std::string&) {});
  dog.watch("work", seconds(60), seconds(60), [&] { released = true; });
  EXPECT_FALSE(dog.done());
  EXPECT_FALSE(released);
}

TEST(ProbeWatchdog, LateWorkIsReleasedAndMarkedLate) {
  std::atomic<bool> released{false};
  watchdog dog([](const std::string&) {});
  dog.watch("work", milliseconds(1), seconds(60), [&] { released = true; });
  EXPECT_TRUE(eventually(released));
  EXPECT_TRUE(dog.done());
}

TEST(ProbeWatchdog, NextPieceOfWorkStartsAnew) {
  std::atomic<bool> first{false}, second{false};
  watchdog dog([](const std::string&) {});
  dog.watch("first", milliseconds(1), seconds(60), [&] { first = true; });
  EXPECT_TRUE(eventually(first));
  EXPECT_TRUE(dog.done());
  dog.watch("second", seconds(60), seconds(60), [&] { second = true; });
  EXPECT_FALSE(dog.done());
  EXPECT_FALSE(second);
  dog.watch("third", milliseconds(1), seconds(60), [&] { second = true; });
  EXPECT_TRUE(eventually(second));
  EXPECT_TRUE(dog.done());
}

TEST(ProbeWatchdog, ReleaseThatStillRunsBelongsToItsOwnWork) {
  std::atomic<bool> begun{false}, may_end{false}, ended{false};
  watchdog dog([](const std::string&) {});
  dog.watch("work", milliseconds(1), seconds(60), [&] {
    begun = true;
    eventually(may_end);
    ended = true;
  });
  EXPECT_TRUE(eventually(begun));
  may_end = true;
  EXPECT_TRUE(dog.done());
  EXPECT_TRUE(ended) << "done() came back before the release did";
}

TEST(ProbeWatchdog, WorkWithoutAReleaseCanBeLateToo) {
  watchdog dog([](const std::string&) {});
  const auto end = std::chrono::steady_clock::now() + seconds(60);
  bool late = false;  // nothing tells when the watchdog's thread had its turn: try again
  while (!late && std::chrono::steady_clock::now() < end) {
    dog.watch("work", milliseconds(1), seconds(60), {});
    std::this_thread::sleep_for(milliseconds(5));
    late = dog.done();
  }
  EXPECT_TRUE(late);
}

void hang_for_ever() {
  watchdog dog(
      [](const std::string& what) { std::fprintf(stderr, "last words of %s\n", what.c_str()); });
  dog.watch("a copy", milliseconds(1), milliseconds(1), {});
  std::this_thread::sleep_for(seconds(60));
}

TEST(ProbeWatchdogDeathTest, WorkThatCannotBeReleasedEndsTheProcessWithItsMessage) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(hang_for_ever(), ::testing::ExitedWithCode(3), "last words of a copy");
}

void hang_in_release() {
  watchdog dog([](const std::string&) { std::fprintf(stderr, "stuck\n"); });
  std::atomic<bool> begun{false};
  dog.watch("a copy", milliseconds(1), milliseconds(1), [&] {
    begun = true;
    std::this_thread::sleep_for(seconds(60));
  });
  eventually(begun);
  dog.done();
}

TEST(ProbeWatchdogDeathTest, ReleaseThatHangsEndsTheProcessToo) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(hang_in_release(), ::testing::ExitedWithCode(3), "stuck");
}

}  // namespace
}  // namespace ark_probe
