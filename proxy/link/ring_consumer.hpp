// One ring that a proxy drains: what it has taken, and how far that has ended.
#pragma once

#include <ark/detail/queue/ring.hpp>
#include <cstdint>
#include <utility>

#include "link/outbound.hpp"
#include "queue/retire_window.hpp"
#include "trace/recorder.hpp"

namespace ark::proxy {

/// The consumer's side. The proxy only, but for idle().
class ring_consumer {
 public:
  /// `trace` null: nothing is traced.
  explicit ring_consumer(const detail::ring_view& view, ring_trace* trace = nullptr)
      : ring_(view), trace_(trace) {
    if (trace_ != nullptr) trace_->attach(done_.capacity());
  }

  [[nodiscard]] const detail::host_ring& ring() const noexcept { return ring_; }
  [[nodiscard]] ring_trace* trace() const noexcept { return trace_; }
  [[nodiscard]] std::uint64_t taken() const noexcept { return taken_; }
  /// How far it has ended, in order.
  [[nodiscard]] std::uint64_t done() const noexcept { return done_.count(); }

  /// Look at the next descriptor; take() then makes it the proxy's, and gives its ticket.
  bool peek(detail::descriptor& d) noexcept {
    stalled_ = false;
    if (!ring_.peek(taken_, d)) return false;
    stalled_ = !done_.has_room(taken_);
    return !stalled_;
  }
  std::uint64_t take() noexcept { return taken_++; }
  /// What has been looked at must wait for room elsewhere.
  void mark_stalled() noexcept { stalled_ = true; }

  void source_read(std::uint64_t ticket) noexcept { reusable_moved_ |= reusable_.retire(ticket); }
  /// `ticket`, whose source has been read, has ended.
  void end(std::uint64_t ticket) noexcept {
    if (trace_ != nullptr) trace_->delivered(ticket);
    done_moved_ |= done_.retire(ticket);
  }
  void retire(std::uint64_t ticket) noexcept {
    source_read(ticket);
    end(ticket);
  }

  /// Once for each count that a thread has begun to wait for and that is under way already.
  [[nodiscard]] bool begins_to_wait() noexcept {
    const std::uint64_t awaited = ring_.awaited();
    if (awaited <= asked_ || awaited > taken_) return false;  // the last of them says so itself
    asked_ = awaited;
    return true;
  }

  void publish() noexcept {
    if (ring_.tail() != taken_) ring_.publish_tail(taken_);
    if (std::exchange(reusable_moved_, false)) ring_.publish_reusable(reusable_.count());
    if (std::exchange(done_moved_, false)) ring_.publish_done(done_.count());
  }

  /// Any thread. `settled`: nothing is under way that could end.
  [[nodiscard]] bool idle(bool settled) const noexcept {
    return ring_.done() >= ring_.head() || (settled && ring_.closed() != errc::ok);
  }
  /// True if nothing new is there, or nothing that could be taken before something else ends.
  [[nodiscard]] bool may_sleep() const noexcept { return stalled_ || ring_.head() == taken_; }

 private:
  /// Tickets between the oldest operation that has not ended and the newest one.
  static constexpr std::size_t window = 8 * outbound::capacity;

  detail::host_ring ring_;
  ring_trace* trace_;
  retire_window done_{window}, reusable_{window};
  std::uint64_t taken_ = 0;
  std::uint64_t asked_ = 0;  ///< the ring's awaited count that has been seen to
  bool done_moved_ = false, reusable_moved_ = false;
  bool stalled_ = false;  ///< the next descriptor waits for room, not for a producer
};

}  // namespace ark::proxy
