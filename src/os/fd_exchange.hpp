// Passing one file descriptor from every PE of a host to every other, over sockets that leave no
// name behind.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "os/job_link.hpp"
#include "os/unique_fd.hpp"

namespace ark {

/// Random bytes known to the job's members only.
using job_secret = std::array<std::byte, 16>;

/// An unguessable abstract socket name, without its leading zero byte.
using socket_name = std::array<char, 36>;

/// Listens before its address is sent to the peers, so that no connection is lost.
///
/// A process that connects must be of the same user and send the job's secret, its rank and one
/// descriptor; any other is refused, and the exchange continues. The log has a line for each of the
/// first refusals, and the number of all. One thread; made for one exchange.
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
  /// `progress`: see job_link; called while it waits. Throws ark::error: timeout naming the missing
  /// PEs, system_error.
  [[nodiscard]] std::vector<unique_fd> run(int fd, const std::vector<peer>& peers,
                                           std::uint64_t timeout_ns,
                                           const std::function<void()>& progress = {});

 private:
  struct message {
    job_secret secret;
    std::int32_t rank;
  };

  struct pending {
    unique_fd fd;
    std::chrono::steady_clock::time_point since;
  };

  bool send_to(const peer& to, int fd);
  /// At most the backlog: a process that connects without end does not keep this busy.
  void accept_some();
  void read_pending(const std::vector<peer>& peers, std::vector<unique_fd>& received);
  /// True if the connection is finished, accepted or refused.
  bool read_one(const unique_fd& from, const std::vector<peer>& peers,
                std::vector<unique_fd>& received);

  void refuse(const std::string& why);
  void report_refused() const;

  int rank_;
  job_secret secret_;
  socket_name name_{};
  unique_fd listener_;
  std::vector<pending> pending_;
  std::size_t most_pending_ = 0;
  std::size_t connections_ = 0;  ///< connections accepted
  std::size_t refused_ = 0;      ///< of these, refused
};

}  // namespace ark
