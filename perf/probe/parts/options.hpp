// The command line that all probes share.
#pragma once

#include <stdexcept>
#include <string>

namespace ark_probe {

struct options {
  bool help = false;
  int device = 0;
  double seconds = 60;  // for the whole probe; cases that come later are recorded as left out
  int connections = 8;  // CUDA_DEVICE_MAX_CONNECTIONS: hardware queues that streams share
  std::string commit = "unknown";  // of the sources, as the caller knows it
  std::string role;                // of a process that a probe starts; empty: the probe itself
  int fd = -1;                     // what such a process shares with the probe
};

/// what() names the argument, its value and the accepted form.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Errors: usage_error for an unknown argument, a missing value and a value out of range.
options parse_options(int argc, const char* const* argv);

std::string usage(const std::string& program);

}  // namespace ark_probe
