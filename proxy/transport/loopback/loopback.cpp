#include "transport/loopback/loopback.hpp"

#include <fmt/core.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <ark/detail/transfer/delivery.hpp>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstring>
#include <map>

#include "os/resource_limits.hpp"

namespace ark::proxy {

/// Data held by its sender; the receiver reports there when it has been read.
struct loopback::waiting_data : rendezvous {
  waiting_data(std::span<const std::byte> bytes, std::shared_ptr<mailbox> from, std::uint64_t which)
      : data(bytes), sender(std::move(from)), cookie(which) {}
  std::span<const std::byte> data;
  std::shared_ptr<mailbox> sender;
  std::uint64_t cookie;
};

class loopback::mailbox {
 public:
  struct queued_message {
    message header;
    std::vector<std::byte> data;
    std::unique_ptr<waiting_data> waiting;
    bool read = false;  ///< not a message: the data of the send with this cookie has been read
    std::uint64_t cookie = 0;
  };

  mailbox() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!event_)
      throw error(errc::system_error,
                  fmt::format("eventfd: {}{}", std::strerror(errno), descriptor_advice(errno)));
  }

  /// False once the owner has ended.
  bool put(queued_message&& one) {
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    messages_.push_back(std::move(one));
    if (armed_) {
      const std::uint64_t once = 1;
      [[maybe_unused]] const ssize_t written = ::write(event_.get(), &once, sizeof once);
      armed_ = false;
    }
    return true;
  }
  [[nodiscard]] std::deque<queued_message> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
  }
  /// False if there are messages already.
  bool arm() {
    const std::lock_guard lock(mutex_);
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t cleared = ::read(event_.get(), &count, sizeof count);
    armed_ = messages_.empty();
    return armed_;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    messages_.clear();
  }
  [[nodiscard]] int event_fd() const noexcept { return event_.get(); }

 private:
  unique_fd event_;
  std::mutex mutex_;
  std::deque<queued_message> messages_;
  bool armed_ = false;
  bool closed_ = false;
};

namespace {

/// Mailboxes of this process by number, through which its PEs find each other.
struct directory {
  std::mutex mutex;
  std::map<std::uint64_t, std::weak_ptr<loopback::mailbox>> boxes;
  std::uint64_t next = 1;
};

directory& boxes() {
  static directory only;
  return only;
}

}  // namespace

loopback::loopback(const options& how) : options_(how), mine_(std::make_shared<mailbox>()) {}

loopback::~loopback() { mine_->close(); }

std::string loopback::describe(int) const {
  return fmt::format(
      "mailbox in this process; copied up to {} bytes, then fetched by the receiver{}",
      options_.eager_bytes, options_.one_sided ? "; the caller writes and reads large ones" : "");
}

std::vector<std::byte> loopback::address() const {
  directory& all = boxes();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.boxes, [](const auto& entry) { return entry.second.expired(); });
  const std::uint64_t number = all.next++;
  all.boxes[number] = mine_;
  std::vector<std::byte> bytes(sizeof number);
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

void loopback::connect(std::vector<std::vector<std::byte>> addresses, receiver& to) {
  receiver_ = &to;
  directory& all = boxes();
  const std::lock_guard lock(all.mutex);
  for (std::size_t pe = 0; pe < addresses.size(); ++pe) {
    std::uint64_t number = 0;
    if (addresses[pe].size() == sizeof number) {
      std::memcpy(&number, addresses[pe].data(), sizeof number);
    }
    const auto found = all.boxes.find(number);
    auto box = found == all.boxes.end() ? nullptr : found->second.lock();
    if (!box) {
      throw error(errc::invalid_argument,
                  fmt::format("loopback: PE {} has no mailbox in this process", pe));
    }
    peers_.push_back(std::move(box));
  }
}

transfer loopback::send(int pe, const message& header, std::span<const std::byte> data,
                        std::uint64_t cookie, memory_kind) {
  mailbox::queued_message one;
  one.header = header;
  const bool eager = data.size() <= options_.eager_bytes;
  if (eager) {
    one.data.assign(data.begin(), data.end());
  } else {
    one.waiting = std::make_unique<waiting_data>(data, mine_, cookie);
  }
  if (!peers_[static_cast<std::size_t>(pe)]->put(std::move(one))) {
    receiver_->peer_lost(pe, "its mailbox is closed");
    return transfer::lost;
  }
  return eager ? transfer::complete : transfer::pending;
}

void loopback::finished(waiting_data* waiting) {
  mailbox::queued_message done;
  done.read = true;
  done.cookie = waiting->cookie;
  waiting->sender->put(std::move(done));
  delete waiting;
}

transfer loopback::receive(rendezvous* waiting, std::byte* into, std::uint64_t, memory_kind) {
  auto* from = static_cast<waiting_data*>(waiting);
  std::memcpy(into, from->data.data(), from->data.size());
  finished(from);
  return transfer::complete;
}

void loopback::discard(rendezvous* waiting) { finished(static_cast<waiting_data*>(waiting)); }

std::vector<std::byte> loopback::expose(std::span<std::byte> memory) {
  if (!options_.one_sided) return {};
  std::byte* const base = memory.data();
  std::vector<std::byte> key(sizeof base);
  std::memcpy(key.data(), &base, sizeof base);
  return key;
}

remote_memory* loopback::attach(int, std::span<const std::byte> key) {
  std::byte* base = nullptr;
  if (key.size() != sizeof base) return nullptr;
  std::memcpy(&base, key.data(), sizeof base);
  attached_.push_back(std::make_unique<peer_memory>(base));
  return attached_.back().get();
}

transfer loopback::write(remote_memory& there, std::uint64_t at, std::span<const std::byte> data,
                         std::uint64_t) {
  delivery::copy(static_cast<peer_memory&>(there).base + at, data.data(), data.size());
  return transfer::complete;
}

transfer loopback::read(remote_memory& there, std::uint64_t at, std::span<std::byte> into,
                        std::uint64_t) {
  delivery::copy(into.data(), static_cast<peer_memory&>(there).base + at, into.size());
  return transfer::complete;
}

void loopback::flush(std::uint64_t, const std::function<bool()>&) {}

bool loopback::progress() {
  std::deque<mailbox::queued_message> messages = mine_->take();
  for (mailbox::queued_message& one : messages) {
    if (one.read) {
      receiver_->sent(one.cookie);
    } else if (one.waiting) {
      const std::uint64_t bytes = one.waiting->data.size();
      receiver_->message_arrived(one.header, {nullptr, one.waiting.release(), bytes});
    } else {
      receiver_->message_arrived(one.header, {one.data.data(), nullptr, one.data.size()});
    }
  }
  return !messages.empty();
}

int loopback::event_fd() const { return mine_->event_fd(); }

bool loopback::arm() { return mine_->arm(); }

}  // namespace ark::proxy
