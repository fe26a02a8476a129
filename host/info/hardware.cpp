#include "info/hardware.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

namespace ark {

namespace {

namespace fs = std::filesystem;

/// The value after the first "key<spaces>: value" of a file; empty if there is none.
std::string value_of(const fs::path& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t", colon + 1);
    return first == std::string::npos ? std::string() : line.substr(first);
  }
  return {};
}

std::uint64_t kilobytes(const fs::path& file, const std::string& key) {
  const std::string text = value_of(file, key);
  return std::strtoull(text.c_str(), nullptr, 10) * 1024;
}

/// Names in a folder that consist of `prefix` and a number, sorted.
std::vector<std::string> numbered(const fs::path& folder, const std::string& prefix) {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& one : fs::directory_iterator(folder, none)) {
    const std::string name = one.path().filename().string();
    const bool digits =
        name.size() > prefix.size() && name.starts_with(prefix) &&
        std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                    [](unsigned char c) { return std::isdigit(c) != 0; });
    if (digits) found.push_back(name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> gpus(const fs::path& root) {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& gpu : fs::directory_iterator(root / "proc/driver/nvidia/gpus", none)) {
    const std::string model = value_of(gpu.path() / "information", "Model");
    found.push_back(model.empty() ? gpu.path().filename().string() : model);
  }
  std::sort(found.begin(), found.end());
  if (!found.empty()) return found;
  return numbered(root / "dev", "nvidia");  // a container may have the devices only
}

std::vector<hardware_facts::interface> interfaces(const fs::path& root) {
  std::map<std::string, hardware_facts::interface> found;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) == 0) {
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(first, freeifaddrs);
    for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
      const bool loopback = (at->ifa_flags & IFF_LOOPBACK) != 0;
      found[at->ifa_name] = {at->ifa_name, loopback ? "loopback" : "ethernet",
                             (at->ifa_flags & IFF_UP) != 0};
    }
  }
  std::error_code none;
  for (const auto& device : fs::directory_iterator(root / "sys/class/infiniband", none)) {
    for (const auto& port : fs::directory_iterator(device.path() / "ports", none)) {
      const std::string name =
          device.path().filename().string() + ":" + port.path().filename().string();
      const bool active = value_of(port.path() / "state", "4") == "ACTIVE";
      found[name] = {name, "infiniband", active};
    }
  }
  std::vector<hardware_facts::interface> all;
  for (const auto& [name, one] : found) all.push_back(one);
  return all;
}

unsigned allowed_cpus() {
  // The default mask is refused if the kernel knows more CPUs than it has bits.
  constexpr int most = 1 << 16;
  cpu_set_t* mask = CPU_ALLOC(most);
  if (mask == nullptr) return 0;
  const std::size_t bytes = CPU_ALLOC_SIZE(most);
  const int code = sched_getaffinity(0, bytes, mask);
  const int count = code == 0 ? CPU_COUNT_S(bytes, mask) : 0;
  CPU_FREE(mask);
  return static_cast<unsigned>(count);
}

}  // namespace

hardware_facts hardware_read(const std::string& root) {
  const fs::path base(root);
  hardware_facts facts;
  utsname names{};
  uname(&names);
  facts.host = names.nodename;
  facts.cpu_model = value_of(base / "proc/cpuinfo", "model name");
  if (facts.cpu_model.empty()) facts.cpu_model = names.machine;
  facts.cpus_online = static_cast<unsigned>(std::max(0L, sysconf(_SC_NPROCESSORS_ONLN)));
  facts.cpus_allowed = allowed_cpus();
  facts.memory_bytes = kilobytes(base / "proc/meminfo", "MemTotal");
  facts.memory_available_bytes = kilobytes(base / "proc/meminfo", "MemAvailable");
  facts.numa_nodes =
      static_cast<unsigned>(numbered(base / "sys/devices/system/node", "node").size());
  facts.gpus = gpus(base);
  facts.network = interfaces(base);
  return facts;
}

}  // namespace ark
