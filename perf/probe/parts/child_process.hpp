// A second process of the same program: another PE on the same GPU.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace ark_probe {

/// Runs this executable again with other arguments. The child reads its standard input to learn
/// that its parent has gone or is done: it must end when that closes. The destructor closes it,
/// waits two seconds, and then kills the child. One thread.
class child_process {
 public:
  /// program: a path; the default is this executable. Errors: std::system_error.
  explicit child_process(const std::vector<std::string>& arguments,
                         const std::string& program = "/proc/self/exe");
  ~child_process();
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;

  /// The next line that the child prints, without its end; none when it ended or the time is over.
  std::optional<std::string> read_line(std::chrono::milliseconds limit);
  void close_input();
  /// The exit status (128 + the signal for one that was killed); none when the time is over.
  std::optional<int> wait(std::chrono::milliseconds limit);

 private:
  pid_t pid_ = -1;
  int input_ = -1, output_ = -1;
  std::optional<int> status_;
  std::string read_ahead_;
};

/// In a child: whether standard input has closed, waiting for that as long as `limit`.
bool parent_closed_input(std::chrono::milliseconds limit);

}  // namespace ark_probe
