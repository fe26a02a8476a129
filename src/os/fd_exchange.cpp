#include "os/fd_exchange.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <ark/errc.hpp>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>

#include "error/log.hpp"
#include "os/resource_limits.hpp"
#include "os/stall_meter.hpp"

namespace ark {

namespace {

[[noreturn]] void system_failure(const char* call) {
  const int code = errno;
  throw error(errc::system_error, fmt::format("heap exchange: {}: {}{}", call, std::strerror(code),
                                              descriptor_advice(code)));
}

/// Maximum number of log lines about refused connections; then only their number.
constexpr std::size_t most_lines = 3;

/// True if a call has failed for lack of a resource, so that the next try would fail as well.
bool lacks_resource(int code) {
  return code == EMFILE || code == ENFILE || code == ENOMEM || code == ENOBUFS;
}

bool is_readable(const unique_fd& fd) {
  pollfd watch{fd.get(), POLLIN, 0};
  return poll(&watch, 1, 0) == 1;
}

unique_fd open_socket() {
  unique_fd fd(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) system_failure("socket");
  return fd;
}

socket_name random_name() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    system_failure("getrandom");
  std::string text = "ark-";
  for (const unsigned byte : bytes) text += fmt::format("{:02x}", byte);
  socket_name name{};
  std::copy_n(text.begin(), name.size(), name.begin());
  return name;
}

/// Abstract: a leading zero byte, no file.
socklen_t fill_address(sockaddr_un& address, const socket_name& name) {
  address = {};
  address.sun_family = AF_UNIX;
  std::copy(name.begin(), name.end(), address.sun_path + 1);
  return static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
}

bool same_user(const unique_fd& connection) {
  ucred who{};
  socklen_t length = sizeof who;
  return getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &who, &length) == 0 &&
         who.uid == geteuid();
}

/// The one descriptor of a message; any others are closed.
unique_fd descriptor_of(msghdr& header) {
  unique_fd first;
  for (cmsghdr* c = CMSG_FIRSTHDR(&header); c != nullptr; c = CMSG_NXTHDR(&header, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(c) + i * sizeof fd, sizeof fd);
      unique_fd owner(fd);
      if (!first) first = std::move(owner);
    }
  }
  return first;
}

}  // namespace

fd_exchange::fd_exchange(int rank, const job_secret& secret, std::size_t peers)
    : rank_(rank), secret_(secret), name_(random_name()), listener_(open_socket()) {
  sockaddr_un address;
  const socklen_t length = fill_address(address, name_);
  if (bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), length) != 0)
    system_failure("bind");
  constexpr std::size_t room_for_others = 64;
  if (listen(listener_.get(), static_cast<int>(peers + room_for_others)) != 0)
    system_failure("listen");
  constexpr std::size_t silent_ones = 8;  // init has reserved descriptors for as many
  most_pending_ = peers + silent_ones;
}

void fd_exchange::refuse(const std::string& why) {
  if (++refused_ <= most_lines) logger().warn("heap exchange: refused {}", why);
}

void fd_exchange::report_refused() const {
  if (refused_ > most_lines)
    logger().warn("heap exchange: refused {} connections in all", refused_);
}

/// False if the peer's backlog is full: try again later.
bool fd_exchange::send_to(const peer& to, int fd) {
  const unique_fd connection = open_socket();
  sockaddr_un address;
  const socklen_t length = fill_address(address, to.name);
  if (connect(connection.get(), reinterpret_cast<sockaddr*>(&address), length) != 0) {
    if (errno == EAGAIN || errno == EINTR) return false;
    system_failure("connect");
  }
  message content{secret_, rank_};
  iovec part{&content, sizeof content};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof fd)] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(rights), &fd, sizeof fd);
  if (sendmsg(connection.get(), &header, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof content)) {
    system_failure("sendmsg");
  }
  return true;
}

// A peer sends right after it has connected: a connection that stays silent is closed when there
// are too many.
void fd_exchange::accept_some() {
  constexpr auto silence = std::chrono::milliseconds(100);
  for (std::size_t i = 0; i < most_pending_; ++i) {
    const auto now = std::chrono::steady_clock::now();
    if (pending_.size() == most_pending_) {
      if (now - pending_.front().since < silence) return;
      refuse("a connection that has sent nothing");
      pending_.erase(pending_.begin());
    }
    unique_fd connection(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connection) {
      // Without a free descriptor Linux does not report whether a peer has connected.
      const int code = errno;
      if (!lacks_resource(code) || !pending_.empty() || !is_readable(listener_)) return;
      errno = code;
      system_failure("accept4");
    }
    ++connections_;
    if (!same_user(connection)) {
      refuse("a connection of another user");
      continue;
    }
    pending_.push_back({std::move(connection), now});
  }
}

bool fd_exchange::read_one(const unique_fd& from, const std::vector<peer>& peers,
                           std::vector<unique_fd>& received) {
  message content{};
  iovec part{&content, sizeof content};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * 4)] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  const auto receive = [&] {
    header.msg_controllen = sizeof control;
    header.msg_flags = 0;
    return recvmsg(from.get(), &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  };
  // Linux checks for a message, and then whether the sender has closed. A sender that does both
  // between the two checks appears closed, and its message is delivered to the next call (2 of
  // 150,000 on a busy machine).
  ssize_t length = receive();
  if (length == 0) length = receive();
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  unique_fd fd = length >= 0 ? descriptor_of(header) : unique_fd();
  const auto sender = std::find_if(peers.begin(), peers.end(),
                                   [&](const peer& p) { return p.rank == content.rank; });
  const bool ours = length == static_cast<ssize_t>(sizeof content) && content.secret == secret_;
  if (ours && (header.msg_flags & MSG_CTRUNC) != 0) {  // the descriptor was dropped
    errno = EMFILE;
    system_failure("recvmsg of a descriptor");
  }
  const bool whole = length == static_cast<ssize_t>(sizeof content) &&
                     (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0;
  if (!whole || content.secret != secret_ || sender == peers.end() || !fd) {
    refuse(fmt::format("a connection that is not of this job ({} bytes)", length));
    return true;
  }
  unique_fd& slot = received[static_cast<std::size_t>(sender - peers.begin())];
  if (!slot) slot = std::move(fd);
  return true;
}

void fd_exchange::read_pending(const std::vector<peer>& peers, std::vector<unique_fd>& received) {
  const auto dealt_with = [&](const pending& c) { return read_one(c.fd, peers, received); };
  pending_.erase(std::remove_if(pending_.begin(), pending_.end(), dealt_with), pending_.end());
}

std::vector<unique_fd> fd_exchange::run(int fd, const std::vector<peer>& peers,
                                        std::uint64_t timeout_ns,
                                        const std::function<void()>& progress) {
  std::vector<unique_fd> received(peers.size());
  std::size_t sent = 0;
  const auto complete = [&] {
    return sent == peers.size() &&
           std::all_of(received.begin(), received.end(), [](const auto& r) { return bool(r); });
  };
  std::uint64_t deadline = detail::deadline_after(timeout_ns);
  stall_meter stalls;
  while (!complete()) {
    const bool waits = sent < peers.size() && !send_to(peers[sent], fd);
    if (sent < peers.size() && !waits) ++sent;
    accept_some();
    read_pending(peers, received);
    if (complete()) break;
    const std::uint64_t now = detail::clock_ns();
    deadline = stalls.extended(deadline, now);
    if (now > deadline) {
      std::string missing;
      for (std::size_t i = 0; i < peers.size(); ++i) {
        if (!received[i]) missing += fmt::format(" {}", peers[i].rank);
      }
      report_refused();
      throw error(errc::timeout,
                  fmt::format("heap exchange: PE {}: after {:.1f} s nothing from PE{}; {} "
                              "connections have come, of which {} were refused and {} are silent",
                              rank_, static_cast<double>(timeout_ns) * 1e-9, missing, connections_,
                              refused_, pending_.size()));
    }
    if (progress) progress();
    if (sent < peers.size() && !waits) continue;
    std::vector<pollfd> watch{{listener_.get(), POLLIN, 0}};
    for (const pending& c : pending_) watch.push_back({c.fd.get(), POLLIN, 0});
    const int poll_ms = waits ? 1 : 10;  // nothing reports that a peer's backlog has room again
    poll(watch.data(), watch.size(), poll_ms);
  }
  report_refused();
  return received;
}

}  // namespace ark
