#include "bootstrap/socket_address.hpp"

#include <arpa/inet.h>
#include <fmt/core.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

namespace ark {

namespace {

using clock = std::chrono::steady_clock;

[[noreturn]] void system_failure(const std::string& call) {
  throw error(errc::system_error, fmt::format("bootstrap: {}: {}", call, std::strerror(errno)));
}

socklen_t to_sockaddr(const ip_address& from, sockaddr_storage& to) {
  to = {};
  if (from.family == 4) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(from.port);
    std::memcpy(&v4.sin_addr, from.bytes.data(), sizeof v4.sin_addr);
    std::memcpy(&to, &v4, sizeof v4);
    return sizeof v4;
  }
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(from.port);
  v6.sin6_scope_id = from.scope;
  std::memcpy(&v6.sin6_addr, from.bytes.data(), sizeof v6.sin6_addr);
  std::memcpy(&to, &v6, sizeof v6);
  return sizeof v6;
}

std::optional<ip_address> from_sockaddr(const sockaddr* from) {
  ip_address to;
  if (from != nullptr && from->sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, from, sizeof v4);
    to.family = 4;
    to.port = ntohs(v4.sin_port);
    std::memcpy(to.bytes.data(), &v4.sin_addr, sizeof v4.sin_addr);
    return to;
  }
  if (from != nullptr && from->sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, from, sizeof v6);
    to.family = 6;
    to.port = ntohs(v6.sin6_port);
    to.scope = v6.sin6_scope_id;
    std::memcpy(to.bytes.data(), &v6.sin6_addr, sizeof v6.sin6_addr);
    return to;
  }
  return std::nullopt;
}

unique_fd open_socket(std::uint16_t family, int type) {
  return unique_fd(
      socket(family == 4 ? AF_INET : AF_INET6, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

/// The source address of packets on the default route. Connecting a datagram socket sends nothing;
/// the destination is an address reserved for documentation.
std::optional<ip_address> address_of_default_route() {
  const ip_address far{{192, 0, 2, 1}, 0, 4, 9};
  const unique_fd probe = open_socket(4, SOCK_DGRAM);
  sockaddr_storage to;
  const socklen_t length = to_sockaddr(far, to);
  if (!probe || connect(probe.get(), reinterpret_cast<sockaddr*>(&to), length) != 0)
    return std::nullopt;
  return local_address(probe);
}

/// The best address that `accepts` accepts, among the interfaces that are up.
template <class Accepts>
std::optional<ip_address> find_address(Accepts&& accepts) {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) system_failure("getifaddrs");
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> owner(first, freeifaddrs);
  std::optional<ip_address> best;
  int best_rank = 4;
  for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
    const auto found = from_sockaddr(at->ifa_addr);
    if (!found || (at->ifa_flags & IFF_UP) == 0 || !accepts(*at, *found)) continue;
    const bool link_local = found->scope != 0;
    const int rank = (at->ifa_flags & IFF_LOOPBACK) != 0 ? 3
                     : found->family == 4                ? 0
                     : link_local                        ? 2
                                                         : 1;
    if (rank >= best_rank) continue;
    best = found;
    best_rank = rank;
  }
  if (best) best->port = 0;
  return best;
}

std::string failure_to_connect(const ip_address& to, const std::string& whose, int reason) {
  if (reason == ECONNREFUSED)
    return fmt::format("nobody listens at {}, the address of {}", to.text(), whose);
  return fmt::format("no connection to {}, the address of {}: {}", to.text(), whose,
                     std::strerror(reason));
}

}  // namespace

std::string ip_address::text() const {
  char name[INET6_ADDRSTRLEN] = "?";
  inet_ntop(family == 4 ? AF_INET : AF_INET6, bytes.data(), name, sizeof name);
  return family == 4 ? fmt::format("{}:{}", name, port) : fmt::format("[{}]:{}", name, port);
}

ip_address choose_address(const std::string& wanted) {
  if (wanted == "auto") {
    if (auto routed = address_of_default_route()) {
      routed->port = 0;
      return *routed;
    }
    if (const auto any = find_address([](const ifaddrs&, const ip_address&) { return true; }))
      return *any;
  } else {
    std::array<std::uint8_t, 16> given{};
    const int family = inet_pton(AF_INET, wanted.c_str(), given.data()) == 1    ? 4
                       : inet_pton(AF_INET6, wanted.c_str(), given.data()) == 1 ? 6
                                                                                : 0;
    const auto found = find_address([&](const ifaddrs& of, const ip_address& is) {
      return family == 0 ? wanted == of.ifa_name : family == is.family && given == is.bytes;
    });
    if (found) return *found;
  }
  throw error(errc::invalid_argument,
              fmt::format("ARK_ID_ADDRESS = '{}': this host has no such address that is up; "
                          "accepted: auto, an IP address of this host, or the name of an interface",
                          wanted));
}

unique_fd listen_at(ip_address& at) {
  unique_fd socket = open_socket(at.family, SOCK_STREAM);
  if (!socket) system_failure("socket");
  sockaddr_storage address;
  const socklen_t length = to_sockaddr(at, address);
  if (bind(socket.get(), reinterpret_cast<sockaddr*>(&address), length) != 0)
    system_failure("bind to " + at.text());
  if (listen(socket.get(), SOMAXCONN) != 0) system_failure("listen at " + at.text());
  at.port = local_address(socket).port;
  return socket;
}

unique_fd connect_to(const ip_address& to, const std::string& whose, clock::time_point until) {
  unique_fd socket = open_socket(to.family, SOCK_STREAM);
  if (!socket) system_failure("socket");
  const int on = 1;
  setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_storage address;
  const socklen_t length = to_sockaddr(to, address);
  int reason = 0;
  if (connect(socket.get(), reinterpret_cast<sockaddr*>(&address), length) != 0) reason = errno;
  if (reason == EINPROGRESS || reason == EINTR) {
    pollfd ready{socket.get(), POLLOUT, 0};
    while (poll(&ready, 1, poll_ms(until)) != 1) {
      if (clock::now() > until) {
        throw error(errc::timeout,
                    fmt::format("bootstrap: {}", failure_to_connect(to, whose, ETIMEDOUT)));
      }
    }
    socklen_t size = sizeof reason;
    getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &reason, &size);
  }
  if (reason != 0)
    throw error(errc::peer_failed, "bootstrap: " + failure_to_connect(to, whose, reason));
  return socket;
}

namespace {
ip_address address_by(int (*query)(int, sockaddr*, socklen_t*), const unique_fd& socket) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (query(socket.get(), reinterpret_cast<sockaddr*>(&address), &length) != 0) return {};
  return from_sockaddr(reinterpret_cast<sockaddr*>(&address)).value_or(ip_address{});
}
}  // namespace

ip_address local_address(const unique_fd& socket) {
  return address_by([](int fd, sockaddr* to, socklen_t* size) { return getsockname(fd, to, size); },
                    socket);
}
ip_address peer_address(const unique_fd& socket) {
  return address_by([](int fd, sockaddr* to, socklen_t* size) { return getpeername(fd, to, size); },
                    socket);
}

void fill_random(void* data, std::size_t bytes) {
  if (getrandom(data, bytes, 0) != static_cast<ssize_t>(bytes)) system_failure("getrandom");
}

int poll_ms(clock::time_point until) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(until - clock::now()).count();
  return static_cast<int>(std::clamp<long>(left + 1, 0, 1000));
}

}  // namespace ark
