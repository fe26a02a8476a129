// State of a PE's proxy for each of its peers.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "link/bundler.hpp"
#include "link/inbound.hpp"
#include "link/outbound.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// Part of a peer's heap that this PE may write and read by RMA.
struct window {
  std::uint64_t offset, bytes;
  remote_memory* memory;
};

struct peer_link {
  outbound out;
  inbound in;
  std::size_t bundle = bundler::none;  ///< being filled
  bool lost = false;
  bool departed = false;
  bool suspect = false;     ///< lost, but its operations are still open
  bool ack_queued = false;  ///< in message_sender's list of acknowledgements to send
  bool sending = false;     ///< in message_sender's list of PEs with open operations
  std::vector<window> windows;
  std::uint64_t requested_heap = 0;  ///< heap size at the last request for windows

  [[nodiscard]] std::uint64_t windows_end() const noexcept {
    return windows.empty() ? 0 : windows.back().offset + windows.back().bytes;
  }
  /// True if no operation can begin until another one ends.
  [[nodiscard]] bool blocked() const noexcept { return out.full() || suspect; }
};

/// Only the thread that drives the proxy, except last_message_ns().
class peer_links {
 public:
  explicit peer_links(int n_pes)
      : links_(static_cast<std::size_t>(n_pes)),
        last_message_ns_(
            std::make_unique<std::atomic<std::uint64_t>[]>(static_cast<std::size_t>(n_pes))) {}

  [[nodiscard]] int size() const noexcept { return static_cast<int>(links_.size()); }
  /// Created on first use.
  [[nodiscard]] peer_link& operator[](int pe) {
    auto& slot = links_[static_cast<std::size_t>(pe)];
    if (!slot) slot = std::make_unique<peer_link>();
    return *slot;
  }
  /// Null if `pe` has never been used.
  [[nodiscard]] peer_link* known(int pe) const noexcept {
    return links_[static_cast<std::size_t>(pe)].get();
  }

  void note_message(int pe, std::uint64_t now_ns) noexcept {
    last_message_ns_[static_cast<std::size_t>(pe)].store(now_ns, std::memory_order_relaxed);
  }
  /// Arrival time of the last message of `pe`, by the steady clock; 0 if there was none. Any
  /// thread.
  [[nodiscard]] std::uint64_t last_message_ns(int pe) const noexcept {
    return last_message_ns_[static_cast<std::size_t>(pe)].load(std::memory_order_relaxed);
  }

 private:
  std::vector<std::unique_ptr<peer_link>> links_;  ///< [n_pes]
  std::unique_ptr<std::atomic<std::uint64_t>[]> last_message_ns_;
};

}  // namespace ark::proxy
