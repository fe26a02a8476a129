// The output of ark's programs: whether all of it has been written.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace ark {

/// Writes what `file` has buffered, and closes it unless it is stdout. Empty, or the reason why a
/// part of the output is missing: of this call, or of an earlier one.
[[nodiscard]] inline std::string finish_output(std::FILE* file) {
  const bool failed_before = std::ferror(file) != 0;
  if (failed_before) {  // its errno is gone: a further byte meets the same obstacle
    std::clearerr(file);
    std::fputc('\n', file);
  }
  errno = 0;
  const bool flushed = std::fflush(file) == 0;
  const int reason = errno;
  if (file != stdout && std::fclose(file) != 0 && flushed) return std::strerror(errno);
  if (!flushed) return std::strerror(reason);
  return failed_before ? "an earlier part could not be written" : "";
}

}  // namespace ark
