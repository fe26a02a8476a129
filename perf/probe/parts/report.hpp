// Where the lines go: JSON Lines, one record each.
#pragma once

#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

#include "record.hpp"

namespace ark_probe {

/// Writes whole lines to a stream and flushes each, so that what was measured before a crash is
/// kept. Any thread.
class report {
 public:
  report(std::FILE* out, std::string probe) : out_(out), probe_(std::move(probe)) {}

  /// A record that begins with kind ("run" or "result") and the name of the probe.
  [[nodiscard]] record begin(std::string_view kind) const;
  void write(const record& line);

 private:
  std::FILE* out_;
  std::string probe_;
  std::mutex mutex_;
};

}  // namespace ark_probe
