// A second process: its lines, its end, and what becomes of one that does not end.
#include "child_process.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <system_error>

namespace ark_probe {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(ProbeChild, LinesComeOneByOne) {
  child_process child({"-c", "echo one; printf 'two\\nthree'"}, "/bin/sh");
  EXPECT_EQ(child.read_line(seconds(30)), "one");
  EXPECT_EQ(child.read_line(seconds(30)), "two");
  EXPECT_EQ(child.read_line(seconds(30)), std::nullopt) << "the last line has no end";
}

TEST(ProbeChild, StatusCanBeReadRepeatedly) {
  child_process child({"-c", "exit 7"}, "/bin/sh");
  EXPECT_EQ(child.wait(seconds(30)), 7);
  EXPECT_EQ(child.wait(seconds(0)), 7);
}

TEST(ProbeChild, ASignalIsAStatusAbove128) {
  child_process child({"-c", "kill -9 $$"}, "/bin/sh");
  EXPECT_EQ(child.wait(seconds(30)), 128 + SIGKILL);
}

TEST(ProbeChild, ClosingItsInputLetsItEnd) {
  child_process child({"-c", "read line; exit 5"}, "/bin/sh");
  EXPECT_EQ(child.wait(milliseconds(0)), std::nullopt);
  child.close_input();
  EXPECT_EQ(child.wait(seconds(30)), 5);
}

TEST(ProbeChild, SilenceIsBounded) {
  child_process child({"-c", "read line"}, "/bin/sh");
  EXPECT_EQ(child.read_line(milliseconds(10)), std::nullopt);
}

TEST(ProbeChild, OneThatDoesNotEndIsKilled) {
  pid_t pid = 0;
  {
    child_process child({"-c", "echo $$; exec sleep 600"}, "/bin/sh");
    pid = std::stoi(child.read_line(seconds(30)).value_or("0"));
    ASSERT_GT(pid, 0);
  }
  EXPECT_EQ(kill(pid, 0), -1) << "process " << pid << " is still there";
}

TEST(ProbeChild, ProgramThatDoesNotExistIsAnError) {
  EXPECT_THROW(child_process({}, "/nonexistent/program"), std::system_error);
}

TEST(ProbeChild, ChildSeesThatItsInputHasClosed) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const int before = dup(STDIN_FILENO);
  dup2(ends[0], STDIN_FILENO);
  EXPECT_FALSE(parent_closed_input(milliseconds(10)));
  close(ends[1]);
  EXPECT_TRUE(parent_closed_input(seconds(30)));
  dup2(before, STDIN_FILENO);
  close(before);
  close(ends[0]);
}

}  // namespace
}  // namespace ark_probe
