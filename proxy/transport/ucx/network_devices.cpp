#include "transport/ucx/network_devices.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <sys/socket.h>

#include <filesystem>
#include <set>

namespace ark::proxy {

namespace {

void add_interfaces(std::set<std::string>& found, bool loopback) {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return;
  for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || (at->ifa_flags & IFF_UP) == 0) continue;
    const int family = at->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    if (((at->ifa_flags & IFF_LOOPBACK) != 0) == loopback) found.insert(at->ifa_name);
  }
  freeifaddrs(first);
}

void add_infiniband(std::set<std::string>& found) {
  namespace fs = std::filesystem;
  std::error_code none;
  for (const auto& device : fs::directory_iterator("/sys/class/infiniband", none)) {
    for (const auto& port : fs::directory_iterator(device.path() / "ports", none)) {
      found.insert(device.path().filename().string() + ":" + port.path().filename().string());
    }
  }
}

}  // namespace

std::string network_devices(bool within_host) {
  std::set<std::string> found;
  add_interfaces(found, within_host);
  if (!within_host) add_infiniband(found);
  std::string list;
  for (const std::string& name : found) list += (list.empty() ? "" : ",") + name;
  return list;
}

}  // namespace ark::proxy
