#include "bootstrap/id_rendezvous.hpp"

#include <fmt/core.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>

#include "error/log.hpp"

namespace ark {

namespace {

using clock = std::chrono::steady_clock;

/// The contents of an id.
struct id_content {
  static constexpr std::uint32_t our_magic = 0x44495241;
  std::uint32_t version = hello::protocol_version;
  std::uint32_t magic = our_magic;
  ip_address address;
  id_secret secret{};
  std::uint64_t sum = 0;  ///< checksum of all bytes of the id before it

  [[nodiscard]] std::uint64_t computed_sum() const {
    std::uint64_t value = 0xcbf29ce484222325;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(this);
    for (std::size_t i = 0; i < offsetof(id_content, sum); ++i)
      value = (value ^ bytes[i]) * 0x100000001b3;
    return value;
  }
};
static_assert(sizeof(id_content) <= sizeof(unique_id) && std::is_trivially_copyable_v<id_content>);
static_assert(sizeof(ip_address) == 24 && sizeof(id_content) == 56, "no padding: ids are summed");

id_content decode(const unique_id& id) {
  id_content content;
  std::memcpy(&content, id.bytes.data(), sizeof content);
  const auto padding = id.bytes.begin() + sizeof content;
  const bool filled =
      std::any_of(padding, id.bytes.end(), [](std::byte b) { return b != std::byte{}; });
  if (content.magic != id_content::our_magic) {
    throw error(errc::invalid_argument,
                "init: the unique id is not of ark::get_unique_id (nvshmemx_get_uniqueid)");
  }
  if (content.version != hello::protocol_version) {
    throw error(errc::invalid_argument,
                fmt::format("init: the unique id has version {}; this libark has version {}: all "
                            "processes need the same",
                            content.version, hello::protocol_version));
  }
  if (filled || content.sum != content.computed_sum()) {
    throw error(errc::invalid_argument,
                "init: the unique id is corrupted: its checksum is wrong; all 128 bytes have to be "
                "passed on as they are");
  }
  return content;
}

/// Last message of the rendezvous to each PE.
struct answer {
  std::int64_t code = 0;  ///< errc
  std::uint64_t life = 0;
  ip_address pe_0;
  std::array<char, 256> text{};  ///< ends with 0; for code != 0
};

/// The rendezvous of one id, in the process that has created it. Its thread ends with it.
class meeting {
 public:
  meeting(unique_fd socket, const id_content& id)
      : listener_(std::move(socket), id.secret, "rendezvous at " + id.address.text()),
        wake_(eventfd(0, EFD_CLOEXEC)) {
    if (!wake_) throw error(errc::system_error, fmt::format("eventfd: {}", std::strerror(errno)));
    try {
      thread_ = std::thread(&meeting::main, this);
    } catch (const std::system_error& failure) {
      throw error(errc::system_error, fmt::format("rendezvous thread: {}", failure.what()));
    }
  }
  ~meeting() {
    const std::uint64_t once = 1;
    [[maybe_unused]] const ssize_t written = write(wake_.get(), &once, sizeof once);
    thread_.join();
  }
  meeting(const meeting&) = delete;
  meeting& operator=(const meeting&) = delete;

  [[nodiscard]] bool over() const noexcept { return over_.load(std::memory_order_acquire); }

 private:
  void main() {
    while (!over()) {
      std::vector<pollfd> watched{{wake_.get(), POLLIN, 0}};
      listener_.watch(watched);
      for (const auto& member : members_) watched.push_back({member.socket.get(), POLLIN, 0});
      poll(watched.data(), watched.size(), 1000);
      if (watched[0].revents != 0) return;
      for (auto& one : listener_.take()) arrive(std::move(one));
      read_members();
    }
  }

  void arrive(hello_listener::arrival one) {
    members_.push_back(std::move(one));
    const hello& now = members_.back().said;
    for (std::size_t i = 0; i + 1 < members_.size(); ++i) {
      const hello& other = members_[i].said;
      if (other.n_pes != now.n_pes) {
        return fail(errc::asymmetric,
                    fmt::format("rank {} has n_pes = {}, rank {} has n_pes = {}; accepted: the "
                                "same of all",
                                other.rank, other.n_pes, now.rank, now.n_pes));
      }
      if (other.rank == now.rank) {
        return fail(errc::invalid_argument,
                    fmt::format("rank {} is given by two processes, at {} and {}", now.rank,
                                members_[i].from.text(), members_.back().from.text()));
      }
    }
    if (members_.size() == static_cast<std::size_t>(now.n_pes)) complete();
  }

  void complete() {
    answer good;
    fill_random(&good.life, sizeof good.life);
    good.life |= 1;  // not 0
    for (const auto& member : members_) {
      if (member.said.rank != 0) continue;
      good.pe_0 = member.from;
      good.pe_0.port = static_cast<std::uint16_t>(member.said.port);
    }
    send_all(good);
    listener_.close();
    over_.store(true, std::memory_order_release);
  }

  /// The id stays usable: the PEs may try again.
  void fail(errc code, const std::string& text) {
    answer bad;
    bad.code = static_cast<std::int64_t>(code);
    text.copy(bad.text.data(), bad.text.size() - 1);
    send_all(bad);
  }

  void send_all(const answer& what) {
    for (const auto& member : members_)
      send(member.socket.get(), &what, sizeof what, MSG_NOSIGNAL | MSG_DONTWAIT);
    members_.clear();
  }

  /// A byte requests the missing ranks; the end of the connection means the end of the PE.
  void read_members() {
    for (const auto& member : members_) {
      char question = 0;
      const ssize_t got = recv(member.socket.get(), &question, 1, MSG_DONTWAIT);
      if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (got == 1) return fail(errc::timeout, "missing: " + missing());
      return fail(errc::peer_failed,
                  fmt::format("rank {} has left before all were there", member.said.rank));
    }
  }

  [[nodiscard]] std::string missing() const {
    const int n_pes = members_.front().said.n_pes;
    std::vector<bool> here(static_cast<std::size_t>(n_pes));
    for (const auto& member : members_) here[static_cast<std::size_t>(member.said.rank)] = true;
    std::string names;
    constexpr std::size_t enough = 150;
    for (std::size_t rank = 0; rank < here.size() && names.size() < enough; ++rank) {
      if (!here[rank]) names += fmt::format("{}rank {}", names.empty() ? "" : ", ", rank);
    }
    return fmt::format("{} ({} of {} have come)", names, members_.size(), n_pes);
  }

  hello_listener listener_;
  unique_fd wake_;
  std::vector<hello_listener::arrival> members_;
  std::atomic<bool> over_{false};
  std::thread thread_;
};

/// All rendezvous that this process serves.
class meetings {
 public:
  meetings() { static_cast<void>(logger()); }  // used by the threads, so it must be destroyed later
  ~meetings() {
    // A forked process has no copies of the threads.
    if (getpid() != process_) static_cast<void>(new std::list<meeting>(std::move(all_)));
  }
  meetings(const meetings&) = delete;
  meetings& operator=(const meetings&) = delete;

  void add(unique_fd socket, const id_content& id) {
    const std::lock_guard lock(mutex_);
    if (getpid() != process_) {
      static_cast<void>(new std::list<meeting>(std::move(all_)));
      all_.clear();
      process_ = getpid();
    }
    all_.remove_if([](const meeting& each) { return each.over(); });
    all_.emplace_back(std::move(socket), id);
  }

 private:
  std::mutex mutex_;
  pid_t process_ = getpid();
  std::list<meeting> all_;
};

void say(const unique_fd& to, const void* data, std::size_t bytes) {
  // Fits the buffer of a new connection; if that is broken, the answer is lost.
  send(to.get(), data, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/// False after the time limit. Throws if the connection ends.
bool receive(const unique_fd& from, answer& into, std::size_t& have, clock::time_point until) {
  auto* const bytes = reinterpret_cast<char*>(&into);
  while (have < sizeof into) {
    pollfd ready{from.get(), POLLIN, 0};
    if (poll(&ready, 1, poll_ms(until)) != 1) {
      if (clock::now() > until) return false;
      continue;
    }
    const ssize_t got = recv(from.get(), bytes + have, sizeof into - have, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) {
      throw error(errc::peer_failed,
                  fmt::format("rendezvous at {}: the connection has been closed: the id's creator "
                              "has ended, or the id has been used",
                              peer_address(from).text()));
    }
    have += static_cast<std::size_t>(got);
  }
  return true;
}

answer await_answer(const unique_fd& server, const std::string& place, const hello& mine,
                    clock::time_point until, double timeout_s) {
  answer got;
  std::size_t have = 0;
  if (!receive(server, got, have, until)) {
    say(server, "?", 1);
    if (!receive(server, got, have, clock::now() + answer_grace)) {
      throw error(errc::timeout,
                  fmt::format("rendezvous at {}: after {:.1f} s the process that has created the "
                              "id does not answer",
                              place, timeout_s));
    }
  }
  if (got.code == 0) return got;
  const auto code = static_cast<errc>(got.code);
  got.text.back() = 0;
  const std::string after = code == errc::timeout ? fmt::format("after {:.1f} s ", timeout_s) : "";
  throw error(code, fmt::format("rendezvous at {}: rank {} of {}: {}{}", place, mine.rank,
                                mine.n_pes, after, got.text.data()));
}

}  // namespace

unique_id rendezvous_create(const ip_address& address) {
  id_content content;
  content.address = address;
  fill_random(content.secret.data(), content.secret.size());
  unique_fd socket = listen_at(content.address);
  content.sum = content.computed_sum();
  static meetings served;
  served.add(std::move(socket), content);
  unique_id id;
  std::memcpy(id.bytes.data(), &content, sizeof content);
  return id;
}

rendezvous_result rendezvous_join(const unique_id& id, int rank, int n_pes,
                                  std::uint64_t timeout_ns) {
  if (n_pes < 1 || rank < 0 || rank >= n_pes) {
    throw error(
        errc::invalid_argument,
        fmt::format("init: rank = {}, n_pes = {}; accepted: 0 <= rank < n_pes", rank, n_pes));
  }
  const id_content content = decode(id);
  const std::string place = content.address.text();
  const auto until = clock::now() + std::chrono::nanoseconds(timeout_ns);
  const unique_fd server = connect_to(
      content.address, "the unique id (its creator ends too early, or it has been used)", until);
  hello mine;
  mine.secret = content.secret;
  mine.rank = rank;
  mine.n_pes = n_pes;
  rendezvous_result result;
  result.secret = content.secret;
  result.place = place;
  if (rank == 0) {
    // The address of this PE on its route to the creator of the id; the other PEs use that route,
    // too.
    ip_address here = local_address(server);
    here.port = 0;
    unique_fd socket = listen_at(here);
    mine.port = here.port;
    result.listener.emplace(std::move(socket), content.secret, "PE 0 at " + here.text());
  }
  say(server, &mine, sizeof mine);
  const answer found =
      await_answer(server, place, mine, until, static_cast<double>(timeout_ns) * 1e-9);
  result.life = found.life;
  if (rank == 0) return result;
  result.to_pe_0 =
      connect_to(found.pe_0, "PE 0", clock::now() + std::chrono::nanoseconds(timeout_ns));
  say(result.to_pe_0, &mine, sizeof mine);
  return result;
}

}  // namespace ark
