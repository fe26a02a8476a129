// Passing one file descriptor from every PE of a host to every other, over sockets that leave no
// name behind.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "os/job_link.hpp"
#include "os/unique_fd.hpp"

namespace ark {

/// Random bytes that only the job's members have.
using job_secret = std::array<std::byte, 16>;

/// An unguessable abstract socket name, without its leading zero byte.
using socket_name = std::array<char, 36>;

/// Listens before the peers are told where, so that their connections cannot be lost.
///
/// A process that connects must be of the same user and send the job's secret, its rank and one
/// descriptor; any other is refused with a line in the log, and the exchange goes on. One
/// thread; made for one exchange.
class fd_exchange {
 public:
  /// Throws ark::error{system_error}.
  fd_exchange(int rank, const job_secret& secret, std::size_t peers);

  [[nodiscard]] const socket_name& name() const noexcept { return name_; }

  struct peer {
    int rank = 0;
    socket_name name{};
  };
  /// Send `fd` to all `peers` and receive one from each; the result is in the order of `peers`.
  /// `progress`: job_link's, called while it waits. Throws ark::error: timeout naming the missing
  /// PEs, system_error.
  [[nodiscard]] std::vector<unique_fd> run(int fd, const std::vector<peer>& peers,
                                           std::uint64_t timeout_ns,
                                           const std::function<void()>& progress = {});

 private:
  struct message {
    job_secret secret;
    std::int32_t rank;
  };

  bool send_to(const peer& to, int fd);
  void accept_all();
  void read_pending(const std::vector<peer>& peers, std::vector<unique_fd>& received);
  /// True if the connection is dealt with, one way or the other.
  bool read_one(const unique_fd& from, const std::vector<peer>& peers,
                std::vector<unique_fd>& received);

  int rank_;
  job_secret secret_;
  socket_name name_{};
  unique_fd listener_;
  std::vector<unique_fd> pending_;
  std::size_t connections_ = 0;  ///< that have come
  std::size_t refused_ = 0;      ///< of these
};

}  // namespace ark
