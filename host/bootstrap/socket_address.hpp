// IP addresses of a rendezvous, and the sockets at them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "os/unique_fd.hpp"

namespace ark {

/// An IP address and a TCP port, in the format of ids and messages.
struct ip_address {
  std::array<std::uint8_t, 16> bytes{};  ///< in network order; IPv4: the first four
  std::uint32_t scope = 0;               ///< of a link-local IPv6 address
  std::uint16_t family = 0;              ///< 4 or 6
  std::uint16_t port = 0;

  /// Text, "10.0.0.1:4711", "[fe80::1]:4711".
  [[nodiscard]] std::string text() const;
};

/// An address of this host that other hosts can connect to. wanted: "auto" (that of the default
/// route, otherwise of the first interface that is up, otherwise of the loopback interface), an IP
/// address of this host, or the name of an interface. Throws ark::error{invalid_argument}.
[[nodiscard]] ip_address choose_address(const std::string& wanted);

/// A listening socket at a port chosen by the kernel, which is stored to `at`. Throws
/// ark::error{system_error}.
[[nodiscard]] unique_fd listen_at(ip_address& at);
/// A connected non-blocking socket. Throws ark::error: timeout, peer_failed (no process listens, or
/// there is no route), system_error.
[[nodiscard]] unique_fd connect_to(const ip_address& to, const std::string& whose,
                                   std::chrono::steady_clock::time_point until);
/// The local address of a connected socket.
[[nodiscard]] ip_address local_address(const unique_fd& socket);
[[nodiscard]] ip_address peer_address(const unique_fd& socket);

/// Fill with random bytes. Throws ark::error{system_error}.
void fill_random(void* data, std::size_t bytes);

/// Milliseconds until `until`, for poll: 0 to 1000.
[[nodiscard]] int poll_ms(std::chrono::steady_clock::time_point until);

}  // namespace ark
