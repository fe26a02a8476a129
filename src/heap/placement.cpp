#include "heap/placement.hpp"

#include <sched.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <string>
#include <string_view>

namespace ark {

namespace {

std::uint64_t random_identity() {
  std::uint64_t value = 0;
  if (getrandom(&value, sizeof value, 0) == sizeof value) return value;
  return static_cast<std::uint64_t>(getpid());
}

std::uint64_t host_identity() {
  std::string text;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> text;
  struct stat network {};
  if (stat("/proc/self/ns/net", &network) == 0) text += std::to_string(network.st_ino);
  return std::hash<std::string>{}(text);
}

std::uint64_t pid_namespace() {
  struct stat status {};
  return stat("/proc/self/ns/pid", &status) == 0 ? status.st_ino : random_identity();
}

}  // namespace

placement placement_of_this_process() {
  static const placement here{random_identity(), host_identity(), pid_namespace(), getpid()};
  return here;
}

std::uint64_t cores_of_this_process() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) CPU_ZERO(&mask);
  return std::hash<std::string_view>{}({reinterpret_cast<const char*>(&mask), sizeof mask});
}

}  // namespace ark
