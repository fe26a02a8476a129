#include "executor/thread_time.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cinttypes>
#include <cstdio>

namespace ark::executor {

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
