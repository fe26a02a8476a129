#include "bootstrap/star_link.hpp"

#include <fmt/core.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace ark {

namespace {
constexpr auto longest_drain = std::chrono::seconds(1);
}  // namespace

star_link::star_link(int rank, int n_pes, rendezvous_result& found,
                     std::function<void(int, int)> job_ended)
    : rank_(rank),
      job_ended_(std::move(job_ended)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      listener_(std::move(found.listener)),
      peers_(static_cast<std::size_t>(n_pes)),
      absent_(rank == 0 ? peers_.size() - 1 : 0) {
  if (!wake_) throw error(errc::system_error, fmt::format("eventfd: {}", std::strerror(errno)));
  if (rank != 0) peers_[0].socket = std::move(found.to_pe_0);
  if (listener_ && absent_ == 0) listener_->close();
  try {
    thread_ = std::thread(&star_link::main, this);
  } catch (const std::system_error& failure) {
    throw error(errc::system_error, fmt::format("bootstrap thread: {}", failure.what()));
  }
}

star_link::~star_link() {
  {
    std::unique_lock lock(mutex_);
    static_cast<void>(drain(lock));
    stopping_ = true;
  }
  wake();
  thread_.join();
  for (const connection& each : peers_) {  // a forked process may have the socket
    if (each.socket) shutdown(each.socket.get(), SHUT_RDWR);
  }
}

void star_link::wake() const {
  const std::uint64_t once = 1;
  [[maybe_unused]] const ssize_t written = write(wake_.get(), &once, sizeof once);
}

void star_link::queue(connection& to, const frame_header& head, std::span<const std::byte> data) {
  if (!to.socket || to.closed) return;
  frame_header whole = head;
  whole.bytes = data.size();
  const auto bytes = std::as_bytes(std::span(&whole, 1));
  to.out.insert(to.out.end(), bytes.begin(), bytes.end());
  to.out.insert(to.out.end(), data.begin(), data.end());
}

void star_link::send(int to, const frame_header& head, std::span<const std::byte> data) {
  {
    const std::lock_guard lock(mutex_);
    queue(peers_[static_cast<std::size_t>(to)], head, data);
  }
  wake();
}

/// False after the time limit.
bool star_link::drain(std::unique_lock<std::mutex>& lock) {
  wake();
  return changed_.wait_for(lock, longest_drain, [this] {
    return std::all_of(peers_.begin(), peers_.end(),
                       [](const connection& each) { return each.closed || each.out.empty(); });
  });
}

void star_link::end_job(int pe, int status) {
  frame_header head;
  head.kind = frame_kind::end_job;
  head.pe = pe;
  head.number = static_cast<std::uint64_t>(status);
  std::unique_lock lock(mutex_);
  for (connection& each : peers_) queue(each, head, {});
  static_cast<void>(drain(lock));
}

std::optional<frame> star_link::take(int from) {
  const std::lock_guard lock(mutex_);
  auto& frames = peers_[static_cast<std::size_t>(from)].frames;
  if (frames.empty()) return std::nullopt;
  frame first = std::move(frames.front());
  frames.pop_front();
  return first;
}

bool star_link::is_closed(int pe) const {
  const std::lock_guard lock(mutex_);
  const connection& it = peers_[static_cast<std::size_t>(pe)];
  return it.closed && it.frames.empty();
}

void star_link::wait(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [this] { return changes_ != seen_; });
  seen_ = changes_;
}

void star_link::main() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    std::vector<pollfd> watched{{wake_.get(), POLLIN, 0}};
    if (listener_) listener_->watch(watched);
    for (const connection& each : peers_) {
      if (!each.socket || each.closed) continue;
      const int events = POLLIN | (each.out.empty() ? 0 : POLLOUT);
      watched.push_back({each.socket.get(), static_cast<short>(events), 0});
    }
    lock.unlock();
    poll(watched.data(), watched.size(), 1000);
    std::uint64_t woken = 0;
    [[maybe_unused]] const ssize_t got = read(wake_.get(), &woken, sizeof woken);
    lock.lock();
    accept_members();
    for (int pe = 0; pe < static_cast<int>(peers_.size()); ++pe) {
      const connection& it = peers_[static_cast<std::size_t>(pe)];
      if (it.socket && !it.closed) serve(pe);
    }
    ++changes_;
    changed_.notify_all();
  }
}

void star_link::accept_members() {
  if (!listener_ || absent_ == 0) return;
  for (auto& one : listener_->take()) {
    const std::int32_t pe = one.said.rank;
    if (pe < 1 || pe >= static_cast<int>(peers_.size())) continue;
    connection& to = peers_[static_cast<std::size_t>(pe)];
    if (to.socket) continue;
    to.socket = std::move(one.socket);
    if (--absent_ == 0) listener_->close();
  }
}

/// Receive and send as much as is possible without blocking.
void star_link::serve(int pe) {
  connection& it = peers_[static_cast<std::size_t>(pe)];
  constexpr std::size_t part = 65536;
  for (bool more = true; more;) {
    const std::size_t had = it.in.size();
    it.in.resize(had + part);
    const ssize_t got = recv(it.socket.get(), it.in.data() + had, part, MSG_DONTWAIT);
    const bool later = got < 0 && (errno == EAGAIN || errno == EINTR);
    it.in.resize(had + (got > 0 ? static_cast<std::size_t>(got) : 0));
    more = got > 0 && parse(pe);
    if (!more && !later) it.closed = true;
  }
  if (!it.closed && !flush(it)) it.closed = true;
  if (it.closed) it.out.clear();
}

/// False if the received bytes are no frame.
bool star_link::parse(int pe) {
  connection& it = peers_[static_cast<std::size_t>(pe)];
  std::size_t at = 0;
  while (it.in.size() - at >= sizeof(frame_header)) {
    frame one;
    std::memcpy(&one.head, it.in.data() + at, sizeof one.head);
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    if (one.head.bytes > most || one.head.kind > frame_kind::end_job) return false;
    if (it.in.size() - at - sizeof one.head < one.head.bytes) break;
    const auto first = it.in.begin() + static_cast<std::ptrdiff_t>(at + sizeof one.head);
    one.data.assign(first, first + static_cast<std::ptrdiff_t>(one.head.bytes));
    at += sizeof one.head + one.data.size();
    if (one.head.kind != frame_kind::end_job) {
      it.frames.push_back(std::move(one));
      continue;
    }
    if (rank_ == 0) {
      for (connection& each : peers_) {
        queue(each, one.head, {});
        if (each.socket && !each.closed) static_cast<void>(flush(each));
      }
    }
    job_ended_(one.head.pe, static_cast<int>(one.head.number));
  }
  it.in.erase(it.in.begin(), it.in.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

/// False if the connection is broken.
bool star_link::flush(connection& to) {
  std::array<std::byte, 65536> part;
  while (!to.out.empty()) {
    const std::size_t count = std::min(to.out.size(), part.size());
    std::copy_n(to.out.begin(), count, part.begin());
    const ssize_t sent = ::send(to.socket.get(), part.data(), count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    to.out.erase(to.out.begin(), to.out.begin() + sent);
  }
  return true;
}

}  // namespace ark
