// A listening socket that returns connections of PEs, and rejects all others.
#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include "bootstrap/socket_address.hpp"
#include "os/unique_fd.hpp"

namespace ark {

using id_secret = std::array<std::uint8_t, 16>;

/// The first bytes of every connection.
struct hello {
  static constexpr std::uint32_t protocol_version = 1;
  std::uint32_t magic = 0x4b524148;
  std::uint32_t protocol = protocol_version;
  id_secret secret{};
  std::int32_t rank = 0, n_pes = 0;
  std::uint32_t port = 0;  ///< port at which rank 0 listens
  std::uint32_t unused = 0;
};
static_assert(sizeof(hello) == 40);

/// One thread. A connection that has not sent its hello after 10 s is closed, and the oldest one
/// when there are too many; the first few are logged.
class hello_listener {
 public:
  struct arrival {
    unique_fd socket;
    hello said;
    ip_address from;
  };

  /// `what`: for the log, e.g. "rendezvous at 10.0.0.1:4711".
  hello_listener(unique_fd socket, const id_secret& secret, std::string what);

  /// Add the descriptors to poll for. Poll again after a second at the latest.
  void watch(std::vector<pollfd>& into) const;
  /// The connections whose hello has arrived.
  [[nodiscard]] std::vector<arrival> take();
  /// Refuse connections from now on, also if a forked process has the socket.
  void close() noexcept;

 private:
  struct stranger {
    unique_fd socket;
    std::array<unsigned char, sizeof(hello)> bytes{};
    std::size_t have = 0;
    std::chrono::steady_clock::time_point since;
  };
  enum class progress { waits, complete, refused };

  void accept_all();
  [[nodiscard]] progress read(stranger& from) const;
  void note_refusal(const unique_fd& of, const char* why);

  unique_fd socket_;
  id_secret secret_;
  std::string what_;
  std::list<stranger> strangers_;
  unsigned refusals_ = 0;
};

}  // namespace ark
