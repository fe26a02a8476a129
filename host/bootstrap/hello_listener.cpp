#include "bootstrap/hello_listener.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "error/log.hpp"

namespace ark {

namespace {
constexpr auto patience = std::chrono::seconds(10);
constexpr std::size_t most_strangers = 256;
constexpr unsigned most_logged = 3;
}  // namespace

hello_listener::hello_listener(unique_fd socket, const id_secret& secret, std::string what)
    : socket_(std::move(socket)), secret_(secret), what_(std::move(what)) {}

void hello_listener::watch(std::vector<pollfd>& into) const {
  if (socket_) into.push_back({socket_.get(), POLLIN, 0});
  for (const stranger& each : strangers_) into.push_back({each.socket.get(), POLLIN, 0});
}

void hello_listener::note_refusal(const unique_fd& of, const char* why) {
  if (++refusals_ > most_logged) return;
  logger().warn("{}: refused a connection of {}: {}{}", what_, peer_address(of).text(), why,
                refusals_ == most_logged ? "; no further ones are logged" : "");
}

void hello_listener::accept_all() {
  for (;;) {
    unique_fd one(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!one) {
      const bool none = errno == EAGAIN || errno == EINTR || errno == ECONNABORTED;
      // E.g. out of descriptors: poll would return at once.
      if (!none) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return;
    }
    const int on = 1;
    setsockopt(one.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (strangers_.size() == most_strangers) {
      note_refusal(strangers_.front().socket, "too many connections without a hello");
      strangers_.pop_front();
    }
    strangers_.push_back({std::move(one), {}, 0, std::chrono::steady_clock::now()});
  }
}

hello_listener::progress hello_listener::read(stranger& from) const {
  const ssize_t got = recv(from.socket.get(), from.bytes.data() + from.have,
                           from.bytes.size() - from.have, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return progress::waits;
  if (got <= 0) return progress::refused;
  from.have += static_cast<std::size_t>(got);
  return from.have == from.bytes.size() ? progress::complete : progress::waits;
}

std::vector<hello_listener::arrival> hello_listener::take() {
  std::vector<arrival> arrived;
  if (!socket_) return arrived;
  accept_all();
  const auto now = std::chrono::steady_clock::now();
  for (auto at = strangers_.begin(); at != strangers_.end();) {
    const progress how = read(*at);
    if (how == progress::waits && now - at->since < patience) {
      ++at;
      continue;
    }
    hello said;
    if (how == progress::complete) std::memcpy(&said, at->bytes.data(), sizeof said);
    if (how == progress::waits) {
      note_refusal(at->socket, "no hello for 10 s");
    } else if (how == progress::refused) {
      note_refusal(at->socket, "it has been closed without a hello");
    } else if (said.magic != hello{}.magic || said.secret != secret_) {
      note_refusal(at->socket, "it does not have the id's secret");
    } else if (said.protocol != hello::protocol_version) {
      note_refusal(at->socket, "it is of another version of ark");
    } else if (said.rank < 0 || said.rank >= said.n_pes) {
      note_refusal(at->socket, "its rank is out of range");
    } else {
      const ip_address from = peer_address(at->socket);
      arrived.push_back({std::move(at->socket), said, from});
    }
    at = strangers_.erase(at);
  }
  return arrived;
}

void hello_listener::close() noexcept {
  if (socket_) shutdown(socket_.get(), SHUT_RDWR);
  socket_.reset();
  strangers_.clear();
}

}  // namespace ark
