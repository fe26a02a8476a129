// Operations that one PE has received from another: how far they are delivered, and which wait for
// a fence.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "link/outbound.hpp"
#include "queue/retire_window.hpp"
#include "transport/transport.hpp"

namespace ark::proxy {

/// An operation that waits for those before a fence.
struct held_operation {
  message header;
  std::vector<std::byte> data;    ///< copy of eager data
  rendezvous* waiting = nullptr;  ///< or the rendezvous of data that its sender holds
};

/// Counts one peer's operations as they are delivered, in any order. Only the thread that drives
/// the proxy.
class inbound {
 public:
  /// After this an acknowledgement that nobody waits for is sent on its own.
  static constexpr std::uint64_t ack_patience_ns = 2'000'000;

  /// All operations up to this number are delivered.
  [[nodiscard]] std::uint64_t delivered() const noexcept { return window_.count(); }
  /// False for a number that this peer cannot have sent: already delivered, or too far ahead.
  [[nodiscard]] bool expects(std::uint64_t sequence) const noexcept {
    return sequence > delivered() && window_.has_room(sequence - 1);
  }
  [[nodiscard]] bool ready(const message& header) const noexcept {
    return header.after <= delivered();
  }

  void hold(held_operation&& operation) { held_.push_back(std::move(operation)); }
  [[nodiscard]] std::deque<held_operation>& held() noexcept { return held_; }
  /// The oldest operation whose fence has been reached.
  std::optional<held_operation> next_ready() {
    for (auto at = held_.begin(); at != held_.end(); ++at) {
      if (!ready(at->header)) continue;
      std::optional<held_operation> found(std::move(*at));
      held_.erase(at);
      return found;
    }
    return std::nullopt;
  }

  /// Count the operation as delivered and to be acknowledged.
  void deliver(const message& header, std::uint64_t now_ns) {
    window_.retire(header.sequence - 1);
    if (unacked_++ == 0) unacked_since_ns_ = now_ns;
    unacked_bytes_ += message_data_bytes(header);
    if (header.ack_wanted != 0) want(header.sequence);
  }
  /// The sender waits for the acknowledgement of this operation.
  void want(std::uint64_t sequence) noexcept { wanted_ = std::max(wanted_, sequence); }

  /// The count for an outgoing message, which counts as acknowledged from then on.
  [[nodiscard]] std::uint64_t take_ack() noexcept {
    if (ack_pending()) unacked_ = unacked_bytes_ = 0;
    acknowledged_ = delivered();
    return acknowledged_;
  }
  /// True if a separate acknowledgement has to be sent. Other messages would carry it for free, so
  /// a peer that does not wait gets it after a delay, or once many are due.
  [[nodiscard]] bool ack_due(std::uint64_t now_ns) const noexcept {
    if (!ack_pending()) return false;
    return wanted_ > acknowledged_ || unacked_ >= ack_batch || unacked_bytes_ >= ack_batch_bytes ||
           now_ns - unacked_since_ns_ >= ack_patience_ns;
  }
  [[nodiscard]] bool ack_pending() const noexcept { return delivered() != acknowledged_; }

 private:
  static constexpr std::uint64_t ack_batch = 64, ack_batch_bytes = 256 * 1024;

  retire_window window_{2 * outbound::capacity};
  std::deque<held_operation> held_;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t unacked_since_ns_ = 0;
  std::uint64_t wanted_ = 0;
  std::uint64_t unacked_ = 0, unacked_bytes_ = 0;
};

}  // namespace ark::proxy
