#include "child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <thread>

extern char** environ;  // NOLINT: POSIX's name

namespace ark_probe {

namespace {

using clock = std::chrono::steady_clock;

[[noreturn]] void fail(int code, const std::string& what) {
  throw std::system_error(code, std::generic_category(), what);
}

/// Milliseconds until `end` for poll(2), at least 0.
int left_ms(clock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - clock::now()).count();
  return left > 0 ? static_cast<int>(left) : 0;
}

pid_t spawn(const std::string& program, const std::vector<std::string>& arguments, int input,
            int output) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& one : arguments) words.push_back(const_cast<char*>(one.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t pid = -1;
  const int code = posix_spawn(&pid, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return code == 0 ? pid : -code;
}

}  // namespace

child_process::child_process(const std::vector<std::string>& arguments,
                             const std::string& program) {
  int to_child[2], from_child[2];
  if (pipe2(to_child, O_CLOEXEC) != 0) fail(errno, "pipe2 to a child");
  if (pipe2(from_child, O_CLOEXEC) != 0) {
    const int code = errno;
    close(to_child[0]);
    close(to_child[1]);
    fail(code, "pipe2 from a child");
  }
  pid_ = spawn(program, arguments, to_child[0], from_child[1]);
  close(to_child[0]);
  close(from_child[1]);
  input_ = to_child[1];
  output_ = from_child[0];
  if (pid_ < 0) {
    close(input_);
    close(output_);
    fail(-pid_, "posix_spawn of " + program);
  }
}

child_process::~child_process() {
  close_input();
  if (!wait(std::chrono::seconds(2))) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(output_);
}

std::optional<std::string> child_process::read_line(std::chrono::milliseconds limit) {
  const clock::time_point end = clock::now() + limit;
  for (;;) {
    const std::size_t at = read_ahead_.find('\n');
    if (at != std::string::npos) {
      std::string line = read_ahead_.substr(0, at);
      read_ahead_.erase(0, at + 1);
      return line;
    }
    pollfd one{output_, POLLIN, 0};
    if (poll(&one, 1, left_ms(end)) <= 0) return std::nullopt;
    char bytes[512];
    const ssize_t got = read(output_, bytes, sizeof bytes);
    if (got <= 0) return std::nullopt;
    read_ahead_.append(bytes, static_cast<std::size_t>(got));
  }
}

void child_process::close_input() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

std::optional<int> child_process::wait(std::chrono::milliseconds limit) {
  if (status_) return status_;
  const clock::time_point end = clock::now() + limit;
  for (;;) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      return status_;
    }
    if (clock::now() >= end) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

bool parent_closed_input(std::chrono::milliseconds limit) {
  const clock::time_point end = clock::now() + limit;
  for (;;) {
    pollfd one{STDIN_FILENO, POLLIN, 0};
    if (poll(&one, 1, left_ms(end)) <= 0) return false;
    char byte;
    if (read(STDIN_FILENO, &byte, 1) <= 0) return true;
  }
}

}  // namespace ark_probe
