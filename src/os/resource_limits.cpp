#include "os/resource_limits.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fstream>

namespace ark {

namespace {

rlimit limit_of(int resource) {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
  return limit;
}

std::string text_of(rlim_t value) {
  return value == RLIM_INFINITY ? "unlimited" : std::to_string(value);
}

/// Free descriptors below `limit`, counted up to `wanted`, without opening any.
std::size_t free_below(rlim_t limit, std::size_t wanted) {
  std::size_t found = 0;
  const auto end = static_cast<int>(std::min<rlim_t>(limit, INT_MAX));
  for (int fd = 0; fd < end && found < wanted; ++fd) {
    if (fcntl(fd, F_GETFD) < 0) ++found;
  }
  return found;
}

}  // namespace

void descriptors_reserve(std::size_t more) {
  const rlimit limit = limit_of(RLIMIT_NOFILE);
  rlimit raised = limit;
  const std::size_t free = free_below(limit.rlim_cur, more);
  for (std::size_t has = free; has < more; has = free_below(raised.rlim_cur, more))
    raised.rlim_cur += more - has;  // descriptors above the soft limit may be open
  if (raised.rlim_cur == limit.rlim_cur) return;
  if (raised.rlim_cur <= limit.rlim_max && setrlimit(RLIMIT_NOFILE, &raised) == 0) return;
  throw error(errc::system_error,
              fmt::format("{}: {} more file descriptors are needed and {} are free; the limit is "
                          "{}, the hard limit {}; accepted: ulimit -n {} or more",
                          std::strerror(EMFILE), more, free, text_of(limit.rlim_cur),
                          text_of(limit.rlim_max), raised.rlim_cur));
}

std::string descriptor_advice(int code) {
  if (code == ENFILE) return "; the limit is the system's, /proc/sys/fs/file-max";
  if (code != EMFILE) return {};
  const rlimit limit = limit_of(RLIMIT_NOFILE);
  return fmt::format(
      "; the limit of this process is {} file descriptors, the hard limit {} "
      "(ulimit -n)",
      text_of(limit.rlim_cur), text_of(limit.rlim_max));
}

std::string file_size_refusal(std::uint64_t bytes) {
  const rlimit limit = limit_of(RLIMIT_FSIZE);
  if (limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur) return {};
  return fmt::format("a file of this process may have {} bytes (ulimit -f, in units of 1024: {})",
                     limit.rlim_cur, limit.rlim_cur / 1024);
}

std::uint64_t address_space_left() {
  const rlimit limit = limit_of(RLIMIT_AS);
  if (limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

void thread_refused(const char* purpose, const std::system_error& why) {
  throw error(errc::system_error,
              fmt::format("no thread for {}: {}; the limit of this user's processes and threads is "
                          "{} (ulimit -u)",
                          purpose, why.code().message(), text_of(limit_of(RLIMIT_NPROC).rlim_cur)));
}

}  // namespace ark
